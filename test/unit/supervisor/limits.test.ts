// Each limit is exact: n passes, n + 1 stops.
import assert from 'node:assert/strict';
import { totalTokens } from '../../../src/engine/events/usage';
import { formatReached } from '../../../src/engine/projections/format';
import { inFolder, runFiles, scripted } from '../../support/runFiles';
import { replayTeam, resumeTeam, runTeam, stateOf } from '../../support/runTeam';
import { tempFolder } from '../../support/tempFolder';
import { virtualClock } from '../../support/virtualClock';

const counter = (more: string, until: number) => `
team: counting
goal: Count
models: { demo: { provider: scripted, script: script.yaml } }
model: demo
roles:
  - { role: counter, responsibility: Count on., reads: [n], writes: { n: { type: number } } }
state: { n: { type: number, initial: 0 } }
routes: [{ when: state.n < ${until}, to: counter }]
finish_when: state.n >= ${until}
${more}`;
const countOn = '- { role: counter, output: { n: "{{ state.n + 1 }}" }, repeat: true, usage: { input: 90, output: 10 }, delay_ms: 1000 }';

async function run(team: string, replies: string) {
  const folder = await tempFolder({ 'team.yaml': team, 'script.yaml': `replies:\n  ${replies}\n` });
  try {
    return await runTeam(folder.path, { clock: virtualClock() });
  } finally {
    await folder.remove();
  }
}

describe('limits of a run', () => {
  it('lets a run finish with its last allowed step', async () => {
    const { result, state } = await run(counter('limits: { steps: 3 }', 3), countOn);
    assert.deepEqual([result.status, result.reason, state.steps], ['completed', 'finish_when', 3]);
  });

  it('stops before the step after the last allowed one', async () => {
    const { result, state } = await run(counter('limits: { steps: 3 }', 4), countOn);
    assert.deepEqual([result.status, result.reason, state.steps, state.values['n']], ['partial', 'limit:steps', 3, 3]);
  });

  it('ends as the model chose when the steps are used up but no other step would be made', async () => {
    const team = counter('limits: { steps: 1 }\nsupervisor: { choices: [counter, end] }', 1).replace('finish_when: state.n >= 1', '');
    const { result } = await run(team, `${countOn}\n  - { role: supervisor, choice: end }`);
    assert.deepEqual([result.status, result.reason], ['completed', 'end']);
  });

  it('stops when the time is used up, and not a step earlier', async () => {
    const late = await run(counter('limits: { time: 3s }', 9), countOn);
    assert.deepEqual([late.result.reason, late.state.steps], ['limit:time', 3]);
    const inTime = await run(counter('limits: { time: 3001ms }', 4), countOn);
    assert.deepEqual([inTime.result.reason, inTime.state.steps], ['finish_when', 4]);
  });

  it('does not make a call that the tokens left do not cover', async () => {
    for (const [tokens, steps] of [[500, 5], [499, 4], [501, 5]] as const) {
      const { result, state } = await run(counter(`limits: { tokens: ${tokens} }`, 99), countOn);
      assert.deepEqual([result, state.steps, totalTokens(state.usage)], [{ status: 'partial', reason: 'limit:tokens' }, steps, steps * 100], String(tokens));
    }
  });

  it('expects a call to take what the role\'s last one did: neither our count nor its input alone', async () => {
    const large = countOn.replace('input: 90, output: 10', 'input: 900, output: 100');
    const { state } = await run(counter('limits: { tokens: 3999 }', 99), large);
    assert.deepEqual([state.steps, totalTokens(state.usage)], [3, 3000], 'counted here, a fourth would fit');
  });

  it('counts money exactly: what just fits is spent, and no other call is made then', async () => {
    const team = (limit: string) => counter(`limits: { cost_usd: ${limit} }`, 99).replace('script: script.yaml }', 'script: script.yaml, price: { input: 0, output: 10 } }');
    for (const [limit, steps] of [['0.0003', 3], ['0.0007', 7]] as const) {
      const { result, state } = await run(team(limit), countOn);
      assert.deepEqual([result.reason, state.steps], ['limit:cost_usd', steps]);
    }
  });

  it('keeps a tenth of the tokens back for the on_limit role', async () => {
    const team = counter('limits: { tokens: 1500 }\non_limit: closer', 99).replace('state:', '  - { role: closer, responsibility: Close., reads: [n], writes: { end: { type: string } } }\nstate:');
    const { result, state } = await run(team, `${countOn}\n  - { role: closer, output: { end: "{{ string(state.n) }}" }, usage: { input: 90, output: 10 } }`);
    assert.deepEqual(result, { status: 'partial', reason: 'limit:tokens' });
    assert.ok(totalTokens(state.usage) <= 1500);
    assert.equal(state.values['end'], String(state.values['n']));
  });

  it('ends as it would have, wherever it is cut off around the limit', async () => {
    const team = counter('limits: { tokens: 1500 }\non_limit: closer', 99).replace('state:', '  - { role: closer, responsibility: Close., reads: [n], writes: { end: { type: string } } }\nstate:');
    const folder = await tempFolder({ 'team.yaml': team, 'script.yaml': `replies:\n  ${countOn}\n  - { role: closer, output: { end: "{{ string(state.n) }}" }, usage: { input: 90, output: 10 } }\n` });
    try {
      const { events, state } = await runTeam(folder.path);
      const reached = events.findIndex((event) => event.type === 'limit.reached');
      assert.ok(reached > 0);
      for (let kept = reached - 5; kept < events.length; kept++) {
        const all = await resumeTeam(folder.path, events.slice(0, kept));
        const { end, values, steps } = stateOf(all);
        assert.deepEqual([end, values, steps], [state.end, state.values, state.steps], `cut after event ${kept}, ${events[kept - 1]!.type}`);
      }
    } finally {
      await folder.remove();
    }
  });

  it('lets parallel subtasks take no more together than the run has, and meets the limit in a replay where it was met', async () => {
    const files = scripted(`
roles: [{ role: worker, responsibility: Work., writes: { log: { type: array } } }]
state: { parts: { type: array, initial: [a, b, c, d, e, f] }, log: { type: array, reducer: append } }
routes: [{ when: size(state.log) == 0, to: worker, for_each: state.parts, as: part }]
finish_when: size(state.log) > 0
limits: { tokens: 1200, parallel: 6 }
`, '  - { role: worker, output: { log: ["{{ subtask.input.part }}"] }, repeat: true, usage: { input: 90, output: 10 }, delay_ms: 1000 }\n');
    await inFolder(files, async (folder) => {
      const { events, state, result } = await runTeam(folder);
      assert.ok(result.reason === 'limit:tokens' && totalTokens(state.usage) <= 1200, `${result.reason}, ${totalTokens(state.usage)} tokens`);
      const [reached, ...more] = events.filter((event) => event.type === 'limit.reached');
      const { used = 0, of = 0, reserved = 0, wanted = 0 } = reached ?? {};
      assert.ok(more.length === 0 && used + reserved <= of && used + reserved + wanted > of, `it tells why: ${JSON.stringify(reached)}`);
      const replayed = await replayTeam(folder, events);
      assert.ok(replayed.ok, replayed.ok ? '' : replayed.message);
    });
  });

  it('passes a role over once its calls are used, and takes no step for it', async () => {
    const team = counter('', 9).replace('writes: { n: { type: number } } }', 'writes: { n: { type: number } }, limits: { calls: 2 } }');
    const { result, state, events } = await run(team, countOn);
    assert.deepEqual([result.status, result.reason, state.steps], ['partial', 'quiescent', 2]);
    const skipped = events.find((event) => event.type === 'role.skipped');
    assert.deepEqual(skipped?.refused, [{ route: 0, role: 'counter', why: 'calls', detail: '2 calls are used' }]);
  });

  it('counts a budget of tool calls, and ends a role that goes on calling', async () => {
    const team = counter('tools: { look: { type: list_files, root: . } }', 9).replace('writes: { n: { type: number } } }', 'writes: { n: { type: number } }, tools: [look], limits: { tool_calls: 2, retries: 1 } }');
    const { result, events } = await run(team, '- { role: counter, tool_calls: [{ name: look, arguments: {} }], repeat: true }');
    assert.equal(result.reason, 'error:tools');
    assert.equal(events.filter((event) => event.type === 'tool.returned' && event.error === undefined).length, 2);
    assert.equal(events.filter((event) => event.type === 'model.requested').length, 4);
  });

  it('tells how many steps a fan-out needs that is larger than what is left', async () => {
    const { events, result } = await runFiles(scripted(`
roles: [{ role: worker, responsibility: Work., writes: { log: { type: array } } }]
state: { parts: { type: array, initial: [a, b, c] }, log: { type: array, reducer: append } }
routes: [{ when: size(state.log) == 0, to: worker, for_each: state.parts, as: part }]
limits: { steps: 2 }
`, '  - { role: worker, output: { log: [x] }, repeat: true }\n'));
    const told = events.flatMap((event) => (event.type === 'limit.reached' ? [formatReached(event)] : []));
    assert.deepEqual([result.reason, told], ['limit:steps', ['0 of 2, 3 more wanted']]);
  });

  it('ends where a prompt is larger than a call may be: to the token, and nothing is sent', async () => {
    const { result, events } = await run(counter('limits: { tokens_per_call: 20 }', 9), countOn);
    assert.deepEqual(result, { status: 'partial', reason: 'limit:tokens_per_call' });
    assert.ok(!events.some((event) => event.type === 'model.requested'), 'nothing was sent');
    const needed = events.find((event) => event.type === 'limit.reached')!.used;
    const results = await Promise.all([needed, needed - 1].map(async (most) => (await run(counter(`limits: { tokens_per_call: ${most} }`, 1), countOn)).result.reason));
    assert.deepEqual(results, ['finish_when', 'limit:tokens_per_call']);
  });

  it('has a role for the end make a partial result where a prompt is too large, and goes on once a call may be larger', async () => {
    const files = scripted(`
roles:
  - { role: writer, responsibility: Write on what there is., reads: [text], writes: { text: { type: string } } }
  - { role: closer, responsibility: Close., writes: { report: { type: string } } }
routes: [{ when: size(state.text) < 1300, to: writer }]
finish_when: size(state.text) >= 1300
limits: { tokens_per_call: 380 }
on_limit: closer`, `
  - { role: writer, output: { text: "{{ state.text + 'word and word and '.repeat(12) }}" }, repeat: true }
  - { role: closer, output: { report: closed }, repeat: true }
`.replace("'word and word and '.repeat(12)", `'${'word and word and '.repeat(12)}'`));
    await inFolder(files, async (folder) => {
      const { result, events, state } = await runTeam(folder);
      assert.deepEqual([result, state.values['report']], [{ status: 'partial', reason: 'limit:tokens_per_call' }, 'closed']);
      assert.ok(state.steps > 2, 'some requests were small enough');
      const replayed = await replayTeam(folder, events);
      assert.ok(replayed.ok, replayed.ok ? '' : replayed.message);
      const all = await resumeTeam(folder, events, { limits: { tokensPerCall: 9000 } });
      assert.deepEqual([stateOf(all).end?.reason, (stateOf(all).values['text'] as string).length >= 1300], ['finish_when', true]);
    });
  });
});
