// A team that a limit of the run above has cut short goes on from there as often as the limit is raised, whatever had been asked about its step before it began.
import assert from 'node:assert/strict';
import type { RunEvent } from '../../../src/engine/events/runEvent';
import { inFolder, scripted, type TeamFiles } from '../../support/runFiles';
import { forkTeam, replayTeam, resumeTeam, runTeam, stateOf } from '../../support/runTeam';

const inner = scripted(`
roles: [{ role: counter, responsibility: Count on., reads: [n], writes: { n: { type: number } } }]
state: { n: { type: number, initial: 0, reducer: add } }
routes: [{ when: state.n < 6, to: counter, input: { n: state.n } }]
finish_when: state.n >= 6
`, '  - { role: counter, output: { n: 1 }, repeat: true }\n', 'inner');

function over(more: string, replies = ''): TeamFiles {
  const outer = scripted(`
topology: hierarchy
roles:
  - { role: first, responsibility: Begin., writes: { begun: { type: boolean } } }
  - { role: make, responsibility: Count., writes: { n: { type: number } }, team: inner }
state: { n: { type: number, reducer: add } }
${more}
`, `  - { role: first, output: { begun: true } }\n${replies}`);
  return { 'team.yaml': outer['team.yaml']!, 'script.yaml': outer['script.yaml']!, 'inner/team.yaml': inner['team.yaml']!, 'inner/script.yaml': inner['script.yaml']! };
}

const requests = (events: readonly RunEvent[]): readonly string[] => events.flatMap((event) => (event.type === 'team.event' ? requests([event.event]) : event.type === 'model.requested' ? [event.role] : []));
const outcomes = (events: readonly RunEvent[]) => events.flatMap((event) => (event.type === 'role.finished' ? [`${event.step} ${event.outcome}`] : []));

/** Raised one after the other; each is replayed, cut off at once, and forked from its end. */
async function raised(files: TeamFiles, limits: readonly number[]): Promise<readonly RunEvent[]> {
  return inFolder(files, async (folder) => {
    let { events } = await runTeam(folder);
    for (const steps of limits) {
      events = [...(await resumeTeam(folder, events, { limits: { steps } }))];
      const replayed = await replayTeam(folder, events);
      assert.ok(replayed.ok, `${steps}: ${replayed.ok ? '' : replayed.message}`);
      const cut = await resumeTeam(folder, events.slice(0, events.findLastIndex(({ type }) => type === 'run.resumed') + 1));
      assert.deepEqual([stateOf(cut).end, stateOf(cut).values, requests(cut)], [stateOf(events).end, stateOf(events).values, requests(events)]);
      const cutAgain = await replayTeam(folder, cut);
      assert.ok(cutAgain.ok, `cut after ${steps}: ${cutAgain.ok ? '' : cutAgain.message}`);
      const last = events.findLast((event) => event.type === 'role.finished')!;
      const fork = await forkTeam(events, (last as RunEvent<'role.finished'>).step);
      const again = await replayTeam(folder, fork.events);
      assert.ok(again.ok, `fork after ${steps}: ${again.ok ? '' : again.message}`);
    }
    return events;
  });
}

describe('a team that a limit has cut short', () => {
  it('goes on where the supervisor\'s model had chosen it', async () => {
    const events = await raised(over('supervisor: { choices: [make, end] }\nlimits: { steps: 3 }', '  - { role: supervisor, choice: make, why: it counts }\n  - { role: supervisor, choice: end, why: done }\n'), [5, 9]);
    assert.deepEqual([stateOf(events).values['n'], stateOf(events).end?.status], [6, 'completed']);
    assert.deepEqual(requests(events), ['supervisor', ...Array<string>(6).fill('counter'), 'supervisor']);
    assert.deepEqual(outcomes(events), ['1 partial', '1 partial', '1 committed']);
  });

  it('goes on where a question about a limit had been asked before it began', async () => {
    const events = await raised(over('routes: [{ when: state.begun == null, to: first }, { when: meta.n.version == 0, to: make }]\nlimits: { steps: 1 }\non_limit: ask'), [4, 9]);
    assert.deepEqual([stateOf(events).values['n'], stateOf(events).end?.status], [6, 'completed']);
    assert.deepEqual(requests(events), ['first', ...Array<string>(6).fill('counter')]);
    assert.deepEqual(outcomes(events), ['1 committed', '2 partial', '2 committed']);
  });

  const planned = scripted(`
roles:
  - { role: planner, mode: plan, responsibility: Plan., writes: { n: { type: number } } }
  - { role: counter, responsibility: Count on., writes: { n: { type: number } } }
state: { n: { type: number, initial: 0, reducer: add } }
routes: [{ when: state.n == 0, to: planner }]
`, `  - { role: planner, output: { n: 1 }, subtasks: [{ id: a, role: counter, input: {} }, { id: b, role: counter, input: {} }, { id: c, role: counter, input: {} }] }
  - { role: counter, output: { n: 1 }, repeat: true }\n`, 'inner');
  for (const { title, within, n } of [{ title: 'by a step', within: inner, n: 3 }, { title: 'by several at once, where some are left', within: planned, n: 1 }]) {
    it(`ends the run with that limit, also where it was cut off anywhere: ${title}`, async () => {
      const outer = over('routes: [{ when: meta.n.version == 0, to: make }]\nlimits: { steps: 4 }');
      await inFolder({ ...outer, 'inner/team.yaml': within['team.yaml']!, 'inner/script.yaml': within['script.yaml']! }, async (folder) => {
        const { events, state } = await runTeam(folder);
        assert.deepEqual([state.end, state.values['n']], [{ status: 'partial', reason: 'limit:steps' }, n]);
        for (let kept = 1; kept < events.length; kept++) {
          const all = await resumeTeam(folder, events.slice(0, kept));
          const cut = stateOf(all);
          assert.deepEqual([cut.end, cut.values['n'], cut.endedBy.length], [state.end, n, 1], `cut after ${kept}: ${events[kept - 1]!.type}`);
          const replayed = await replayTeam(folder, all);
          assert.ok(replayed.ok, `cut after ${kept}: ${replayed.ok ? '' : replayed.message}`);
        }
      });
    }).timeout(60_000);
  }
});
