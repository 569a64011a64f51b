// What a sub-team may still use is what the runs above it have left, whatever its own limits say, also when several visits go on at once.
import assert from 'node:assert/strict';
import { totalTokens } from '../../../src/engine/events/usage';
import { inFolder, runFiles, scripted, type TeamFiles } from '../../support/runFiles';
import { replayTeam, resumeTeam, runTeam, stateOf, type RanTeam } from '../../support/runTeam';

interface Nested {
  /** More of the team above, and of the team that counts. */
  readonly outer?: string;
  readonly inner?: string;
  /** How many visits at once; 1: one, without a fan-out. */
  readonly visits?: number;
  /** The visited team is a team over the one that counts. */
  readonly isDeep?: boolean;
  readonly until?: number;
}

const counter = '  - { role: counter, output: { n: "{{ state.n + 1 }}" }, repeat: true, usage: { input: 90, output: 10 }, delay_ms: 1000 }\n';

/** A team that counts to ten, one step and 100 tokens each, unless something stops it. */
function counting({ outer = '', inner = '', visits = 1, isDeep = false, until = 10 }: Nested): TeamFiles {
  const own = scripted(`
roles:
  - { role: counter, responsibility: Count on., reads: [n], writes: { n: { type: number } } }
  - { role: closer, responsibility: Close., reads: [n], writes: { n: { type: number } } }
state: { n: { type: number, initial: 0, reducer: max } }
routes: [{ when: state.n < ${until}, to: counter }]
finish_when: state.n >= ${until}
${inner}`, `${counter}  - { role: closer, output: { n: 100 }, repeat: true, usage: { input: 90, output: 10 } }\n`, 'counters');
  const over = (folder: string, count: number, more: string) => scripted(`
topology: hierarchy
roles:
  - { role: make, responsibility: Count., writes: { n: { type: number } }, team: ${folder} }
  - { role: reporter, responsibility: Report., reads: [n], writes: { report: { type: string } } }
state: { n: { type: number, reducer: add }, parts: { type: array, initial: [${Array.from({ length: count }, (_, index) => index).join(', ')}] } }
routes: [{ when: meta.n.version == 0${count === 1 ? '' : ', for_each: state.parts, as: part'}, to: make }]
finish_when: meta.n.version > 0
${more}`, '  - { role: reporter, output: { report: "{{ string(state.n) }}" }, usage: { input: 90, output: 10 } }\n');
  const top = over('inner', visits, outer);
  const middle = isDeep ? over('deep', 1, '') : own;
  return {
    ...top, 'inner/team.yaml': middle['team.yaml']!, 'inner/script.yaml': middle['script.yaml']!,
    ...(isDeep ? { 'inner/deep/team.yaml': own['team.yaml']!, 'inner/deep/script.yaml': own['script.yaml']! } : {}),
  };
}

const tokensOf = ({ state }: RanTeam) => totalTokens(state.usage);

describe('limits of a sub-team', () => {
  it('are its own where they are the smaller ones', async () => {
    const { result, state } = await runFiles(counting({ inner: 'limits: { steps: 3 }' }));
    assert.deepEqual([result.status, state.values['n'], state.steps], ['partial', 3, 4]);
  });

  it('are the steps that the run has left', async () => {
    const { result, state } = await runFiles(counting({ outer: 'limits: { steps: 5 }' }));
    assert.deepEqual([result.status, state.values['n'], state.steps], ['partial', 4, 5]);
    const enough = await runFiles(counting({ outer: 'limits: { steps: 11 }' }));
    assert.deepEqual([enough.result.status, enough.state.values['n'], enough.state.steps], ['completed', 10, 11]);
  });

  it('are the time that the run has left', async () => {
    const { result, state } = await runFiles(counting({ outer: 'limits: { time: 4s }' }));
    assert.deepEqual([result.status, state.values['n']], ['partial', 4]);
  });

  it('are the tokens that the run has left', async () => {
    const run = await runFiles(counting({ outer: 'limits: { tokens: 700 }' }));
    assert.equal(run.result.status, 'partial');
    assert.ok(tokensOf(run) <= 700 && run.state.steps > 1, `${tokensOf(run)} tokens in ${run.state.steps} steps`);
  });

  it('are the money that the run has left', async () => {
    const { result, state } = await runFiles(counting({ outer: 'limits: { cost_usd: 0.0005 }' }));
    assert.equal(result.status, 'partial');
    assert.ok(state.cost.known <= 0.0005 && state.cost.known > 0, `${state.cost.known} dollars`);
  });

  for (const isDeep of [false, true]) {
    const claims = isDeep ? 6 : 3;
    const where = isDeep ? 'two teams down' : 'one team down';
    it(`hold for visits at once together, to the step: ${where}`, async () => {
      const files = (steps: number) => counting({ visits: 3, isDeep, outer: `limits: { steps: ${steps} }` });
      const short = await runFiles(files(claims + 29));
      assert.deepEqual([short.result.status, short.state.steps, short.state.values['n']], ['partial', claims + 29, 29]);
      const enough = await runFiles(files(claims + 30));
      assert.deepEqual([enough.result.status, enough.state.steps, enough.state.values['n']], ['completed', claims + 30, 30]);
      const none = await runFiles(files(claims));
      assert.deepEqual([none.result.status, none.state.steps, none.events.filter((event) => event.type === 'model.requested').length], ['partial', claims, 0]);
    });

    it(`hold for visits at once together, in tokens, money and time: ${where}`, async () => {
      const tokens = await runFiles(counting({ visits: 3, isDeep, outer: 'limits: { steps: 99, tokens: 2000 }' }));
      assert.ok(tokens.result.status === 'partial' && tokensOf(tokens) <= 2000 && tokensOf(tokens) > 1500, String(tokensOf(tokens)));
      const money = await runFiles(counting({ visits: 3, isDeep, outer: 'limits: { steps: 99, cost_usd: 0.002 }' }));
      assert.ok(money.result.status === 'partial' && money.state.cost.known <= 0.002 && money.state.cost.known > 0.0015, String(money.state.cost.known));
      const time = await runFiles(counting({ visits: 3, isDeep, outer: 'limits: { steps: 99, time: 4s }' }));
      const begun = time.events.flatMap((event) => (event.type === 'team.event' && event.event.type === 'role.started' ? [event.at - time.state.startedAt] : []));
      assert.ok(time.result.status === 'partial' && begun.length > 0 && begun.every((ms) => ms < 4000), begun.join());
    });
  }

  it('say that it was the limit of the run above', async () => {
    const { events } = await runFiles(counting({ outer: 'limits: { steps: 5 }' }));
    const reached = events.flatMap((event) => (event.type === 'team.event' && event.event.type === 'limit.reached' ? [event.event] : []));
    assert.deepEqual(reached.map(({ limit, used, of, above }) => ({ limit, used, of, above })), [{ limit: 'steps', used: 5, of: 5, above: true }]);
  });

  it('leave the tenth that is kept back to the on_limit role of the run above', async () => {
    const run = await runFiles(counting({ visits: 2, until: 30, outer: 'limits: { steps: 99, tokens: 4000 }\non_limit: reporter' }));
    assert.deepEqual([run.result, run.state.done.get('reporter')], [{ status: 'partial', reason: 'finish_when' }, 0]);
    assert.ok(tokensOf(run) <= 3600 && tokensOf(run) > 2800, String(tokensOf(run)));
  });

  it('leave a tenth of what is left to its own on_limit role', async () => {
    const run = await runFiles(counting({ until: 90, inner: 'on_limit: closer\nlimits: { steps: 99 }', outer: 'limits: { steps: 99, tokens: 4000 }' }));
    assert.deepEqual([run.result.status, run.state.values['n']], ['partial', 100]);
    assert.ok(tokensOf(run) <= 4000, String(tokensOf(run)));
  });

  it('keep its on_limit role within the steps of the run above', async () => {
    const own = await runFiles(counting({ inner: 'limits: { steps: 3 }\non_limit: closer' }));
    assert.deepEqual([own.state.values['n'], own.state.steps], [100, 5]);
    const above = await runFiles(counting({ inner: 'on_limit: closer', outer: 'limits: { steps: 4 }' }));
    assert.deepEqual([above.result.status, above.state.values['n'], above.state.steps], ['partial', 3, 4]);
  });

  it('are those of a single call too', async () => {
    const { result, events } = await runFiles(counting({ outer: 'limits: { tokens_per_call: 20 }' }));
    assert.equal(result.status, 'partial');
    assert.ok(!events.some((event) => event.type === 'team.event' && event.event.type === 'model.requested'), 'nothing was sent');
    const cut = events.flatMap((event) => (event.type === 'role.finished' && event.cutShort !== undefined ? [event.cutShort] : []));
    assert.deepEqual(cut.map(({ limit, of }) => [limit, of]), [['tokens_per_call', 20]]);
  });

  it('of cost let no run start whose inner team has a model of unknown price', async () => {
    const files = counting({ outer: 'limits: { cost_usd: 1 }' });
    const unpriced = files['inner/team.yaml']!.replace(/models: .*/, 'models: { demo: { provider: openai, base_url: "http://127.0.0.1:9/v1", model: x } }');
    const { result, events } = await runFiles({ ...files, 'inner/team.yaml': unpriced });
    assert.equal(result.reason, 'error:price');
    assert.ok(!events.some((event) => event.type === 'role.started'));
    assert.match(JSON.stringify(events.at(-1)), /counters\/demo costs is not known/);
    const free = await runFiles({ ...counting({}), 'inner/team.yaml': unpriced });
    assert.notEqual(free.result.reason, 'error:price');
  });

  it('let a visit go on when the limit above it is raised', async () => {
    await inFolder(counting({ outer: 'limits: { steps: 4 }', inner: 'on_limit: ask' }), async (folder) => {
      const { result, events, state } = await runTeam(folder);
      assert.deepEqual([result.status, state.steps], ['waiting', 4]);
      const same = await resumeTeam(folder, events);
      assert.equal(stateOf(same).end?.status, 'waiting');
      const all = await resumeTeam(folder, events, { limits: { steps: 40 } });
      assert.deepEqual([stateOf(all).end?.status, stateOf(all).values['n'], stateOf(all).steps], ['completed', 10, 11]);
      const replayed = await replayTeam(folder, all);
      assert.ok(replayed.ok, replayed.ok ? '' : replayed.message);
    });
  });

  for (const limits of ['steps: 9', 'tokens: 1000', 'cost_usd: 0.001', 'time: 3s']) {
    it(`are met where they were met when visits at once are replayed, and hold when they are cut off anywhere: ${limits}`, async () => {
      await inFolder(counting({ visits: 2, outer: `limits: { ${limits} }` }), async (folder) => {
        const { events, result } = await runTeam(folder);
        assert.equal(result.status, 'partial');
        const replayed = await replayTeam(folder, events);
        assert.ok(replayed.ok, replayed.ok ? '' : replayed.message);
        for (let kept = 1; kept < events.length; kept += 3) {
          const all = await resumeTeam(folder, events.slice(0, kept));
          const { steps, usage, cost, end } = stateOf(all);
          assert.ok(steps <= 20 && (limits !== 'steps: 9' || steps === 9), `cut after ${kept}: ${steps} steps`);
          assert.ok(limits !== 'tokens: 1000' || totalTokens(usage) <= 1000, `cut after ${kept}: ${totalTokens(usage)} tokens`);
          assert.ok(limits !== 'cost_usd: 0.001' || cost.known <= 0.001, `cut after ${kept}: ${cost.known} dollars`);
          assert.equal(end?.status, 'partial', `cut after ${kept}`);
          const again = await replayTeam(folder, all);
          assert.ok(again.ok, `cut after ${kept}: ${again.ok ? '' : again.message}`);
        }
      });
    }).timeout(60_000);
  }
});
