// A field is handed to a team within a team, and back, by its name: renamed in one, it is renamed in all.
import assert from 'node:assert/strict';
import { languageTeam, type LanguageTeam } from '../../../src/engine/language/languageTeam';
import { nameAt } from '../../../src/engine/language/lookUp';
import { renameEdits } from '../../../src/engine/language/rename';
import { loadSchemas } from '../../../src/engine/schemas/loadSchemas';
import { loadTeam } from '../../../src/engine/team/loadTeam';
import { memoryFiles } from '../../support/memoryFiles';

const model = 'models: { m: { provider: scripted, script: s.yaml } }\nmodel: m\n';
const files = memoryFiles({
  '/outer/team.yaml': `team: outer\ngoal: x\ntopology: hierarchy\n${model}state: { brief: { type: string, initial: a } }\nroutes: [{ when: "state.text == ''", to: make }]\nfinish_when: state.text != ''\nroles:\n  - { role: make, responsibility: b, team: ../inner, reads: [brief], writes: [text] }\n`,
  '/outer/s.yaml': 'replies: []\n',
  '/inner/team.yaml': `team: inner\ngoal: x\n${model}state: { brief: { type: string, initial: "" } }\nroutes: [{ when: "state.text == ''", to: writer }]\nfinish_when: state.text != ''\nroles:\n  - { role: writer, responsibility: b, reads: [brief], writes: { text: { type: string } } }\n`,
  '/inner/s.yaml': 'replies: [{ role: writer, output: { text: done } }]\n',
});

describe('renaming a field that is handed to a team within a team', () => {
  for (const from of ['outer', 'inner'] as const) {
    it(`changes both, begun in the ${from} one`, async () => {
      const teams = [await teamIn('/outer'), await teamIn('/inner')];
      const [outer, inner] = teams;
      const team = from === 'outer' ? outer! : inner!;
      const text = await files.readText(`/${from}/team.yaml`);
      const line = text.split('\n').findIndex((each) => each.includes('reads: [brief]'));
      const name = nameAt(team, `/${from}/team.yaml`, { line: line + 1, column: text.split('\n')[line]!.indexOf('[brief') + 2 });
      const edits = renameEdits(name!, 'order', teams);
      assert.ok(edits.ok);
      assert.deepEqual(edits.value.map(({ range }) => `${range.file}:${range.start.line}`).sort(), ['/inner/team.yaml:5', '/inner/team.yaml:9', '/outer/team.yaml:6', '/outer/team.yaml:10'].sort());
    });
  }

  it('is refused where the other team has that name for something else', async () => {
    const [outer, inner] = [await teamIn('/outer'), await teamIn('/inner')];
    const edits = renameEdits({ team: outer, of: 'field', name: 'brief' }, 'text', [outer, inner]);
    assert.ok(!edits.ok && edits.error.includes('already'));
  });
});

async function teamIn(folder: string): Promise<LanguageTeam> {
  const { sources } = await loadTeam(folder, files, await loadSchemas());
  return languageTeam(sources!);
}
