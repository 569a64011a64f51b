// Cases of area I: tokens and money, as whole runs over real HTTP. Sums over generated runs are in ../projections.
import assert from 'node:assert/strict';
import { totalTokens, type Usage } from '../../../src/engine/events/usage';
import { spendTable } from '../../../src/engine/projections/spendTable';
import { tableCost } from '../../../src/node/models/priceTable';
import { readBaseUrl } from '../../../src/node/models/baseUrl';
import { callCost } from '../../../src/node/models/callCost';
import { nodeClock } from '../../../src/node/nodeClock';
import { spendJson } from '../../../src/cli/resultJson';
import { callsOf, viewOf, withHttpTeams, workText, writes } from '../../support/httpTeam';
import type { ModelEntry } from '../../../src/engine/team/team';
import { modelEntry } from '../../support/modelRequests';
import { chunk, done, events, json, reply, usageChunk } from '../../support/modelServer';
import { inFolder, runFiles } from '../../support/runFiles';
import { loadGoodTeam } from '../../support/runTeam';

const price = 'price: { input: 1, cached: 0.1, output: 10 }';

describe('cases I', () => {
  const http = withHttpTeams();

  it('I1: running totals in each chunk are totals, not sums', async () => {
    const whole = workText('rain');
    const usage = (n: number) => ({ prompt_tokens: 100, completion_tokens: n, total_tokens: 100 + n });
    const pieces = Array.from({ length: 50 }, (_, i) => chunk({ content: whole.slice(Math.floor((i * whole.length) / 50), Math.floor(((i + 1) * whole.length) / 50)) }, { usage: usage(i + 1) }));
    const { state, view } = await http.run([events(...pieces, chunk({}, { finish: 'stop', usage: usage(50) }), done)]);
    assert.deepEqual([state.usage.input, state.usage.output, view.spend.total.usage.output], [100, 50, 50]);
  });

  const cached = { prompt_tokens: 1_000_000, completion_tokens: 100_000, prompt_tokens_details: { cached_tokens: 400_000 } };

  it('I3: cached input costs its own price; without one the full price, told as the most it can be', async () => {
    const known = await http.run([writes('rain', cached)], { entry: price });
    assert.deepEqual([known.state.cost.known, known.view.spend.total.usage.cached], [1.64, 400_000]);
    const bound = await http.run([writes('rain', cached)], { entry: 'price: { input: 1, output: 10 }' });
    assert.equal(bound.state.cost.known, 2);
    assert.match(bound.calls[0]?.notes.join() ?? '', /at most this/);
  });

  for (const [what, usage] of [
    ['DeepSeek', { prompt_tokens: 1000, completion_tokens: 10, prompt_cache_hit_tokens: 600, prompt_cache_miss_tokens: 400 }],
    ['Moonshot', { prompt_tokens: 1000, completion_tokens: 10, cached_tokens: 600 }],
    ['a gateway to Anthropic, which counts it beside the input', { prompt_tokens: 400, completion_tokens: 10, total_tokens: 1010, cache_read_input_tokens: 600 }],
  ] as const) {
    it(`I3: cached input is read as ${what} says it`, async () => {
      const { state } = await http.run([writes('rain', usage)], { entry: price });
      assert.deepEqual(state.usage, { input: 1000, cached: 600, cacheWrite: 0, output: 10, reasoning: 0, estimated: false });
    });
  }

  it('I3: more cached than there was input cannot be: cut to the whole, marked, and never a cost below zero', async () => {
    const { state, calls } = await http.run([writes('rain', { prompt_tokens: 900, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 5000 }, completion_tokens_details: { reasoning_tokens: 7 } })], { entry: price });
    assert.deepEqual(state.usage, { input: 900, cached: 900, cacheWrite: 0, output: 3, reasoning: 3, estimated: true });
    assert.match(calls[0]?.notes.join() ?? '', /cannot be: 5000 cached of 900 input tokens, and 7 reasoning of 3 output tokens/);
    assert.ok(Math.abs(state.cost.known - (900 * 0.1 + 3 * 10) / 1e6) < 1e-12);
  });

  for (const [what, last] of [['no usage', []], ['null', [chunk({}, { usage: null })]], ['zeros', [usageChunk({ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 })]]] as const) {
    it(`I4: with ${what} from the server it is counted here and marked, never 0`, async () => {
      const { state, view, calls } = await http.run([events(chunk({ content: workText('rain') }), chunk({}, { finish: 'stop' }), ...last, done)]);
      assert.ok(state.usage.input > 100 && state.usage.output > 10 && state.usage.estimated);
      assert.match(calls[0]?.notes.join() ?? '', /counted here/);
      assert.equal(spendJson(view.spend.total)['estimated'], true);
      for (const by of ['role', 'model', 'step'] as const) assert.match(spendTable(view, by).rows[0]!.cells.join(' '), /~|≈/, by);
    });
  }

  it('I4: thoughts that nobody reported count as output', async () => {
    const thinking = 'Let me think about rain. '.repeat(20);
    const plain = await http.run([events(chunk({ content: workText('rain') }), chunk({}, { finish: 'stop' }), done)]);
    const { state } = await http.run([events(chunk({ reasoning_content: thinking }), chunk({ content: workText('rain') }), chunk({}, { finish: 'stop' }), done)]);
    assert.ok(state.usage.reasoning > 100);
    assert.equal(state.usage.output, plain.state.usage.output + state.usage.reasoning);
  });

  it('I5: a dated name falls to its base, which is said; a deployment and a new name are unknown, never 0', async () => {
    const usage: Usage = { input: 1000, cached: 0, cacheWrite: 0, output: 100, reasoning: 0, estimated: false };
    const at = Date.parse('2026-06-01');
    const openai = 'https://api.openai.com/v1';
    const [base, dated] = await Promise.all(['gpt-4o', 'gpt-4o-2024-08-06'].map((model) => tableCost(usage, model, openai, at)));
    assert.ok(base !== null && base !== undefined && base.usd > 0);
    assert.deepEqual(dated, { usd: base.usd, pricedAs: 'gpt-4o' });
    for (const model of ['my-gpt4o-prod', 'xyz-1']) assert.equal(await tableCost(usage, model, openai, at), null, model);
    const { result, state, view } = await http.run([writes('rain')]);
    assert.deepEqual([result.status, state.cost, spendJson(view.spend.total)['cost_usd']], ['completed', { known: 0, incomplete: true }, null]);
  });

  it('I5: the table is asked by the address of the server, and what it is priced as is told on the call', async () => {
    const cost = (entry: Partial<ModelEntry>, url = 'https://api.openai.com/v1') => callCost(modelEntry(entry), readBaseUrl(url)!, nodeClock)({ input: 10, cached: 0, cacheWrite: 0, output: 1, reasoning: 0, estimated: false });
    const dated = await cost({ model: 'gpt-4o-2024-08-06' });
    assert.ok(dated.usd !== null && /gpt-4o-2024-08-06 is priced as gpt-4o/.test(dated.note ?? ''));
    assert.deepEqual(await cost({ model: 'xyz-1' }), { usd: null, note: null });
    assert.deepEqual(await cost({ model: 'gpt-4o' }, http.server.origin), { usd: null, note: null });
    assert.deepEqual(await cost({ model: 'gpt-4o', price: { input: 1e5, output: 1e6 } }), { usd: 2, note: null });
  });

  it('I5: a limit of cost does not start with a model whose price is unknown, and asks for one; with a stated price it holds', async () => {
    const limited = { more: 'limits: { cost_usd: 0.5 }' };
    const { result, events: all } = await http.run([], limited);
    const end = all.at(-1);
    assert.deepEqual([result, http.server.requests.length], [{ status: 'failed', reason: 'error:price' }, 0]);
    assert.match(end?.type === 'run.finished' ? `${end.message} ${end.hint}` : '', /limits this run to \$0\.5, and what the model local costs is not known State its price/);
    assert.equal((await http.run([writes('rain')], { ...limited, entry: price })).result.status, 'completed');
    assert.equal((await http.run([], {}, { options: { limits: { costUsd: 1 } } })).result.reason, 'error:price');
  });

  it('I7: the price is that of the configured name; the name the server answered with is shown beside it', async () => {
    const answer = events(chunk({ content: workText('rain') }, { model: 'gpt-4' }), chunk({}, { finish: 'stop', model: 'gpt-4' }), { ...usageChunk({ prompt_tokens: 1_000_000, completion_tokens: 1 }), model: 'gpt-4' }, done);
    const { calls, state } = await http.run([answer], { entry: `base_url: "${http.server.origin}/v1", model: gpt-4-1106, price: { input: 3, output: 5 }` });
    assert.deepEqual([calls[0]?.served, calls[0]?.model, state.team.models['local']?.model], ['gpt-4', 'local', 'gpt-4-1106']);
    assert.deepEqual([http.server.requests[0]?.body['model'], state.cost.known], ['gpt-4-1106', 3.000005]);
  });

  it('I10: refused requests cost nothing and are counted as requests', async () => {
    const busy = json(429, { error: { message: 'slow down' } }, { 'retry-after': '0' });
    const { result, state, view } = await http.run([busy, busy, busy], { entry: price });
    assert.deepEqual([result.status, totalTokens(state.usage), state.cost, view.spend.total.calls], ['failed', 0, { known: 0, incomplete: false }, 3]);
  });

  const three = (origin: string) => ({
    'team.yaml': `
team: three
goal: A thing about {{ task }}
models:
  local: { provider: openai, base_url: "${origin}/v1", model: test-model, ${price} }
  other: { provider: openai, base_url: "${origin}/v1", model: other-model, price: { input: 0.3, output: 0.7 } }
model: local
roles:
  - { role: planner, responsibility: Plan., reads: [task], writes: { plan: { type: string } }, limits: { timeout: 600s } }
  - { role: writer, responsibility: Write., reads: [plan], writes: { report: { type: string } }, model: other, review: { by: critic }, limits: { timeout: 600s } }
  - { role: critic, mode: review, responsibility: Judge., reads: [plan], limits: { timeout: 600s } }
routes: [{ when: state.plan == '', to: planner }, { when: state.report == '', to: writer }]
finish_when: state.report != ''
`,
  });

  it('I12: by call, attempt, step, role and model the sums are exactly the total, and what was rejected stands apart', async () => {
    const odd = (n: number) => ({ prompt_tokens: 101 + n * 7, completion_tokens: 13 + n, prompt_tokens_details: { cached_tokens: 3 * n }, completion_tokens_details: { reasoning_tokens: n } });
    const said = (value: object, n: number) => reply(JSON.stringify(value), odd(n));
    const broken = events(chunk({ content: '{"status":"succ' }));
    http.server.answer(
      said({ output: { plan: 'x' } }, 1), broken, said({ output: { report: 'one' } }, 2), said({ verdict: 'reject', feedback: [{ problem: 'thin' }] }, 3),
      said({ output: { report: 'two' } }, 4), said({ verdict: 'approve', feedback: [] }, 5),
    );
    const { result, events: all, state } = await runFiles(three(http.server.origin));
    assert.equal(result.status, 'completed');
    const view = viewOf(all);
    const { total, byRole, byModel } = view.spend;
    const calls = callsOf(view);
    assert.equal(calls.length, 6);
    for (const rows of [byRole, byModel, view.steps]) {
      for (const kind of ['input', 'cached', 'cacheWrite', 'output', 'reasoning'] as const) assert.equal(rows.reduce((sum, row) => sum + row.usage[kind], 0), total.usage[kind], kind);
      assert.equal(rows.reduce((sum, row) => sum + Math.round(row.cost.known * 1e12), 0), Math.round(total.cost.known * 1e12));
      assert.equal(rows.reduce((sum, row) => sum + row.calls, 0), total.calls);
      assert.equal(rows.reduce((sum, row) => sum + row.rejectedTokens, 0), total.rejectedTokens);
      assert.equal(rows.reduce((sum, row) => sum + Math.round(row.rejectedCost.known * 1e12), 0), Math.round(total.rejectedCost.known * 1e12));
    }
    assert.equal(calls.reduce((sum, call) => sum + (call.usage === null ? 0 : totalTokens(call.usage)), 0), totalTokens(total.usage));
    assert.deepEqual([totalTokens(state.usage), state.cost.incomplete], [totalTokens(total.usage), false]);
    // The first draft with its review, and the request that broke off in an attempt that was accepted in the end.
    const lost = [calls[1]!, calls[2]!, calls[3]!];
    assert.equal(total.rejectedTokens, lost.reduce((sum, call) => sum + totalTokens(call.usage!), 0));
    assert.deepEqual(byRole.map((row) => row.contextHitRate !== null && row.contextHitRate > 0 && row.contextHitRate < 1), [true, true, true]);
  });

  it('I12: a broken-off request of an attempt that was accepted in the end is rejected work too', async () => {
    const { view, calls } = await http.run([events(chunk({ content: '{"status":"succ' })), writes('rain')], { entry: price });
    const [failed] = calls;
    assert.equal(failed?.state, 'failed');
    assert.ok(totalTokens(failed!.usage!) > 100);
    assert.deepEqual([view.spend.total.rejectedTokens, view.steps[0]?.rejectedTokens], [totalTokens(failed!.usage!), totalTokens(failed!.usage!)]);
  });

  it('what a script says it used cannot be more in a part than in the whole: refused with its place', async () => {
    const files = {
      'team.yaml': 'team: t\ngoal: g\nmodels: { demo: { provider: scripted, script: s.yaml } }\nmodel: demo\nroles: [{ role: writer, responsibility: Write., writes: { report: { type: string } } }]\nroutes: [{ when: state.report == \'\', to: writer }]\n',
      's.yaml': 'replies:\n  - { role: writer, output: { report: x }, usage: { input: 100, cached: 5000, output: 3 } }\n  - { role: writer, output: { report: x }, usage: { output: 3, reasoning: 7 } }\n',
    };
    await inFolder(files, (folder) => assert.rejects(loadGoodTeam(folder), (error: Error) => /s\.yaml:2 5000 cached tokens cannot be a part of 100 input/.test(error.message) && /s\.yaml:3 7 reasoning tokens cannot be a part of 3 output/.test(error.message)));
  });
});
