import assert from 'node:assert/strict';
import fc from 'fast-check';
import { splitPassages } from '../../../src/engine/tools/passages';

/** Half a sign, as a careless cut leaves it. */
const halves = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

describe('splitPassages', () => {
  it('gives paragraphs under their headings, with the line they begin at', () => {
    const text = ['# A', '', 'One', 'two.', '', '## B', 'Three.', '', 'C', '===', '', 'Four.'].join('\r\n');
    assert.deepEqual(splitPassages(text, true), [
      { line: 3, heading: 'A', text: 'One\ntwo.' },
      { line: 7, heading: 'A › B', text: 'Three.' },
      { line: 12, heading: 'C', text: 'Four.' },
    ]);
  });

  it('keeps a heading that has nothing under it, a fence with blank lines, and a list with the line that leads to it', () => {
    const text = ['# Empty', '# Code', '```', 'a', '', '# not a heading', '```', 'Reasons:', '', '- one', '- two'].join('\n');
    assert.deepEqual(splitPassages(text, true), [
      { line: 1, heading: 'Empty', text: 'Empty' },
      { line: 3, heading: 'Code', text: '```\na\n\n# not a heading\n```\nReasons:\n\n- one\n- two' },
    ]);
  });

  it('knows no headings in plain text', () => {
    assert.deepEqual(splitPassages('# A\nB', false), [{ line: 1, heading: '', text: '# A\nB' }]);
  });

  it('cuts a long paragraph behind a sentence, a long table between rows', () => {
    const prose = Array.from({ length: 20 }, (_, i) => `Sentence number ${i} says something about pumps and prices.`).join(' ');
    for (const { text } of splitPassages(prose, true)) {
      assert.ok(text.length <= 600);
      assert.match(text, /^Sentence.*\.$/);
    }
    const table = Array.from({ length: 40 }, (_, i) => `| row ${i} | e.g. a value. | more |`).join('\n');
    const pieces = splitPassages(table, true);
    assert.ok(pieces.length > 1);
    for (const { text, line } of pieces) assert.ok(text.startsWith(`| row ${line - 1} `), text);
  });

  it('loses no word, keeps lines right and passages short, whatever the text', () => {
    const pieces = fc.array(fc.oneof(fc.constantFrom('# ', '\n', '\n\n', '```\n', '- ', ': ', '. ', '。', '😀'), fc.string({ maxLength: 200 })), { maxLength: 30 });
    fc.assert(
      fc.property(pieces, fc.boolean(), (parts, markdown) => {
        const text = parts.join('');
        const lines = text.split(/\r\n|\n|\r/);
        const passages = splitPassages(text, markdown);
        for (const passage of passages) {
          assert.ok(passage.text.length <= 600);
          assert.ok(!halves.test(passage.text) || halves.test(text));
          const firstLine = passage.text.split('\n')[0]!;
          assert.ok(lines[passage.line - 1]!.includes(firstLine.trim()), JSON.stringify({ passage, lines }));
        }
        if (!markdown) assert.equal(passages.map((p) => p.text).join('').replace(/\s/g, ''), text.replace(/\s/g, ''));
      }),
    );
  });
});
