import assert from 'node:assert/strict';
import type { Model, ModelRun } from '../../../src/engine/models/model';
import type { JsonObject } from '../../../src/engine/shared/json';
import { createNodeModels } from '../../../src/node/models/nodeModels';
import { loadTokenCounter } from '../../../src/node/tokens/tokenCounter';
import { control, errorOf, modelRequest, replyOf, scripted, type RequestOptions } from '../../support/modelRequests';
import { loadModelLibraries } from '../../support/modelLibraries';

/** Sleeping takes no time, and a test may do something meanwhile. */
const clock = {
  time: 0,
  onSleep: (): void => undefined,
  now: () => clock.time,
  sleep: (ms: number): Promise<void> => {
    clock.time += ms;
    clock.onSleep();
    return Promise.resolve();
  },
  after: () => () => undefined,
};
const provider = createNodeModels({ clock, tokens: loadTokenCounter, secrets: { get: () => Promise.resolve(null) } });
const open = (replies: Parameters<typeof scripted>[0], run: ModelRun = {}) => provider.open(scripted(replies), run);
const ask = (model: Model, options: RequestOptions = {}) => model.call(modelRequest(options), control());
const text = async (model: Model, options: RequestOptions = {}) => replyOf(await ask(model, options)).text;

describe('the scripted model', () => {
  before(loadModelLibraries);

  it("uses a role's replies in order, each once unless it repeats", async () => {
    const model = await open([
      { role: 'writer', text: 'a' },
      { role: 'critic', text: 'c' },
      { role: 'writer', text: 'b', repeat: true },
      { role: 'writer', text: 'never' },
    ]);
    assert.deepEqual([await text(model), await text(model), await text(model), await text(model, { role: 'critic' })], ['a', 'b', 'b', 'c']);
  });

  it('answers with the members as one JSON object, in their order', async () => {
    const model = await open([{ role: 'supervisor', reply: { choice: 'writer', why: 'the findings suffice' } }]);
    assert.equal(await text(model, { role: 'supervisor', purpose: 'choose' }), '{"choice":"writer","why":"the findings suffice"}');
  });

  it('passes over replies whose `when` does not hold, and sees call, subtask, state, tool, task and output', async () => {
    const model = await open([
      { role: 'writer', whenText: 'call == 2', text: 'second' },
      { role: 'writer', whenText: "subtask.input.dimension == 'price' && subtask.revision == 0", text: 'price' },
      { role: 'writer', whenText: 'size(state.plan) == 1 && has(state.plan) && !has(state.report)', text: 'planned', repeat: true },
      { role: 'writer', whenText: 'size(tool.results) == 1 && tool.results[0].hits[0].n == 1', text: 'found' },
      { role: 'writer', whenText: "has(output) && output.report.contains('x') && task == 'rain'", text: 'reviewed' },
    ]);
    const known = { state: { plan: [], report: '' }, unset: ['report'] };
    assert.equal(await text(model, { ...known, call: 2 }), 'second');
    assert.equal(await text(model, { ...known, input: { dimension: 'price' } }), 'price');
    assert.equal(await text(model, { ...known, input: { dimension: 'other' }, toolResults: [{ hits: [{ n: 1 }] }] }), 'found');
    assert.equal(await text(model, { ...known, input: { dimension: 'other' }, values: { output: { report: 'x' } } }), 'reviewed');
    assert.equal(await text(model, { ...known, state: { plan: [1], report: '' } }), 'planned');
  });

  it('fills expressions in; one that is the whole text keeps its type', async () => {
    const model = await open([
      {
        role: 'writer',
        reply: { output: { findings: "{{ tool.results[0].hits.map(h, {'claim': h.text, 'source': h.path}) }}", note: 'on {{ subtask.input.dimension }}: {{ size(tool.results) }}' }, confidence: 0.5 },
      },
    ]);
    const reply = await text(model, { input: { dimension: 'price' }, toolResults: [{ hits: [{ n: 1, path: 'docs/a.md', line: 3, text: 'A costs 10', score: 1.5 }] }] });
    assert.deepEqual(JSON.parse(reply), { output: { findings: [{ claim: 'A costs 10', source: 'docs/a.md' }], note: 'on price: 1' }, confidence: 0.5 });
  });

  it('fills the arguments of tool calls in and gives each call an id', async () => {
    const model = await open([{ role: 'writer', repeat: true, toolCalls: [{ name: 'search', arguments: { query: '{{ subtask.input.dimension }}', max: '{{ 1 + 1 }}' } }, { name: 'read', arguments: {} }] }]);
    const first = replyOf(await ask(model, { input: { dimension: 'price' } }));
    assert.deepEqual(first.toolCalls.map(({ name, arguments: args }) => [name, args]), [['search', { query: 'price', max: 2 }], ['read', {}]]);
    assert.equal(first.finish, 'tools');
    const second = replyOf(await ask(model, { input: { dimension: 'price' }, call: 2 }));
    assert.equal(new Set([...first.toolCalls, ...second.toolCalls].map((call) => call.id)).size, 4);
  });

  it('sends a raw text as it stands, braces and all', async () => {
    assert.equal(await text(await open([{ role: 'writer', text: 'not json {{ at all' }])), 'not json {{ at all');
  });

  it('names the role, the call and what was passed over when no reply is left', async () => {
    const model = await open([
      { role: 'writer', text: 'a' },
      { role: 'writer', whenText: 'call == 7', text: 'b' },
    ]);
    await ask(model);
    const error = errorOf(await ask(model, { call: 3 }));
    assert.equal(error.kind, 'script');
    assert.equal(error.retryable, false);
    assert.equal(error.message, 'demo.script.yaml has no reply for writer, call 3 in step 1. These are left, but their `when` does not hold: demo.script.yaml:3 (call == 7).');
    assert.equal(errorOf(await ask(model, { role: 'critic', purpose: 'review' })).message, 'demo.script.yaml has no reply for critic (review), call 1 in step 1. It has none for this role.');
    await ask(model, { call: 7 });
    assert.equal(errorOf(await ask(model, { call: 8 })).message, 'demo.script.yaml has no reply for writer, call 8 in step 1. All 2 are used.');
  });

  it('fails when subtasks that run at once could take the same reply', async () => {
    const parallel: RequestOptions = { input: { dimension: 'price' }, siblings: [{ dimension: 'support' }] };
    const chance = errorOf(await ask(await open([{ role: 'writer', text: 'a' }, { role: 'writer', text: 'b' }]), parallel));
    assert.equal(chance.kind, 'script');
    assert.match(chance.message, /^demo\.script\.yaml:2: this reply of writer could be taken by several subtasks that run at once \(s1 and s2\)/);
    assert.equal(errorOf(await ask(await open([{ role: 'writer', whenText: 'call == 1', text: 'a' }]), parallel)).kind, 'script');
    const told = await open([{ role: 'writer', whenText: "subtask.input.dimension == 'price'", text: 'a' }]);
    assert.equal(await text(told, parallel), 'a');
    assert.equal(await text(await open([{ role: 'writer', text: 'a', repeat: true }]), parallel), 'a');
  });

  it('says where an expression fails, before and while it runs', async () => {
    const problem = async (replies: Parameters<typeof scripted>[0]) => errorOf(await ask(await open(replies)));
    const syntax = await problem([{ role: 'writer', whenText: 'call ==', text: 'a' }]);
    assert.equal(syntax.kind, 'script');
    assert.match(syntax.message, /^demo\.script\.yaml:2: when: /);
    assert.match((await problem([{ role: 'writer', whenText: 'tool.results[0].x == 1', text: 'a' }])).message, /^demo\.script\.yaml:2: when: /);
    assert.match((await problem([{ role: 'writer', whenText: '1 + call', text: 'a' }])).message, /^demo\.script\.yaml:2: when: .*true or false/);
    assert.match((await problem([{ role: 'writer', reply: { output: { list: ['{{ stat.plan }}'] } } }])).message, /^demo\.script\.yaml:2: output\.list\[0\]: /);
    assert.match((await problem([{ role: 'writer', reply: { output: { list: '{{ tool.results[0] }}' } } }])).message, /^demo\.script\.yaml:2: output\.list: /);
    assert.match((await problem([{ role: 'writer', toolCalls: [{ name: 'x', arguments: '{{ 1 }}' }] }])).message, /^demo\.script\.yaml:2: tool_calls\[0\]\.arguments: This gives a number/);
  });

  it('plays the failures of servers', async () => {
    const play = async (error: Parameters<typeof scripted>[0][number]['error']) => errorOf(await ask(await open([{ role: 'writer', error }])));
    const limited = await play({ status: 429, retryAfterS: 1 });
    assert.deepEqual([limited.kind, limited.status, limited.retryAfterMs, limited.retryable], ['rate-limit', 429, 1000, true]);
    const kinds: [number, string, boolean][] = [[400, 'bad-request', false], [401, 'auth', false], [404, 'not-found', false], [413, 'too-long', false], [500, 'server', true], [529, 'server', true]];
    for (const [status, kind, retryable] of kinds) {
      const error = await play({ status, retryAfterS: null });
      assert.deepEqual([error.kind, error.retryable], [kind, retryable], String(status));
    }
    for (const kind of ['timeout', 'disconnect', 'empty'] as const) {
      const error = await play(kind);
      assert.deepEqual([error.kind, error.retryable], [kind, true]);
    }
  });

  it('charges nothing for a refused request and something for an empty reply', async () => {
    const model = await open([
      { role: 'writer', error: { status: 429, retryAfterS: null } },
      { role: 'writer', error: 'empty' },
    ]);
    const refused = await ask(model);
    assert.ok(!refused.ok && refused.usage === undefined && refused.script === 0);
    const empty = await ask(model);
    assert.ok(!empty.ok);
    assert.deepEqual([empty.usage?.input, empty.usage?.output, empty.script], [10, 0, 1]);
  });

  it('counts the usage that is not given, and marks it', async () => {
    const model = await open([
      { role: 'writer', text: 'hello world' },
      { role: 'writer', text: 'hello world', usage: { input: 900, cached: 100, output: 120, reasoning: 20 } },
      { role: 'writer', text: 'hello world', usage: { input: 900 } },
    ]);
    const usage = async () => replyOf(await ask(model)).usage;
    assert.deepEqual(await usage(), { input: 10, cached: 0, cacheWrite: 0, output: 2, reasoning: 0, estimated: false });
    assert.deepEqual(await usage(), { input: 900, cached: 100, cacheWrite: 0, output: 120, reasoning: 20, estimated: false });
    assert.deepEqual(await usage(), { input: 900, cached: 0, cacheWrite: 0, output: 2, reasoning: 0, estimated: false });
  });

  it('costs nothing, or with a price what it would have cost', async () => {
    const replies = [{ role: 'writer', text: 'a', usage: { input: 1_000_000, cached: 500_000, output: 1_000_000 } }];
    const free = replyOf(await ask(await open(replies)));
    assert.deepEqual([free.costUsd, free.simulated], [0, false]);
    const priced = replyOf(await ask(await provider.open(scripted(replies, { price: { input: 2, cached: 1, output: 4 } }), {})));
    assert.deepEqual([priced.costUsd, priced.simulated], [5.5, true]);
  });

  it('shares the replies of one script among all models of a run, not among runs', async () => {
    const replies = [{ role: 'writer', text: 'a' }, { role: 'writer', text: 'b' }];
    const run: ModelRun = {};
    const small = await provider.open(scripted(replies, { name: 'small' }), run);
    const large = await provider.open(scripted(replies, { name: 'large' }), run);
    assert.deepEqual([await text(small), await text(large)], ['a', 'b']);
    assert.equal(await text(await provider.open(scripted(replies), {})), 'a');
  });

  it('goes on behind the replies that an earlier part of the run used', async () => {
    const model = await open([{ role: 'writer', text: 'a' }, { role: 'writer', text: 'b' }], { usedReplies: { 'demo.script.yaml': [0] } });
    const reply = replyOf(await ask(model));
    assert.deepEqual([reply.text, reply.script], ['b', 1]);
  });

  it('waits by the clock; a stop ends the wait and leaves the reply for later', async () => {
    const model = await open([{ role: 'writer', text: 'a', delayMs: 3_600_000 }]);
    const stop = new AbortController();
    clock.onSleep = () => stop.abort('stopped');
    const stopped = await model.call(modelRequest(), control(stop.signal));
    assert.ok(!stopped.ok);
    assert.deepEqual([stopped.error.kind, stopped.script], ['stopped', undefined]);
    clock.onSleep = () => undefined;
    const before = clock.now();
    assert.equal(await text(model), 'a');
    assert.equal(clock.now() - before, 3_600_000);
  });

  it('a time-out during the wait uses the reply up', async () => {
    const model = await open([{ role: 'writer', text: 'a', delayMs: 1000 }, { role: 'writer', text: 'b' }]);
    const limit = new AbortController();
    clock.onSleep = () => limit.abort('timeout');
    const late = await model.call(modelRequest(), control(limit.signal));
    assert.ok(!late.ok);
    assert.deepEqual([late.error.kind, late.error.retryable, late.script], ['timeout', true, 0]);
    assert.equal(await text(model), 'b');
  });

  it('streams its text', async () => {
    const model = await open([{ role: 'writer', text: 'hello' }]);
    const listening = control();
    await model.call(modelRequest(), listening);
    assert.equal(listening.heard.join(''), 'hello');
  });

  it('keeps keys that are special in JavaScript', async () => {
    const reply = JSON.parse('{"output":{"__proto__":{"a":"{{ 1 }}"}}}') as JsonObject;
    assert.equal(await text(await open([{ role: 'writer', reply }])), '{"output":{"__proto__":{"a":1}}}');
  });
});
