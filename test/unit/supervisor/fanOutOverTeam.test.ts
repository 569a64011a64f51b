// A fan-out to a role that is a team: each visit is handed its own item, and what else the dispatch brings, by name.
import assert from 'node:assert/strict';
import { runTeam } from '../../support/runTeam';
import { tempFolder } from '../../support/tempFolder';

const files = {
  'team.yaml': `team: outer
goal: On {{ task }}
topology: hierarchy
state: { texts: { type: array, reducer: append } }
roles: [{ role: make, responsibility: Make., team: inner, writes: [texts] }]
routes: [{ when: size(state.texts) == 0, to: make, for_each: "['price', 'support']", as: part, input: { style: "'short'" } }]
finish_when: size(state.texts) > 0
`,
  'inner/team.yaml': `team: inner
goal: On {{ task }}
models: { demo: { provider: scripted, script: script.yaml } }
state: { part: { type: string, initial: '' }, style: { type: string, initial: '' } }
roles: [{ role: writer, responsibility: Write., reads: [part, style], writes: { texts: { type: array } } }]
routes: [{ when: size(state.texts) == 0, to: writer }]
finish_when: size(state.texts) > 0
`,
  'inner/script.yaml': `replies: [{ role: writer, output: { texts: ["{{ state.part + ', ' + state.style }}"] }, repeat: true }]
`,
};

describe('a fan-out to a role that is a team', () => {
  it('hands each visit its item and its input', async () => {
    const folder = await tempFolder(files);
    try {
      const { result, state } = await runTeam(folder.path);
      assert.equal(result.status, 'completed');
      assert.deepEqual(state.values['texts'], ['price, short', 'support, short']);
    } finally {
      await folder.remove();
    }
  });
});
