// What a request used that was stopped before anybody said so is unknown, and never nothing: in the spend of step, role and run, on every surface.
import assert from 'node:assert/strict';
import type { RunEvent } from '../../../src/engine/events/runEvent';
import { createRunFold } from '../../../src/engine/projections/foldRunView';
import type { RunView } from '../../../src/engine/projections/runView';
import { spendSentence } from '../../../src/engine/projections/spendSentence';
import { spendTable } from '../../../src/engine/projections/spendTable';
import { spendJson } from '../../../src/cli/resultJson';
import { createMemoryRunLogs } from '../../../src/engine/events/memoryLog';
import { createEngine } from '../../../src/engine/supervisor/createEngine';
import type { EnginePorts, RunHandle } from '../../../src/engine/supervisor/engine';
import { nodeClock } from '../../../src/node/nodeClock';
import { createRunLogs } from '../../../src/node/runLog/runLogs';
import { rolecallHere } from '../../support/cliInProcess';
import { callsOf, httpTeamFiles, viewOf, withHttpTeams, writes } from '../../support/httpTeam';
import { hang } from '../../support/modelServer';
import { inFolder, runFiles, scripted } from '../../support/runFiles';
import { loadGoodTeam, resumeTeam, runTeam, testPorts, type RunTeam } from '../../support/runTeam';
import { virtualClock } from '../../support/virtualClock';

const price = 'price: { input: 1, cached: 0.1, output: 10 }';
const usage = { prompt_tokens: 1000, completion_tokens: 100 };
const paid = (1000 * 1 + 100 * 10) / 1e6;

function stopWhenAsked(run: RunHandle): void {
  run.listen({ onEvents: (events) => { if (events.some(({ type }) => type === 'model.requested')) run.stop(); } });
}

const sentence = (view: RunView): string => spendSentence(view).map(({ text }) => text).join('');

function interruptedView(events: readonly RunEvent[]): RunView {
  const fold = createRunFold();
  fold.apply(events);
  fold.interrupt();
  return fold.view!;
}

function assertAddsUp(view: RunView): void {
  const { total, byRole, byModel } = view.spend;
  for (const rows of [byRole, byModel, view.steps]) {
    assert.equal(rows.reduce((sum, row) => sum + row.calls, 0), total.calls);
    assert.equal(rows.reduce((sum, row) => sum + row.usage.input, 0), total.usage.input);
    assert.ok(rows.some(({ cost }) => cost.incomplete) === total.cost.incomplete);
  }
}

describe('requests that were stopped', () => {
  const http = withHttpTeams();
  /** Once the server is at it. */
  const stopIt: RunTeam = { clock: nodeClock, during: (run) => void http.server.asked(1).then(() => run.stop()) };

  it('cost an unknown amount for an estimated input: the step, the role and the run say so', async () => {
    const { view, calls } = await http.run([hang()], { entry: price }, stopIt);
    const [call] = calls;
    assert.deepEqual([call?.state, call?.unanswered, call?.usage], ['stopped', 1, null]);
    assert.ok(call!.promptTokens > 0);
    for (const row of [view.spend.total, view.spend.byRole[0]!, view.steps[0]!]) {
      assert.deepEqual(row.cost, { known: 0, incomplete: true });
      assert.deepEqual([row.calls, row.usage.input, row.usage.estimated], [1, call!.promptTokens, true]);
    }
    assertAddsUp(view);
    assert.equal(sentence(view), 'unknown cost for 1 call. 1 call was stopped before its usage was known; it may have been billed. No output was rejected.');
    assert.equal(spendTable(view, 'role').total.cells.at(-1), 'unknown');
    const json = spendJson(view.spend.total);
    assert.deepEqual([json['cost_usd'], json['stopped_calls'], json['estimated']], [null, 1, true]);
  });

  it('stay unknown when the run goes on, beside what is known then, and are no limit to it', async () => {
    http.server.answer(hang(), writes('rain', usage));
    const files = httpTeamFiles(http.server.origin, { entry: price, more: 'limits: { cost_usd: 0.5, tokens: 3000 }' });
    await inFolder(files, async (folder) => {
      const { events } = await runTeam(folder, stopIt);
      const view = viewOf(await resumeTeam(folder, events, undefined, { clock: nodeClock }));
      assert.deepEqual([view.status, view.reason], ['completed', 'finish_when']);
      const { total } = view.spend;
      assert.deepEqual([total.cost, total.calls, total.unanswered, total.unpriced], [{ known: paid, incomplete: true }, 2, 1, false]);
      assertAddsUp(view);
      assert.equal(sentence(view), '> $0.0020 for 2 calls. 1 call was stopped before its usage was known; it may have been billed. No output was rejected.');
      assert.deepEqual(view.limits.map(({ name, used, reserved }) => [name, used, reserved]).filter(([name]) => name === 'tokens' || name === 'cost'), [['tokens', 1100, 0], ['cost', paid, 0]]);
    });
  });

  it('are unknown also where the process died, before and after the run goes on, and however often it does', async () => {
    http.server.answer(hang(), writes('rain', usage));
    await inFolder(httpTeamFiles(http.server.origin, { entry: price }), async (folder) => {
      const { events } = await runTeam(folder, stopIt);
      const died = events.filter(({ type }) => type !== 'run.finished');
      assert.equal(viewOf(died).spend.total.unanswered, 0, 'while it goes on, it is only not answered yet');
      assert.equal(interruptedView(died).spend.total.unanswered, 1);
      const all = await resumeTeam(folder, died, undefined, { clock: nodeClock });
      const { spend } = viewOf(all);
      assert.deepEqual([spend.total.cost, spend.total.calls, spend.total.unanswered], [{ known: paid, incomplete: true }, 2, 1]);
      const diedAgain = all.slice(0, all.findIndex(({ type }) => type === 'run.resumed') + 1);
      assert.deepEqual(callsOf(viewOf(diedAgain)).map(({ state, requests }) => [state, requests]), [['running', 1]]);
      const twice = interruptedView(diedAgain);
      assert.deepEqual([twice.spend.total.unanswered, twice.spend.total.calls], [2, 2]);
      assertAddsUp(twice);
    });
  });

  it('that wait for their answer are none, nor are those of a script, which costs nothing', async () => {
    const { view } = await http.run([writes('rain', usage)], { entry: price });
    assert.deepEqual([view.spend.total.cost.incomplete, view.spend.total.unanswered], [false, 0]);
    const played = await runFiles(scripted(`roles: [{ role: writer, responsibility: Write., reads: [task], writes: [report] }]
routes: [{ when: "!has(state.report)", to: writer }]
finish_when: has(state.report)
`, '  - { role: writer, output: { report: rain }, delay_ms: 50000 }\n'), { during: stopWhenAsked });
    const { spend } = viewOf(played.events);
    assert.deepEqual([spend.total.cost, spend.total.calls, callsOf(viewOf(played.events))[0]?.state], [{ known: 0, incomplete: false }, 1, 'stopped']);
  });

  it('are told of on the terminal: in the summary, the step and the JSON', async () => {
    http.server.answer(hang());
    await inFolder({ ...httpTeamFiles(http.server.origin, { entry: price }), '.rolecall/.gitignore': '*' }, async (folder) => {
      const { events } = await runTeam(folder, stopIt);
      const log = await createRunLogs(`${folder}/.rolecall/runs`).create();
      log.append(events.filter(({ type }) => type !== 'run.finished'));
      await log.close();
      const show = (...more: string[]) => rolecallHere(folder, 'show', log.run, ...more).then(({ out }) => out);
      assert.match(await show(), /1 call was stopped before its usage was known; it may have been billed\./);
      assert.match(await show('--step', '1'), /Call 1, work by writer: local, stopped before its usage was known \(≈ \d+ in, cost unknown\)/);
      const { spend } = JSON.parse(await show('--json')) as { spend: { total: { cost_usd: number | null; stopped_calls: number } } };
      assert.deepEqual([spend.total.cost_usd, spend.total.stopped_calls], [null, 1]);
    });
  });

  it('that a model does not let go of at the time-out are estimated and marked, at the price that the team states', async () => {
    await inFolder(httpTeamFiles('http://127.0.0.1:1', { entry: price, role: 'limits: { timeout: 2s, retries: 0 }' }), async (folder) => {
      const ports = testPorts(virtualClock());
      const deaf: EnginePorts = { ...ports, models: { open: (entry) => Promise.resolve({ entry, call: () => new Promise(() => undefined) }) } };
      const log = await createMemoryRunLogs().create();
      const handle = await createEngine(deaf).start({ team: await loadGoodTeam(folder), task: 'rain', options: {}, trigger: 'test', log });
      const events: RunEvent[] = [];
      handle.listen({ onEvents: (more) => events.push(...more) });
      await handle.finished;
      const failed = events.find((event) => event.type === 'model.failed');
      assert.ok(failed?.type === 'model.failed' && failed.usage !== undefined);
      assert.deepEqual([failed.error.kind, failed.usage.estimated, failed.costUsd], ['timeout', true, failed.usage.input / 1e6]);
      assert.equal(viewOf(events).spend.total.usage.input, failed.usage.input);
    });
  });
});
