import assert from 'node:assert/strict';
import { innerSpend } from '../../../src/engine/projections/innerSpend';
import { viewOf } from '../../support/httpTeam';
import { inFolder, scripted } from '../../support/runFiles';
import { runTeam } from '../../support/runTeam';

const model = 'models: { demo: { provider: scripted, script: script.yaml, price: { input: 1, output: 1 } } }\nmodel: demo\n';
const files = {
  ...scripted(`roles:
  - { role: make, responsibility: Make it., reads: [task], writes: [report], team: inner }
  - { role: again, responsibility: Make it better., reads: [report], writes: [better], team: inner-two }
routes: [{ when: "!has(state.report)", to: make }, { when: "!has(state.better)", to: again }]
finish_when: has(state.better)
`, '  []\n'),
  'inner/team.yaml': `team: inner\ngoal: Make a thing\n${model}roles:\n  - { role: draft, responsibility: Draft., reads: [task], writes: [report] }\n  - { role: judge, responsibility: Judge., reads: [report], writes: [notes] }\nroutes: [{ when: "!has(state.report)", to: draft }, { when: "!has(state.notes)", to: judge }]\nfinish_when: has(state.notes)\n`,
  'inner/script.yaml': 'replies:\n  - { role: draft, output: { report: rain }, usage: { input: 100, output: 10 } }\n  - { role: judge, output: { notes: fine }, usage: { input: 50, output: 5 } }\n',
  'inner-two/team.yaml': `team: two\ngoal: Make it better\n${model}state: { report: { type: string, initial: '' } }\nroles: [{ role: mend, responsibility: Mend., reads: [report], writes: [better] }]\nroutes: [{ when: "!has(state.better)", to: mend }]\nfinish_when: has(state.better)\n`,
  'inner-two/script.yaml': 'replies:\n  - { role: mend, output: { better: snow }, usage: { input: 7, output: 1 } }\n',
};

describe('what a team spent within another', () => {
  it('is told of the whole team, and of each of its roles; of others nothing', async () => {
    await inFolder(files, async (folder) => {
      const view = viewOf((await runTeam(folder)).events);
      assert.equal(view.status, 'completed', view.message ?? '');
      const spent = (file: string, role?: string) => {
        const row = innerSpend(view, `${folder}/${file}`, role);
        return row === null ? null : [row.calls, row.usage.input, row.usage.output, row.cost.known];
      };
      assert.deepEqual(spent('inner/team.yaml'), [2, 150, 15, 165 / 1e6]);
      assert.deepEqual(spent('inner/team.yaml', 'judge'), [1, 50, 5, 55 / 1e6]);
      assert.deepEqual(spent('inner-two/team.yaml'), [1, 7, 1, 8 / 1e6]);
      assert.equal(spent('inner/team.yaml', 'mend'), null);
      assert.equal(spent('team.yaml'), null, 'it is the run itself');
    });
  });
});
