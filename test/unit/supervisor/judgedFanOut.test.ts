// A fan-out that was decided on with a model's judgement, and then cut off while its subtasks were being claimed: what was judged is on record.
import assert from 'node:assert/strict';
import type { RunEvent } from '../../../src/engine/events/runEvent';
import { inFolder, scripted } from '../../support/runFiles';
import { replayTeam, resumeTeam, runTeam, stateOf } from '../../support/runTeam';

const roles = `
roles:
  - { role: planner, mode: plan, responsibility: Plan., writes: { plan: { type: array } } }
  - { role: worker, responsibility: Work., reads: [plan], writes: { notes: { type: array } }, skip_when: [{ ask: is all done }, { ask: is it too late }] }
state: { plan: { type: array, initial: [] }, notes: { type: array, reducer: append } }
limits: { steps: 3 }
`;
const judged = `
  - { role: supervisor, holds: false, why: not yet }
  - { role: supervisor, holds: false, why: early }
  - { role: supervisor, holds: true, why: now it is, repeat: true }
  - { role: worker, output: { notes: ["{{ subtask.input.part }}"] }, repeat: true }
`;

const count = (events: readonly RunEvent[], type: RunEvent['type']) => events.filter((event) => event.type === type).length;

function essence(events: readonly RunEvent[]) {
  const { values, end, steps, usage } = stateOf(events);
  return { values, end, steps, usage, judged: count(events, 'condition.judged'), asked: count(events, 'model.requested'), finished: count(events, 'role.finished') };
}

describe('a fan-out that rests on a judgement', () => {
  for (const [what, routes, planner] of [
    ['of a plan', 'routes: [{ when: size(state.plan) == 0, to: planner }]', '  - { role: planner, output: { plan: [a, b] }, subtasks: [{ id: a, role: worker, input: { part: a } }, { id: b, role: worker, input: { part: b } }] }'],
    ['of a route', 'routes: [{ when: size(state.plan) == 0, to: planner }, { when: size(state.notes) == 0, to: worker, for_each: state.plan, as: part }]', '  - { role: planner, output: { plan: [a, b] } }'],
  ] as const) {
    it(`is completed from wherever its claims were cut off, with no step, question or subtask lost: ${what}`, () =>
      inFolder(scripted(`${roles}${routes}\nfinish_when: run.steps >= 3`, `${planner}${judged}`), async (folder) => {
        const { events } = await runTeam(folder);
        const whole = essence(events);
        assert.deepEqual([whole.end?.status, whole.values['notes'], whole.steps], ['completed', ['a', 'b'], 3]);
        for (const kept of events.flatMap(({ type, seq }) => (type === 'condition.judged' || type === 'role.started' ? [seq] : []))) {
          const resumed = await resumeTeam(folder, events.slice(0, kept));
          assert.deepEqual(essence(resumed), whole, `cut after event ${kept}, ${events[kept - 1]!.type}`);
          const replayed = await replayTeam(folder, resumed);
          assert.ok(replayed.ok, replayed.ok ? '' : `cut after event ${kept}: ${replayed.message}`);
        }
      }));
  }
});
