// Cases of area C: time travel and what is kept. C6 and C10 are in ../node/runLogCrash.test.ts, C11 in ../node/runsFolder.test.ts, C13's crash in ../../cli/crashEveryEvent.test.ts.
import assert from 'node:assert/strict';
import type { RunEvent } from '../../../src/engine/events/runEvent';
import { inFolder, runFiles, scripted } from '../../support/runFiles';
import { approver } from '../../support/people';
import { forkTeam, resumeTeam, runTeam, stateOf } from '../../support/runTeam';

const count = (events: readonly RunEvent[], type: RunEvent['type']) => events.filter((event) => event.type === type).length;

const pipeline = (more: string) => scripted(`
roles:
  - { role: first, responsibility: Begin., reads: [task], writes: { a: { type: string } } }
  - { role: second, responsibility: Go on., reads: [a], writes: { b: { type: string } } }
topology: pipeline
pipeline: [first, second]
${more}`, '  - { role: first, output: { a: one }, repeat: true }\n  - { role: second, output: { b: "{{ state.a + \' two\' }}" }, repeat: true }\n');

describe('cases C', () => {
  it('C1: from a step before a question it is asked again, and the state is that of then', async () => {
    await inFolder(pipeline('approvals: [{ before: second }]\n'), async (folder) => {
      const { events, state } = await runTeam(folder, { person: approver });
      assert.equal(state.values['b'], 'one two');
      const fork = await forkTeam(events, 1);
      assert.deepEqual([fork.result.status, fork.state.values['a'], fork.state.values['b']], ['waiting', 'one', '']);
      assert.deepEqual(fork.state.asked.keys(), ['s2.before'], 'the old answer is not used');
    });
  });

  it('C5: after going back the run moves on along the new way', async () => {
    await inFolder(pipeline(''), async (folder) => {
      const { events } = await runTeam(folder);
      const fork = await forkTeam(events, 1, { writes: { a: 'other' } });
      assert.deepEqual([fork.state.steps, fork.state.values['b'], fork.state.end?.status], [2, 'other two', 'completed']);
      const again = await forkTeam(fork.events, 2, { writes: { b: 'mine' } });
      assert.deepEqual([again.state.values['b'], again.state.steps, again.events.length > fork.events.length], ['mine', 2, true]);
    });
  });

  it('C9: going on thirty times leaves one system prompt in what is kept', async () => {
    await inFolder(pipeline('approvals: [{ after: second }]\n'), async (folder) => {
      let { events }: { events: readonly RunEvent[] } = await runTeam(folder);
      for (let time = 0; time < 30; time++) events = await resumeTeam(folder, events);
      const prompts = events.flatMap((event) => (event.type === 'model.requested' && event.role === 'second' ? event.append.map((said) => said.role) : []));
      assert.deepEqual(prompts, ['system', 'user']);
      assert.equal(count(events, 'approval.requested'), 1);
    });
  }).timeout(20_000);

  it('C13: what handles a failure is not run again, wherever the run is cut behind it', async () => {
    const files = scripted(`
roles:
  - { role: worker, responsibility: Work., writes: { a: { type: string } }, limits: { retries: 0 }, on_failure: escalate }
  - { role: planner, mode: plan, responsibility: Help., writes: { helped: { type: number } } }
state: { helped: { type: number, reducer: add, initial: 0 } }
routes: [{ when: state.helped == 0, to: worker }]
`, '  - { role: worker, text: no }\n  - { role: planner, output: { helped: 1 }, repeat: true }\n');
    await inFolder(files, async (folder) => {
      const { events, state } = await runTeam(folder);
      assert.equal(state.values['helped'], 1);
      const handled = events.findIndex((event) => event.type === 'workspace.committed' && event.by === 'planner');
      for (let cut = handled + 1; cut < events.length; cut++) assert.equal(stateOf(await resumeTeam(folder, events.slice(0, cut))).values['helped'], 1, `cut after ${cut}`);
    });
  });

  it('C14: a team that is visited twice begins afresh', async () => {
    const inner = scripted(`
roles: [{ role: counter, responsibility: Count., reads: [n], writes: { n: { type: number } } }]
state: { n: { type: number, initial: 0 } }
routes: [{ when: state.n < 2, to: counter }]
finish_when: state.n >= 2
`, '  - { role: counter, output: { n: "{{ state.n + 1 }}" }, repeat: true }\n', 'inner');
    const outer = scripted(`
topology: hierarchy
roles: [{ role: make, responsibility: Count., writes: { n: { type: number } }, team: inner }]
state: { n: { type: number, reducer: add } }
routes: [{ when: meta.n.version < 2, to: make }]
finish_when: meta.n.version == 2
`, '');
    const { state } = await runFiles({ 'team.yaml': outer['team.yaml']!, 'script.yaml': 'replies: []\n', 'inner/team.yaml': inner['team.yaml']!, 'inner/script.yaml': inner['script.yaml']! });
    assert.deepEqual([state.values['n'], state.steps, state.requests.get('make/counter')], [4, 6, 4]);
  });
});
