import assert from 'node:assert/strict';
import fc from 'fast-check';
import { promptFromText } from '../../../src/engine/split/promptSource';
import { cutPrompt } from '../../../src/engine/split/cutPrompt';
import { draftTeam } from '../../../src/engine/split/draftTeam';
import { draftYaml } from '../../../src/engine/split/draftYaml';
import { loadSchemas } from '../../../src/engine/schemas/loadSchemas';
import { loadTeam } from '../../../src/engine/team/loadTeam';
import { memoryFiles } from '../../support/memoryFiles';

const pieces = [
  'Search the documents for {{ question }}', 'then compare', ' and ', ', ', '. ', '\n', '\n\n', '- ', '1. ', '# Heading\n', 'Write a report', 'Send an email to {user}', 'Check every figure', 'Never guess',
  'Plan the work', 'for each region', '{{', '}}', '{% if x %}', "it's", '"quoted"', ': ', ' #', '%', '&a *a', '!tag', '---', '<<<<<<< ', '\t', '\r\n', '检索文档', '，然后分析', 'state.report == 1', 'output.x', 'no', 'yes', 'null', '{{ constructor }}', '{__proto__}', '{in}', '{findings}', '\u0000', '\u2028', '\u0085', '\uD800', '\uFEFF', '🙂',
  'sk-abcdefghij0123456789abcdef', 'Bearer abcdefghijklmnop0123', 'api_key: x', '[[[[', '}}}}', '|', '>', '`', '\\',
];

describe('a drafted team', () => {
  it('passes the check, whatever the prompt holds', async () => {
    const schemas = await loadSchemas();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...pieces) }, { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) }), { maxLength: 25 }), fc.boolean(), async (words, fansOut) => {
        const source = promptFromText('a: prompt #1.md', words.join(''));
        const text = draftYaml(draftTeam(source, cutPrompt(source), fansOut), source);
        const loaded = await loadTeam('/t/team.yaml', memoryFiles({ '/t/team.yaml': text }), schemas);
        const wrong = loaded.diagnostics.filter(({ severity, code }) => severity === 'error' || (severity === 'warning' && code !== 'folder-missing'));
        assert.deepEqual(wrong.map(({ message, range }) => `${range.start.line}: ${message}`), [], text);
        assert.ok(loaded.team);
      }),
      { numRuns: 300 },
    );
  });
});
