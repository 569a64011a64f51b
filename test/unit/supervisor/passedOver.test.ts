// Whoever is passed over although their turn has come is named on the record, with the reason, in every topology.
import assert from 'node:assert/strict';
import type { Refused, RunEvent } from '../../../src/engine/events/runEvent';
import { inFolder, runFiles, scripted, type TeamFiles } from '../../support/runFiles';
import { replayTeam, resumeTeam, runTeam } from '../../support/runTeam';

const skipped = (events: readonly RunEvent[]): readonly (readonly Refused[])[] => events.flatMap((event) => (event.type === 'role.skipped' ? [event.refused] : []));
const decided = (events: readonly RunEvent[]): readonly Refused[] => events.flatMap((event) => (event.type === 'role.started' ? event.decision.refused : []));

/** A plan of two subtasks of one worker, whose card says more. */
function planned(card: string, more = '', inputs = ['{}', '{}']): TeamFiles {
  return scripted(`
roles:
  - { role: planner, mode: plan, responsibility: Plan., writes: { plan: { type: array } } }
  - { role: worker, responsibility: Work., reads: [plan], writes: { notes: { type: array } }, ${card} }
  - { role: closer, responsibility: Close., reads: [notes], writes: { report: { type: string } } }
state: { notes: { type: array, reducer: append }, stop: { type: boolean, initial: true } }
routes: [{ when: size(state.plan) == 0, to: planner }, { when: state.report == '', to: closer }]
finish_when: size(state.notes) == 9
${more}`, `
  - { role: planner, output: { plan: [one] }, subtasks: [{ id: t1, role: worker, input: ${inputs[0]} }, { id: t2, role: worker, input: ${inputs[1]} }] }
  - { role: worker, output: { notes: [one] }, repeat: true }
  - { role: closer, output: { report: done } }
`);
}

describe('whoever is passed over', () => {
  const plans: readonly { readonly title: string; readonly files: TeamFiles; readonly told: readonly (readonly Refused[])[] }[] = [
    { title: 'its calls are used', files: planned('limits: { calls: 1 }'), told: [[{ role: 'worker', subtask: 't2', why: 'calls', detail: '1 calls are used' }]] },
    {
      title: 'skip_when holds',
      files: planned('skip_when: state.stop'),
      told: [[{ role: 'worker', subtask: 't1', why: 'skip_when', detail: 'state.stop' }, { role: 'worker', subtask: 't2', why: 'skip_when', detail: 'state.stop' }]],
    },
    {
      title: 'exit_when holds, and later another reason',
      files: planned("exit_when: state.report == '', skip_when: \"state.report != ''\""),
      told: [
        [{ role: 'worker', subtask: 't1', why: 'exit_when', detail: "state.report == ''" }, { role: 'worker', subtask: 't2', why: 'exit_when', detail: "state.report == ''" }],
        [{ role: 'worker', subtask: 't1', why: 'skip_when', detail: "state.report != ''" }, { role: 'worker', subtask: 't2', why: 'skip_when', detail: "state.report != ''" }],
      ],
    },
    {
      title: 'its input does not keep its schema',
      files: planned('input_schema: { type: object, required: [part], properties: { part: { type: string } } }', '', ['{ part: a }', '{ other: b }']),
      told: [[{ role: 'worker', subtask: 't2', why: 'input', detail: 'the input must have `part`' }]],
    },
  ];
  for (const { title, files, told } of plans) {
    it(`is told as a subtask of a plan, once: ${title}`, async () => {
      await inFolder(files, async (folder) => {
        const { events } = await runTeam(folder);
        const ofPlan = (all: readonly RunEvent[]) => skipped(all).filter((refused) => refused.every(({ subtask }) => subtask !== undefined));
        assert.deepEqual(ofPlan(events), told);
        const replayed = await replayTeam(folder, events);
        assert.ok(replayed.ok, replayed.ok ? '' : replayed.message);
        for (let kept = 1; kept < events.length; kept++) assert.deepEqual(ofPlan(await resumeTeam(folder, events.slice(0, kept))), told, `cut after ${kept}`);
        // A recording of a version that did not tell.
        const silent = events.filter((event) => event.type !== 'role.skipped').map((event, index) => ({ ...event, seq: index + 1 }));
        const old = await replayTeam(folder, silent);
        assert.ok(old.ok, old.ok ? '' : old.message);
      });
    });
  }

  it('is told for the items of a fan-out that are not begun with the others', async () => {
    const { events } = await runFiles(scripted(`
roles: [{ role: worker, responsibility: Work., writes: { notes: { type: array } }, limits: { calls: 2 } }]
state: { notes: { type: array, reducer: append }, parts: { type: array, initial: [a, b, c, d] } }
routes: [{ when: size(state.notes) == 0, to: worker, for_each: state.parts, as: part }]
finish_when: size(state.notes) > 0
`, '  - { role: worker, output: { notes: [one] }, repeat: true }\n'));
    assert.deepEqual(decided(events), [2, 2].map((calls) => ({ route: 0, role: 'worker', why: 'calls', detail: `${calls} calls are used` })));
  });

  it('is told where the supervisor then chooses the end', async () => {
    const { events, result } = await runFiles(scripted(`
roles:
  - { role: first, responsibility: Begin., writes: { a: { type: string } }, limits: { calls: 1 } }
  - { role: second, responsibility: Go on., writes: { b: { type: string } }, skip_when: state.a == 'one' }
  - { role: third, responsibility: End., writes: { c: { type: string } } }
supervisor: { choices: [first, second, third, end] }
`, '  - { role: supervisor, choice: first, why: goal }\n  - { role: first, output: { a: one } }\n  - { role: supervisor, choice: end, why: goal }\n'));
    assert.equal(result.reason, 'end');
    assert.deepEqual(skipped(events), [[{ role: 'first', why: 'calls', detail: '1 calls are used' }, { role: 'second', why: 'skip_when', detail: "state.a == 'one'" }]]);
  });

  const topologies: Readonly<Record<string, string>> = {
    pipeline: 'topology: pipeline\npipeline: [first, second]',
    blackboard: 'topology: blackboard',
    supervisor: 'routes: [{ when: true, to: first }, { when: true, to: second }]',
    hierarchy: 'topology: hierarchy\nroutes: [{ when: true, to: first }, { when: true, to: second }]',
  };
  for (const [topology, more] of Object.entries(topologies)) {
    it(`is told in a ${topology}, with the decision for the next or at the end`, async () => {
      const team = (who: string) => scripted(`
roles:
  - { role: first, responsibility: Begin., reads: [task], writes: { a: { type: string } }${who === 'first' ? ', skip_when: task != \'\'' : ''} }
  - { role: second, responsibility: Go on., reads: [task], writes: { b: { type: string } }${who === 'second' ? ', skip_when: task != \'\'' : ''} }
${more}
`, '  - { role: first, output: { a: one } }\n  - { role: second, output: { b: two } }\n');
      const first = await runFiles(team('first'));
      assert.ok(decided(first.events).some(({ role, why }) => role === 'first' && why === 'skip_when'), 'with the decision for the next');
      const second = await runFiles(team('second'));
      assert.ok(skipped(second.events).flat().some(({ role, why }) => role === 'second' && why === 'skip_when'), 'at the end');
    });
  }
});
