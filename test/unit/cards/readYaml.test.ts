// What a YAML file may do to its reader: guards against size and depth, and that one mistake does not hide the others.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { jsonOf } from '../../../src/engine/cards/cardNode';
import { Findings } from '../../../src/engine/cards/findings';
import { readYaml } from '../../../src/engine/cards/yamlSource';

function read(text: string) {
  const findings = new Findings();
  const { root, broken } = readYaml('/t/card.yaml', text, findings);
  const codes = findings.all.map((each) => each.code);
  return { json: root === null ? null : jsonOf(root), broken, codes, findings: findings.all };
}

describe('reading YAML', () => {
  it('takes words as YAML 1.2 does', () => {
    assert.deepEqual(read('a: no\nb: on\nc: 1.10\nd: 010\ne: 1_000\nf: 0x10\ng: ~\nh: true\n').json, { a: 'no', b: 'on', c: 1.1, d: 10, e: '1_000', f: 16, g: null, h: true });
  });

  it('follows aliases, and lets an honest file have many', () => {
    const many = Array.from({ length: 300 }, (_, index) => `k${index}: *a`).join('\n');
    const { json, codes } = read(`base: &a [1, 2]\n${many}\n`);
    assert.deepEqual(codes, []);
    assert.deepEqual((json as Record<string, unknown>)['k299'], [1, 2]);
  });

  it('refuses aliases that multiply', () => {
    const levels = Array.from({ length: 9 }, (_, index) => `l${index + 1}: &l${index + 1} [${Array(9).fill(`*l${index}`).join(', ')}]`);
    const { json, codes } = read(`l0: &l0 [x, x, x]\n${levels.join('\n')}\n`);
    assert.equal(json, null);
    assert.deepEqual(codes, ['alias-bomb']);
  });

  it('says which bracket is not closed, not one within it that is', () => {
    for (const text of ['a: «[{b: c}\n', 'a: «[{b: c}', 'a: «[ {b: 1}, [2, 3]\nc: 1\n', 'a:\n  - «{b: c, d: {e: {f: g}}\n  - {h: i}\n', 'a: {b: «[1, 2}\nc: 1\n']) {
      const { findings } = read(text.replace('«', ''));
      const [first] = findings.filter(({ message }) => message.includes('opens something here'));
      const before = text.slice(0, text.indexOf('«')).split('\n');
      assert.deepEqual(first?.range.start, { line: before.length, column: before.at(-1)!.length + 1 }, text);
    }
  });

  it('refuses an alias within what it stands for', () => {
    assert.deepEqual(read('a: &a { b: [*a] }\n').codes, ['bad-alias']);
  });

  for (const [name, text] of Object.entries({
    brackets: '['.repeat(200_000),
    maps: '{a: '.repeat(60_000),
    dashes: '- '.repeat(100_000),
    'keys on one line': 'a: '.repeat(60_000),
    'levels of indentation': Array.from({ length: 400 }, (_, index) => `${' '.repeat(index)}a:`).join('\n'),
  })) {
    it(`refuses ${name} without end before they hurt`, () => {
      const { json, codes } = read(text);
      assert.equal(json, null);
      assert.deepEqual(codes, ['too-deep']);
    });
  }

  it('refuses a file over 256 KB unread', () => {
    const { json, codes } = read('a: b\n'.repeat(60_000));
    assert.equal(json, null);
    assert.deepEqual(codes, ['file-too-large']);
  });

  it('says a hundred problems of a file and no more', function () {
    this.timeout(10_000);
    const { codes } = read(Array.from({ length: 3_000 }, (_, index) => `k${index}: 'x\n`).join('- : ]\n'));
    assert.equal(codes.length, 100);
  });

  it('keeps keys that every object has as plain keys, and refuses __proto__', () => {
    const { json, codes } = read('constructor: 1\ntoString: { valueOf: 2 }\n__proto__: { polluted: 3 }\n');
    assert.deepEqual(json, { constructor: 1, toString: { valueOf: 2 } });
    assert.deepEqual(codes, ['unsafe-key']);
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
  });

  it('counts columns behind a byte order mark as editors do', () => {
    const [found] = read('\uFEFFa: @b\n').findings;
    assert.deepEqual(found?.range.start, { line: 1, column: 4 });
  });

  it('reads on behind torn values, at their true places', () => {
    const { json, findings } = read("goal: Review: find bugs\nrules:\n  - rule: a ? b : c == 'd'\n    message: x: y\nlast: {}\nlast: 1\n");
    assert.deepEqual(json, { goal: 'Review: find bugs', rules: [{ rule: "a ? b : c == 'd'", message: 'x: y' }], last: {} });
    assert.deepEqual(
      findings.map(({ code, range: { start, end } }) => [code, start.line, start.column, end.column]),
      [
        ['unquoted-text', 1, 7, 24],
        ['torn-expression', 3, 11, 27],
        ['unquoted-text', 4, 14, 18],
        ['duplicate-key', 6, 1, 5],
      ],
    );
  });

  it('says nothing about texts that only look torn', () => {
    const fine = ["a: it's fine, isn't it", 'b: 10:30', 'c: http://x.org/a?b=c#d', 'd: x # a: comment', "e: 'a: b'", 'f: [a, "b: c", {d: e}]', 'g: |\n  a: b\n  !c [', 'h: >-\n  x: y', 'i: a -> b', 'j: {a: "x, y", b: c}', 'k: !!str 5', 'l: "a ? b : c"'];
    for (const text of fine) assert.deepEqual(read(`${text}\n`).codes.filter((code) => code !== 'unknown-tag'), [], text);
  });

  it('never throws, and stays within the file with every place', () => {
    const piece = fc.constantFrom('a', 'b: ', '- ', '\n', '  ', '\t', '{', '}', '[', ']', ',', '"', "'", '|\n', '>', '!', '!x', '&a ', '*a', '?', ':', '#', ' == ', 'size(x)', '---\n', '...\n', '%YAML 1.1\n', '<<: ', '\r\n', 'ä', '\uFEFF', '@', '`', '\\');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        const lines = text.replace(/^\uFEFF/, '').split('\n');
        for (const { range } of read(text).findings) {
          for (const { line, column } of [range.start, range.end]) {
            assert.ok(line >= 1 && line <= lines.length, `${line} of ${lines.length}`);
            assert.ok(column >= 1 && column <= (lines[line - 1] ?? '').length + 1, `${line}:${column}`);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
