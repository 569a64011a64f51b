// A large file that is read in parts has the tree that it has when it is read as a whole, or is not read in parts: for every sample, and for what any edit makes of it.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import type { CardNode } from '../../../src/engine/cards/cardNode';
import { Findings } from '../../../src/engine/cards/findings';
import { parseYaml } from '../../../src/engine/cards/parseYaml';
import { SourceText } from '../../../src/engine/cards/sourceText';
import { readParts } from '../../../src/engine/cards/yamlParts';
import { syntaxProblems } from '../../../src/engine/cards/yamlProblems';
import { TreeBuilder } from '../../../src/engine/cards/yamlTree';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

const card = ['role: ROLE', 'responsibility: "Do \\"it\\": now"', 'instructions: |', '  If {{ task }}:', '', '  # no comment', '   - quote', '# a comment', 'reads: [plan, # here', '    constraints]', 'writes:', '  ROLEs: { type: array }', "rules: ['a', >-", '  folded', '  text ]', 'limits:', '  calls: 3 # three', ''].join('\n');
const list = (indent: string): string => Array.from({ length: 24 }, (_, n) => card.replace("rules: ['a', >-\n  folded\n  text ]\n", 'description: >-\n  folded\n\n  text\n').replaceAll('ROLE', `r${n}`).trimEnd().split('\n').map((line, at) => (line === '' || line.startsWith('#') ? line : `${at === 0 ? `${indent}- ` : `${indent}  `}${line}`)).join('\n')).join('\n');
const long = (indent: string): string => `# head\n\nteam: many\ngoal: >\n  Work on\n  {{ task }}\n\nroles: # all of them\n${list(indent)}\n# behind\nfinish_when: true # at last\n`;
const texts: readonly string[] = [long('  '), long(''), long('  ').replaceAll('\n', '\r\n')];

describe('a file in parts', () => {
  it('has the tree of the whole, for every sample that nothing is wrong with', () => {
    let inParts = 0;
    for (const folder of ['media/samples', 'test/golden', 'test/workspaces']) {
      for (const name of readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })) {
        if (/\.ya?ml$/.test(name) && isSameInParts(readFileSync(path.join(root, folder, name), 'utf8').replace(/^\uFEFF/, ''), name)) inParts++;
      }
    }
    assert.ok(inParts > 300, `${inParts} files`);
  });

  it('has it where long lists are cut into their items too, with the line ends of either system', () => {
    for (const text of texts) assert.ok(isSameInParts(text, text));
  });

  it('has it after any edits, or is read as a whole', function () {
    this.timeout(60_000);
    const put = fc.constantFrom('"', "'", '[', '{', '}', ']', ': ', '- ', '\n', '\n- x', '\n  - x: y', '\nkey: value', '#', ' #', '|', '>', '\t', '&a ', '*a', '\n---\n', '\n...\n', '? ', '!!str ', '  ', '\r\n', '%', ',', 'x', '\n<<: {}\n', '\nrole: again');
    const edit = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), gone: fc.nat(4), put });
    let inParts = 0;
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.array(edit, { minLength: 1, maxLength: 3 }), (text, edits) => {
        let edited = text;
        for (const { at, gone, put: added } of edits) {
          const offset = Math.floor(at * edited.length);
          edited = edited.slice(0, offset) + added + edited.slice(offset + gone);
        }
        if (isSameInParts(edited, JSON.stringify(edits))) inParts++;
      }),
      { numRuns: 300 },
    );
    assert.ok(inParts > 30, `${inParts} edited files`);
  });

  it('parses again only the part that changed', () => {
    const [text = ''] = texts;
    const many = text.replace(/^(?= {2}- role: r0$)/m, Array.from({ length: 300 }, (_, n) => `  - { role: more${n}, responsibility: ${'x'.repeat(200)} }\n`).join(''));
    const cost = (read: () => unknown): number => {
      const before = process.cpuUsage();
      read();
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const whole = cost(() => parseYaml(many));
    readParts(new SourceText('x', many));
    const again = [1, 2, 3].map((turn) => cost(() => assert.ok(readParts(new SourceText('x', many.replace('role: more7,', `role: more7${turn},`))) !== null)));
    assert.ok(Math.min(...again) < whole / 3, `${again.join(', ')} of ${whole} microseconds`);
  });
});

/** False: it is not read in parts. */
function isSameInParts(text: string, name: string): boolean {
  const parts = readParts(new SourceText('x', text));
  if (parts === null) return false;
  const documents = parseYaml(text);
  const findings = new Findings();
  const whole = new TreeBuilder(new SourceText('x', text), findings).build(documents[0]?.contents ?? null);
  assert.deepEqual([documents.length, syntaxProblems(documents, text), findings.all], [1, [], []], name);
  assert.equal(shown(parts), shown(whole), name);
  return true;
}

function shown(tree: CardNode | null): string {
  return JSON.stringify(tree, (key, value: unknown) => (key === 'source' ? undefined : value), 1);
}
