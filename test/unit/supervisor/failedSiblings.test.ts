// What failed in a fan-out may be dispatched again when the run goes on, all of it; what went well may not.
import assert from 'node:assert/strict';
import { resumeTeam, runTeam, stateOf } from '../../support/runTeam';
import { tempFolder } from '../../support/tempFolder';

const files = {
  'team.yaml': `team: siblings
goal: On {{ task }}
models: { demo: { provider: scripted, script: script.yaml } }
state: { texts: { type: array, reducer: append } }
roles:
  - { role: writer, responsibility: Write., writes: { texts: { type: array } }, limits: { retries: 0 }, on_failure: fail }
routes: [{ when: "true", to: writer, for_each: "['a', 'b', 'c']", as: item }]
finish_when: size(state.texts) == 3
`,
  'script.yaml': `replies:
  - { role: writer, when: "subtask.input.item == 'a'", text: not json }
  - { role: writer, when: "subtask.input.item == 'c'", text: not json }
  - { role: writer, output: { texts: ["{{ subtask.input.item }}"] }, repeat: true }
`,
};

describe('siblings of a fan-out that failed', () => {
  it('are dispatched again when the run goes on, and the others are not', async () => {
    const folder = await tempFolder(files);
    try {
      const first = await runTeam(folder.path);
      assert.deepEqual([first.result.status, first.state.values['texts']], ['failed', ['b']]);
      const events = await resumeTeam(folder.path, first.events);
      const { values, end } = stateOf(events);
      assert.deepEqual(values['texts'], ['b', 'a', 'c']);
      assert.equal(end?.status, 'completed');
    } finally {
      await folder.remove();
    }
  });
});
