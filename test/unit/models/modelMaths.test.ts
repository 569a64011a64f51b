import assert from 'node:assert/strict';
import { callError, kindOfStatus } from '../../../src/engine/models/callErrors';
import { boundNote, costOf } from '../../../src/engine/models/pricing';
import { verdictSchema, workReplySchema } from '../../../src/engine/models/replySchema';
import { retryAfter } from '../../../src/engine/models/retryPolicy';
import { loadSchemas } from '../../../src/engine/schemas/loadSchemas';
import { tableCost } from '../../../src/node/models/priceTable';
import { loadModelLibraries } from '../../support/modelLibraries';

describe('retryAfter', () => {
  const delay = (kind: Parameters<typeof callError>[0], attempt: number, random: number, more: Parameters<typeof callError>[2] = {}) => {
    const retry = retryAfter(callError(kind, 'x', more), attempt, random);
    return retry.retry ? retry.delayMs : null;
  };

  it('waits longer each time, with jitter, up to a minute', () => {
    assert.deepEqual([1, 2, 3].map((attempt) => delay('server', attempt, 0)), [250, 500, 1000]);
    assert.deepEqual([1, 2, 3].map((attempt) => delay('server', attempt, 1)), [500, 1000, 2000]);
    assert.equal(delay('server', 50, 1), 60_000);
  });

  it('does as the server says, and does not come back when that is too late', () => {
    assert.equal(delay('rate-limit', 5, 0, { retryAfterMs: 1000 }), 1000);
    assert.ok(delay('rate-limit', 5, 0.99, { retryAfterMs: 1000 })! >= 1000);
    assert.equal(delay('rate-limit', 1, 0.99, { retryAfterMs: 60_000 }), 60_000);
    assert.equal(delay('rate-limit', 1, 0, { retryAfterMs: 60_001 }), null);
  });

  it('never repeats what would only fail or cost again', () => {
    for (const kind of ['quota', 'auth', 'not-found', 'bad-request', 'too-long', 'script', 'stopped'] as const) {
      assert.equal(delay(kind, 1, 0.5), null);
      assert.equal(delay(kind, 1, 0.5, { retryable: true, retryAfterMs: 10 }), null);
    }
    assert.equal(delay('network', 1, 0.5, { retryable: false }), null);
  });

  it('knows statuses by what they mean', () => {
    assert.deepEqual([400, 401, 402, 403, 404, 408, 413, 422, 429, 500, 503, 504, 529].map(kindOfStatus), ['bad-request', 'auth', 'quota', 'auth', 'not-found', 'timeout', 'too-long', 'bad-request', 'rate-limit', 'server', 'server', 'timeout', 'server']);
  });
});

describe('costOf', () => {
  const usage = { input: 1_000_000, cached: 400_000, cacheWrite: 100_000, output: 200_000, reasoning: 50_000, estimated: false };

  it('is unknown without a price, never 0', () => assert.equal(costOf(usage, null), null));

  it('prices each kind by its own, or as its whole', () => {
    assert.equal(costOf(usage, { input: 1, output: 10 }), 3);
    assert.equal(costOf(usage, { input: 1, cached: 0.5, cacheWrite: 2, output: 10, reasoning: 20 }), 0.5 + 0.2 + 0.2 + 1.5 + 1);
    assert.equal(costOf(usage, { input: 0, output: 0 }), 0);
  });

  it('never prices more cached tokens than there were', () => {
    assert.equal(costOf({ ...usage, input: 100_000 }, { input: 10, cached: 1, output: 0 }), 0.1);
  });

  it('says when it is only an upper bound', () => {
    assert.match(boundNote(usage, { input: 1, output: 1 }) ?? '', /at most/);
    assert.equal(boundNote(usage, { input: 1, cached: 1, output: 1 }), null);
    assert.equal(boundNote({ ...usage, cached: 0 }, { input: 1, output: 1 }), null);
    assert.equal(boundNote(usage, null), null);
  });
});

describe('the price table', () => {
  before(loadModelLibraries);

  const usage = { input: 1000, cached: 100, cacheWrite: 0, output: 100, reasoning: 0, estimated: false };
  const at = Date.parse('2026-06-01');
  const openai = 'https://api.openai.com/v1';

  it('knows models by name and by dated name (I5)', async () => {
    const base = await tableCost(usage, 'gpt-4o', openai, at);
    assert.ok(base !== null && base.usd > 0);
    assert.deepEqual(await tableCost(usage, 'gpt-4o-2024-08-06', openai, at), { usd: base.usd, pricedAs: 'gpt-4o' });
  });

  it('does not know deployments, new names, and servers that are nobody’s', async () => {
    for (const [model, url] of [['my-gpt4o-prod', openai], ['xyz-1', openai], ['gpt-4o', 'https://models.example/v1']] as const) assert.equal(await tableCost(usage, model, url, at), null, model);
  });

  it('does not trip over more cached tokens than input', async () => {
    assert.ok((await tableCost({ ...usage, cached: 5000 }, 'gpt-4o', openai, at)) !== null);
  });
});

describe('workReplySchema', () => {
  it('holds the schema of each field, its own references included', async () => {
    const tree = { $schema: 'https://json-schema.org/draft/2020-12/schema', $id: 'x', $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' }, kind: { enum: ['$ref', '#/x'] } } } }, $ref: '#/$defs/node' };
    const schema = workReplySchema({ mode: null, writes: [{ field: 'a/b', schema: tree }, { field: 'note', schema: null, required: true }] }, {});
    const check = (await loadSchemas()).compile(schema);
    assert.ok(check.ok, check.ok ? '' : check.error);
    const reply = (output: object) => check.value(JSON.parse(JSON.stringify({ status: 'success', confidence: 1, why: '', output })));
    assert.deepEqual(reply({ 'a/b': { next: { next: {} } }, note: [] }), []);
    assert.equal(reply({ 'a/b': { next: { next: 1 } }, note: [] }).length, 1);
    assert.equal(reply({ 'a/b': {} }).length, 1);
    assert.equal(reply({ note: 1, other: 1 }).length, 1);
    assert.equal(tree.$ref, '#/$defs/node');
  });

  it('takes from the team what a card leaves open about a field', async () => {
    const shared = { note: { schema: { type: 'string' } }, plan: { schema: { type: 'array' } }, free: { schema: null } };
    const schema = workReplySchema({ mode: null, writes: [{ field: 'note', schema: null }, { field: 'plan', schema: { type: 'object' } }, { field: 'free', schema: null }, { field: 'toString', schema: null }] }, shared);
    assert.deepEqual((schema['properties'] as unknown as { readonly output: object }).output, {
      type: 'object', properties: { note: { type: 'string' }, plan: { type: 'object' }, free: {}, toString: {} }, required: [], additionalProperties: false,
    });
  });

  it('holds the signals that a card lets its role send, and no others', async () => {
    const schemas = await loadSchemas();
    const accepts = (role: Parameters<typeof workReplySchema>[0], reply: object) => {
      const check = schemas.compile(workReplySchema(role, {}));
      assert.ok(check.ok, check.ok ? '' : check.error);
      return check.value(JSON.parse(JSON.stringify(reply))).length === 0;
    };
    const whole = { status: 'success', confidence: 1, why: '', output: {} };
    const planned = { ...whole, subtasks: [{ id: 't1', role: 'collector', input: { topic: 'x' }, criteria: ['good'], after: [] }] };
    const asks = { extend: { need: 'figures', fields: [], tools: ['search'] } };
    const mayAsk = { fields: [], tools: ['search'] };
    assert.deepEqual([accepts({ mode: 'plan', writes: [] }, planned), accepts({ mode: 'generate', writes: [] }, planned)], [true, false]);
    assert.deepEqual([accepts({ mode: null, writes: [], mayAsk }, asks), accepts({ mode: null, writes: [] }, asks), accepts({ mode: null, writes: [], mayAsk }, whole)], [true, false, true]);
  });

  it('asks a reviewer for a verdict', async () => {
    const check = (await loadSchemas()).compile(verdictSchema());
    assert.ok(check.ok);
    assert.deepEqual(check.value({ verdict: 'approve', feedback: [], confidence: 1 }), []);
    assert.equal(check.value({ verdict: 'maybe', feedback: [], confidence: 1 }).length, 1);
  });
});
