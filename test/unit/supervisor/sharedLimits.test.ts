// Teams that work at once share what the run above them has left: by need and by their order, never by who comes first.
import assert from 'node:assert/strict';
import type { RunEvent, RunOptions } from '../../../src/engine/events/runEvent';
import { totalTokens } from '../../../src/engine/events/usage';
import { canonicalJson } from '../../../src/engine/shared/json';
import { inFolder, scripted, type TeamFiles } from '../../support/runFiles';
import { replayTeam, resumeTeam, runTeam, stateOf } from '../../support/runTeam';

interface Parallel {
  /** How far each visit has to count. */
  readonly needs: readonly number[];
  /** More of the team above, its limits first of all. */
  readonly outer: string;
  readonly inner?: string;
  readonly by?: 'fan-out' | 'plan';
  readonly parallel?: number;
  /** Each visit is a team over the one that counts. */
  readonly isDeep?: boolean;
}

const names = ['a', 'b', 'c', 'd', 'e'];

/** Numbers that look like chance and are the same each time. */
function* numbers(seed: number): Generator<number, never> {
  for (let value = seed; ; ) {
    value = (value * 48271) % 2147483647;
    yield value;
  }
}

/** Visits that each count on their own, every count after a while that `chance` says. */
function teams({ needs, outer, inner = '', by = 'fan-out', parallel = 3, isDeep = false }: Parallel, chance: Generator<number, never>): TeamFiles {
  const counts = needs.flatMap((need, part) =>
    Array.from({ length: need }, (_, n) => `  - { role: counter, when: "state.part == '${names[part]}' && size(state.log) == ${n}", output: { log: ["${names[part]}${n + 1}"] }, repeat: true, usage: { input: 90, output: 10 }, delay_ms: ${chance.next().value % 300} }\n`),
  );
  const closer = '  - { role: closer, output: { log: [closed] }, repeat: true, usage: { input: 90, output: 10 } }\n';
  const own = scripted(`
roles:
  - { role: counter, responsibility: Count on., reads: [log, part, need], writes: { log: { type: array, items: { type: string } } } }
  - { role: closer, responsibility: Close., reads: [log], writes: { log: { type: array } } }
state: { log: { type: array, initial: [], reducer: append }, part: { type: string, initial: '' }, need: { type: integer, initial: 0 } }
routes: [{ when: size(state.log) < state.need, to: counter }]
finish_when: size(state.log) >= state.need
${inner}`, `${counts.join('')}${closer}`, 'counters');
  const middle = scripted(`
topology: hierarchy
roles: [{ role: count, responsibility: Count., reads: [part, need], writes: { log: { type: array } }, team: deep }]
state: { log: { type: array, initial: [], reducer: append }, part: { type: string, initial: '' }, need: { type: integer, initial: 0 } }
routes: [{ when: size(state.log) == 0, to: count }]
finish_when: size(state.log) >= state.need`, '  - { role: count, output: {} }\n', 'middle');
  const items = needs.map((need, part) => `{ part: ${names[part]}, need: ${need} }`);
  const planned = needs.map((need, part) => `{ id: ${names[part]}, role: make, input: { part: ${names[part]}, need: ${need} } }`);
  const top = scripted(`
topology: hierarchy
roles:
${by === 'plan' ? '  - { role: planner, mode: plan, responsibility: Plan., writes: { plan: { type: array } } }\n' : ''}  - { role: make, responsibility: Count., writes: { log: { type: array } }, team: inner }
  - { role: reporter, responsibility: Report., reads: [log], writes: { report: { type: string } } }
state: { log: { type: array, initial: [], reducer: append }, parts: { type: array, initial: [${items.join(', ')}] } }
routes:
  - ${by === 'plan' ? '{ when: size(state.plan) == 0, to: planner }' : '{ when: size(state.log) == 0, for_each: state.parts, to: make }'}
finish_when: size(state.log) >= ${needs.reduce((sum, need) => sum + need)}
${outer.replace('limits: {', `limits: { parallel: ${parallel},`)}`, `${by === 'plan' ? `  - { role: planner, output: { plan: [all] }, usage: { input: 90, output: 10 }, subtasks: [${planned.join(', ')}] }\n` : ''}  - { role: reporter, output: { report: "{{ string(size(state.log)) }}" }, usage: { input: 90, output: 10 } }\n`);
  const visited = isDeep ? middle : own;
  return {
    ...top, 'inner/team.yaml': visited['team.yaml']!, 'inner/script.yaml': visited['script.yaml']!,
    ...(isDeep ? { 'inner/deep/team.yaml': own['team.yaml']!, 'inner/deep/script.yaml': own['script.yaml']! } : {}),
  };
}

/** `seq` is the number in the log of all, `team` holds the folder and the delays. */
const passing = new Set(['seq', 'at', 'ms', 'team']);

/** Without what says when and where it was. */
function timeless(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(timeless);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !passing.has(name)).map(([name, inner]) => [name, timeless(inner)]));
}

/** What each step and each visit did, in its order, and what the run did with it, in its order. */
function story(events: readonly RunEvent[]): string {
  const bySteps = new Map<number, unknown[]>();
  const joined: unknown[] = [];
  for (const event of events) {
    if ('step' in event && event.step !== null) bySteps.set(event.step, [...(bySteps.get(event.step) ?? []), timeless(event)]);
    if (event.type === 'workspace.committed' || event.type === 'role.finished' || event.type === 'role.started' || !('step' in event)) joined.push(timeless(event));
  }
  return canonicalJson([[...bySteps], joined] as never);
}

function statesOf(events: readonly RunEvent[]): string {
  const { values, meta, markers, steps, usage, cost, end, done, failed, requests } = stateOf(events);
  const counts = [done, failed, requests].map((map) => map.keys().toSorted().map((key) => [key, map.get(key)]));
  return canonicalJson(timeless({ values, meta, markers, steps, usage, cost, end, counts }) as never);
}

function manyRuns(parallel: Parallel, count = 20): Promise<readonly RunEvent[]> {
  return alike((chance) => teams(parallel, chance), count);
}

/** Of so many runs with other delays each: all tell the same story and leave the same state. */
async function alike(filesFor: (chance: Generator<number, never>) => TeamFiles, count: number): Promise<readonly RunEvent[]> {
  const chance = numbers(11);
  const stories = new Set<string>();
  const states = new Set<string>();
  const orders = new Set<string>();
  let last: readonly RunEvent[] = [];
  for (let run = 0; run < count; run++) {
    last = await inFolder(filesFor(chance), async (folder) => (await runTeam(folder)).events);
    stories.add(story(last));
    states.add(statesOf(last));
    orders.add(last.flatMap((event) => ('step' in event ? [event.step] : [])).join());
  }
  assert.ok(orders.size > 1, 'the delays did change the order');
  assert.equal(states.size, 1, [...states].join('\n'));
  const [first = '', second = first] = stories;
  const place = [...first].findIndex((character, index) => character !== second[index]);
  assert.equal(stories.size, 1, `${first.slice(place - 300, place + 60)}\n${second.slice(place - 300, place + 60)}`);
  return last;
}

const logOf = (events: readonly RunEvent[]) => stateOf(events).values['log'] as readonly string[];
const sharesOf = (events: readonly RunEvent[]) => names.map((name) => logOf(events).filter((one) => one.startsWith(name)).length);

const sorted = (events: readonly RunEvent[]) => logOf(events).toSorted();

describe('teams at once that meet the limit of the run above them', () => {
  const cases: readonly { readonly title: string; readonly team: Parallel; readonly shares: readonly number[]; readonly reason: string }[] = [
    { title: 'two, by a fan-out', team: { needs: [4, 12], outer: 'limits: { steps: 14 }' }, shares: [4, 8, 0, 0, 0], reason: 'limit:steps' },
    { title: 'three, by a fan-out', team: { needs: [9, 3, 9], outer: 'limits: { steps: 20 }' }, shares: [7, 3, 7, 0, 0], reason: 'limit:steps' },
    { title: 'two, by a plan', team: { needs: [9, 9], outer: 'limits: { steps: 14 }', by: 'plan' }, shares: [6, 5, 0, 0, 0], reason: 'limit:steps' },
    { title: 'three, by a plan', team: { needs: [9, 9, 2], outer: 'limits: { steps: 20 }', by: 'plan' }, shares: [7, 7, 2, 0, 0], reason: 'limit:steps' },
    { title: 'three, two teams down', team: { needs: [9, 3, 9], outer: 'limits: { steps: 23 }', isDeep: true }, shares: [7, 3, 7, 0, 0], reason: 'limit:steps' },
    { title: 'five, two at a time', team: { needs: [9, 2, 9, 2, 9], outer: 'limits: { steps: 24 }', parallel: 2 }, shares: [5, 2, 5, 2, 5], reason: 'limit:steps' },
    { title: 'tokens', team: { needs: [9, 3, 9], outer: 'limits: { steps: 99, tokens: 1900 }' }, shares: [8, 3, 7, 0, 0], reason: 'limit:tokens' },
    { title: 'cost', team: { needs: [9, 3, 9], outer: 'limits: { steps: 99, cost_usd: 0.0019 }' }, shares: [8, 3, 7, 0, 0], reason: 'limit:cost_usd' },
  ];
  for (const { title, team, shares, reason } of cases) {
    it(`share it alike in twenty runs, whatever order they answer in, and it is named as the end: ${title}`, async () => {
      const events = await manyRuns(team);
      assert.deepEqual(stateOf(events).end, { status: 'partial', reason });
      assert.deepEqual(sharesOf(events), shares);
    }).timeout(120_000);
  }

  const limits: readonly { readonly title: string; readonly team: Parallel; readonly raised: RunOptions['limits'] }[] = [
    { title: 'steps, by a fan-out', team: { needs: [9, 3, 9], outer: 'limits: { steps: 16 }' }, raised: { steps: 24 } },
    { title: 'steps, by a plan', team: { needs: [9, 3], outer: 'limits: { steps: 10 }', by: 'plan' }, raised: { steps: 15 } },
    { title: 'steps, two teams down', team: { needs: [5, 9], outer: 'limits: { steps: 14 }', isDeep: true }, raised: { steps: 18 } },
    { title: 'tokens', team: { needs: [9, 3, 9], outer: 'limits: { steps: 99, tokens: 1900 }' }, raised: { tokens: 9000 } },
    { title: 'cost', team: { needs: [9, 3, 9], outer: 'limits: { steps: 99, cost_usd: 0.0019 }' }, raised: { costUsd: 1 } },
  ];
  for (const { title, team, raised } of limits) {
    it(`go on from where they were stopped when it is raised, and nothing is done or counted twice: ${title}`, async () => {
      await inFolder(teams(team, numbers(3)), async (folder) => {
        const { events, result } = await runTeam(folder);
        assert.match(result.reason, /^limit:/);
        const all = await resumeTeam(folder, events, { limits: raised });
        const whole = await runTeam(folder, { options: { limits: raised } });
        const { end, values, steps, usage, markers } = stateOf(all);
        // As after any fan-out that goes on, what is still missing comes behind what its siblings had committed.
        assert.deepEqual([end, sorted(all), steps, usage, markers], [whole.state.end, sorted(whole.events), whole.state.steps, whole.state.usage, {}]);
        assert.deepEqual(end, { status: 'completed', reason: 'finish_when' });
        const replayed = await replayTeam(folder, all);
        assert.ok(replayed.ok, replayed.ok ? '' : replayed.message);
        for (let kept = events.length; kept < all.length; kept += 2) {
          const again = stateOf(await resumeTeam(folder, all.slice(0, kept), kept === events.length ? { limits: raised } : {}));
          assert.deepEqual([again.end, again.values, again.steps, again.usage.output], [end, values, steps, usage.output], `cut after ${kept}: ${all[kept - 1]!.type}`);
        }
      });
    }).timeout(120_000);
  }

  it('come to the same when they are cut off anywhere and resumed', async () => {
    await inFolder(teams({ needs: [7, 2, 7], outer: 'limits: { steps: 14 }' }, numbers(5)), async (folder) => {
      const { events, state } = await runTeam(folder);
      for (let kept = 1; kept < events.length; kept += 1) {
        const again = stateOf(await resumeTeam(folder, events.slice(0, kept)));
        assert.deepEqual([again.end, again.values, again.steps, again.usage.output], [state.end, state.values, state.steps, state.usage.output], `cut after ${kept}: ${events[kept - 1]!.type}`);
      }
    });
  }).timeout(120_000);

  it('let the role for the end make a partial result of what they have', async () => {
    const events = await manyRuns({ needs: [9, 3, 9], outer: 'limits: { steps: 16 }\non_limit: reporter' }, 5);
    const { end, values } = stateOf(events);
    assert.deepEqual([end, values['report']], [{ status: 'partial', reason: 'limit:steps' }, '13']);
  }).timeout(120_000);

  it('each have their own role for the end, within what all of them may use', async () => {
    const events = await manyRuns({ needs: [9, 3, 9], outer: 'limits: { steps: 99, tokens: 1900 }', inner: 'on_limit: closer' }, 5);
    const { end, usage } = stateOf(events);
    assert.deepEqual(end, { status: 'partial', reason: 'limit:tokens' });
    assert.ok(totalTokens(usage) <= 1900 && logOf(events).includes('closed'), `${totalTokens(usage)}: ${logOf(events).join()}`);
  }).timeout(120_000);

  it('wait for nobody where the limit is their own', async () => {
    const events = await manyRuns({ needs: [9, 3, 9], outer: 'limits: { steps: 99 }', inner: 'limits: { steps: 4 }' }, 5);
    assert.deepEqual([stateOf(events).end, sharesOf(events)], [{ status: 'partial', reason: 'quiescent' }, [4, 3, 4, 0, 0]]);
  }).timeout(120_000);

  it('no less where the subtasks are roles, and each makes several calls', async () => {
    const calls = (part: string, count: number, chance: Generator<number, never>) =>
      Array.from({ length: count }, (_, made) => `  - { role: worker, when: "subtask.input.part == '${part}' && size(tool.results) == ${made}", ${made === count - 1 ? `output: { log: [${part}] }` : 'tool_calls: [{ name: sums, arguments: { expression: "1 + %s" } }]'.replace('%s', String(made))}, repeat: true, usage: { input: ${80 + 10 * part.charCodeAt(0) - 970}, output: ${10 + made} }, delay_ms: ${chance.next().value % 300} }\n`).join('');
    const events = await alike(
      (chance) =>
        scripted(`
roles: [{ role: worker, responsibility: Work., tools: [sums], writes: { log: { type: array } } }]
tools: { sums: { type: calculate } }
state: { log: { type: array, initial: [], reducer: append }, parts: { type: array, initial: [a, b, c] } }
routes: [{ when: size(state.log) == 0, for_each: state.parts, as: part, to: worker }]
finish_when: size(state.log) == 3
limits: { tokens: 1500 }`, ['a', 'b', 'c'].map((part, index) => calls(part, [6, 2, 7][index]!, chance)).join('')),
      20,
    );
    const { end, usage } = stateOf(events);
    assert.deepEqual(end, { status: 'partial', reason: 'limit:tokens' });
    assert.ok(totalTokens(usage) <= 1500 && logOf(events).includes('b'), `${totalTokens(usage)}: ${logOf(events).join()}`);
  }).timeout(120_000);
});
