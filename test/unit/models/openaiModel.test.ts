import assert from 'node:assert/strict';
import type { Model, ModelOutcome, ModelRequest } from '../../../src/engine/models/model';
import { createNodeModels, type NodeModelDeps } from '../../../src/node/models/nodeModels';
import { nodeClock } from '../../../src/node/nodeClock';
import { loadTokenCounter } from '../../../src/node/tokens/tokenCounter';
import type { ModelEntry } from '../../../src/engine/team/team';
import { control, errorOf, modelEntry, modelRequest, replyOf } from '../../support/modelRequests';
import { chunk, cut, done, events, hang, json, reply, someUsage, startModelServer, text, usageChunk, type Answer, type ModelServer } from '../../support/modelServer';

const key = 'sk-test-0123456789abcdef';

describe('a model over HTTP', () => {
  let server: ModelServer;
  beforeEach(async () => {
    server = await startModelServer();
  });
  afterEach(() => server.stop());

  const open = (entry: Partial<ModelEntry> = {}, deps: Partial<NodeModelDeps> = {}): Promise<Model> =>
    createNodeModels({ clock: nodeClock, tokens: loadTokenCounter, secrets: { get: (name) => Promise.resolve(name === 'TEST_KEY' ? key : null) }, ...deps }).open(modelEntry({ baseUrl: `${server.origin}/v1`, ...entry }), {});

  /** One call to a fresh model, the server giving these answers in turn. */
  async function ask(answers: readonly Answer[], request: Partial<ModelRequest> = {}, entry: Partial<ModelEntry> = {}): Promise<ModelOutcome> {
    server.answer(...answers);
    return (await open(entry)).call(modelRequest({}, request), control());
  }

  describe('the stream', () => {
    it('puts the text together, streams it and reads usage and name', async () => {
      server.answer(events(chunk({ role: 'assistant', content: '' }), chunk({ content: 'hel' }), chunk({ content: 'lo' }), chunk({}, { finish: 'stop', model: 'test-model-2026' }), usageChunk({ prompt_tokens: 100, completion_tokens: 20, total_tokens: 120, prompt_tokens_details: { cached_tokens: 60 }, completion_tokens_details: { reasoning_tokens: 5 } }), done));
      const listening = control();
      const value = replyOf(await (await open()).call(modelRequest(), listening));
      assert.deepEqual(
        { text: value.text, finish: value.finish, usage: value.usage },
        { text: 'hello', finish: 'stop', usage: { input: 100, cached: 60, cacheWrite: 0, output: 20, reasoning: 5, estimated: false } },
      );
      assert.deepEqual(listening.heard, ['hel', 'lo']);
      assert.equal(value.simulated, false);
      assert.deepEqual(value.notes, []);
    });

    it('sends what was asked, and leaves out what is not', async () => {
      await ask([reply('x')]);
      assert.deepEqual(server.requests[0]?.body, {
        model: 'test-model',
        messages: [
          { role: 'system', content: 'You are a test.' },
          { role: 'user', content: 'Answer in JSON.' },
        ],
        stream: true,
        stream_options: { include_usage: true },
      });
      assert.equal(server.requests[0]?.path, '/v1/chat/completions');
    });

    it('names temperature, output limit, tools and the schema of the reply', async () => {
      const replySchema = { type: 'object', properties: { output: {} } };
      const parameters = { type: 'object', properties: { query: { type: 'string' } } };
      await ask([reply('x')], { replySchema, tools: [{ name: 'search', description: 'Finds.', parameters }] }, { temperature: 0, maxOutputTokens: 50 });
      const { temperature, max_tokens: max, tools, response_format: format } = server.requests[0]!.body;
      assert.deepEqual([temperature, max], [0, 50]);
      assert.deepEqual(tools, [{ type: 'function', function: { name: 'search', description: 'Finds.', parameters } }]);
      assert.deepEqual(format, { type: 'json_schema', json_schema: { name: 'reply', schema: replySchema, strict: false } });
    });

    it('passes over keep-alives, chunks without choices and a filter result before the first (F2, F4)', async () => {
      const wire = [': ping\n\n', { choices: [], prompt_filter_results: [{}] }, ':\n\n', chunk({ content: 'a' }), ': ping\n', chunk({ content: 'b' }), '\n\n', chunk({}, { finish: 'stop' }), usageChunk(someUsage), done];
      assert.equal(replyOf(await ask([events(...wire)])).text, 'ab');
    });

    it('takes running totals as totals (I1)', async () => {
      const usage = (n: number) => ({ prompt_tokens: 100, completion_tokens: n, total_tokens: 100 + n });
      const pieces = Array.from({ length: 50 }, (_, i) => chunk({ content: 'x' }, { usage: usage(i + 1) }));
      const value = replyOf(await ask([events(...pieces, chunk({}, { finish: 'stop', usage: usage(50) }), done)]));
      assert.deepEqual([value.usage.input, value.usage.output], [100, 50]);
    });

    it('counts a usage that nobody reported and marks it, and never takes zeros for one (I4)', async () => {
      const missing = events(chunk({ content: 'hello world' }), chunk({}, { finish: 'stop' }), done);
      const empty = events(chunk({ content: 'hello world' }, { usage: null }), chunk({}, { finish: 'stop' }), usageChunk({ prompt_tokens: 0, completion_tokens: 0 }), done);
      for (const answer of [missing, empty]) {
        const value = replyOf(await ask([answer], { inputTokens: 77 }));
        assert.deepEqual([value.usage.input, value.usage.output, value.usage.estimated], [77, 2, true]);
        assert.match(value.notes.join(), /did not report its usage/);
      }
    });

    it('adds reasoning that a server counts beside the output', async () => {
      const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 115, completion_tokens_details: { reasoning_tokens: 100 } };
      assert.deepEqual([replyOf(await ask([reply('x', usage)])).usage.output], [105]);
    });

    it('reads content by its type (F22)', async () => {
      const value = replyOf(await ask([events(chunk({ content: null }), chunk({ content: [{ type: 'text', text: 'a' }] }), chunk({ content: 'b' }), chunk({ content: null }, { finish: 'stop' }), done)]));
      assert.equal(value.text, 'ab');
      const parsed = json(200, { model: 'test-model', choices: [{ message: { content: { output: {} } }, finish_reason: 'stop' }], usage: someUsage });
      assert.equal(replyOf(await ask([parsed])).text, '{"output":{}}');
    });

    it('takes a whole completion from a server that does not stream', async () => {
      const listening = control();
      server.answer(json(200, { model: 'test-model', choices: [{ index: 0, message: { role: 'assistant', content: 'whole' }, finish_reason: 'stop' }], usage: someUsage }));
      assert.equal(replyOf(await (await open()).call(modelRequest(), listening)).text, 'whole');
      assert.deepEqual(listening.heard, ['whole']);
    });

    it('keeps the thoughts of a reasoning model out of the text', async () => {
      const value = replyOf(await ask([events(chunk({ reasoning_content: 'hm' }), chunk({ content: 'a' }), chunk({}, { finish: 'stop' }), done)]));
      assert.equal(value.text, 'a');
    });

    it('tells the ends apart', async () => {
      for (const [reason, finish] of [['length', 'length'], ['content_filter', 'filter'], ['stop', 'stop'], ['strange', 'other']] as const) {
        assert.equal(replyOf(await ask([events(chunk({ content: 'a' }), chunk({}, { finish: reason }), done)])).finish, finish);
      }
    });

    it('says that a server cut the prompt (F6)', async () => {
      const value = replyOf(await ask([reply('x', { prompt_tokens: 2048, completion_tokens: 3 })], { inputTokens: 9000 }));
      assert.match(value.notes.join(), /read only 2048 of about 9000 tokens/);
    });

    it('gives the name that served, where it differs (I7)', async () => {
      assert.equal(replyOf(await ask([events(chunk({ content: 'a' }, { model: 'gpt-4' }), chunk({}, { finish: 'stop', model: 'gpt-4' }), done)], {}, { model: 'gpt-4-1106' })).served, 'gpt-4');
      assert.equal(replyOf(await ask([reply('x')])).served, null);
    });
  });

  describe('what goes wrong on the way', () => {
    it('a stream that ends without its end is a disconnect, by a closed socket or not; what had come is counted', async () => {
      for (const answer of [cut(chunk({ content: 'hello world' })), events(chunk({ content: 'hello world' })), events(chunk({ content: 'hello world' }), done)]) {
        const outcome = await ask([answer], { inputTokens: 40 });
        assert.ok(!outcome.ok);
        assert.deepEqual([outcome.error.kind, outcome.error.retryable, outcome.usage?.input, outcome.usage?.output, outcome.usage?.estimated], ['disconnect', true, 40, 2, true]);
      }
      const before = await ask([(response) => void response.destroy()]);
      assert.ok(!before.ok && before.error.kind === 'disconnect' && before.usage === undefined);
    });

    it('an answer of nothing is empty, and was worked for', async () => {
      const outcome = await ask([events(chunk({ role: 'assistant', content: '' }), chunk({}, { finish: 'stop' }), usageChunk(someUsage), done)]);
      assert.ok(!outcome.ok);
      assert.deepEqual([outcome.error.kind, outcome.error.retryable, outcome.usage?.input, outcome.usage?.output], ['empty', true, 9, 3]);
    });

    it('a web page is no answer, and the message names the address', async () => {
      const error = errorOf(await ask([text(200, '<!doctype html><title>Hi</title>', 'text/html; charset=utf-8')]));
      assert.equal(error.kind, 'not-found');
      assert.equal(error.message, `${server.origin}/v1/chat/completions answered with a web page, not with a chat completion.`);
      assert.equal(error.retryable, false);
    });

    it('JSON without choices is no answer', async () => {
      assert.match(errorOf(await ask([json(200, { id: 'x' })])).message, /without `choices`/);
    });

    it('a piece that is no JSON breaks the stream off', async () => {
      const error = errorOf(await ask([events(chunk({ content: 'a' }), 'data: {oops\n\n')]));
      assert.equal(error.kind, 'disconnect');
    });

    it('an error inside a stream that began well is told apart (F13)', async () => {
      const overloaded = errorOf(await ask([events({ error: { type: 'overloaded_error', message: 'Overloaded' } })]));
      assert.deepEqual([overloaded.kind, overloaded.retryable], ['server', true]);
      const late = await ask([events(chunk({ content: 'a' }), { error: { message: 'Rate limit reached', code: 'rate_limit_exceeded' } })]);
      assert.ok(!late.ok && late.error.kind === 'rate-limit' && late.usage !== undefined);
    });

    const statuses: readonly [string, Answer, string, boolean, RegExp][] = [
      ['401', json(401, { error: { message: 'Incorrect API key provided' } }), 'auth', false, /refused the key \(HTTP 401\): Incorrect/],
      ['404 for a model', json(404, { error: { message: 'model "test-model" not found, try pulling it first' } }), 'not-found', false, /has no model test-model/],
      ['404 for the address', text(404, '404 page not found', 'text/plain'), 'not-found', false, /no chat completions API at http/],
      ['429 for too many', json(429, { error: { message: 'Rate limit reached', code: 'rate_limit_exceeded' } }, { 'retry-after': '7' }), 'rate-limit', true, /asked too often/],
      ['429 for an empty account (F12)', json(429, { error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } }, { 'retry-after': '7' }), 'quota', false, /nothing left to pay/],
      ['402', json(402, { error: { message: 'Insufficient Balance' } }), 'quota', false, /nothing left to pay/],
      ['529 (F13)', json(529, { error: { type: 'overloaded_error', message: 'Overloaded' } }), 'server', true, /Overloaded/],
      ['500 in plain text', text(500, 'Internal Server Error', 'text/plain'), 'server', true, /Internal Server Error/],
      ['502 from a proxy', text(502, '<html><head><title>502 Bad Gateway</title></head></html>', 'text/html'), 'server', true, /502 Bad Gateway/],
      ['too long a prompt (D15)', json(400, { error: { message: "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens", code: 'context_length_exceeded' } }), 'too-long', false, /longer than test-model takes/],
      ['too long, as llama.cpp says it', json(400, { error: { code: 400, message: 'the request exceeds the available context size', type: 'exceed_context_size_error' } }), 'too-long', false, /longer/],
      ['a model without tools (F18)', json(400, { error: { message: 'registry/x does not support tools' } }), 'bad-request', false, /does not support tools/],
      ['FastAPI details', json(403, { detail: 'Forbidden here' }), 'auth', false, /Forbidden here/],
      ['a redirect', text(308, '', 'text/plain', { location: 'https://elsewhere.example/v1' }), 'other', false, /redirects to https:\/\/elsewhere\.example/],
    ];
    for (const [what, answer, kind, retryable, message] of statuses) {
      it(`knows ${what}`, async () => {
        const outcome = await ask([answer]);
        const error = errorOf(outcome);
        assert.deepEqual([error.kind, error.retryable], [kind, retryable]);
        assert.match(error.message, message);
        assert.equal(server.requests.length, 1);
        // Refused requests are not charged for (I10).
        assert.ok(!outcome.ok && outcome.usage === undefined);
      });
    }

    it('reads when to come back from seconds, milliseconds, a date or the message', async () => {
      const after = async (headers: Readonly<Record<string, string>>, message = 'slow down') => errorOf(await ask([json(429, { error: { message } }, headers)])).retryAfterMs;
      assert.equal(await after({ 'retry-after': '2' }), 2000);
      assert.equal(await after({ 'retry-after-ms': '350', 'retry-after': '2' }), 350);
      assert.equal(await after({}, 'Please try again in 1.5s.'), 1500);
      assert.equal(await after({}), undefined);
      const clock = { ...nodeClock, now: () => Date.parse('2026-01-01T00:00:00Z') };
      server.answer(json(503, { error: { message: 'x' } }, { 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }));
      assert.equal(errorOf(await (await open({}, { clock })).call(modelRequest(), control())).retryAfterMs, 30_000);
    });

    it('says who does not answer and how to start it', async () => {
      const origin = server.origin;
      await server.stop();
      const error = errorOf(await (await open({ baseUrl: `${origin}/v1` }, { where: 'the container dev' })).call(modelRequest(), control()));
      assert.deepEqual([error.kind, error.message], ['network', `Nothing answers at ${origin.slice(7)}: the connection was refused.`]);
      assert.equal(error.hint, 'Start the server, or correct base_url of the model. Rolecall runs on the container dev; that is what this address means.');
      server = await startModelServer();
    });

    it('says when the other side does not speak HTTPS', async () => {
      const error = errorOf(await (await open({ baseUrl: `${server.origin.replace('http:', 'https:')}/v1` })).call(modelRequest(), control()));
      assert.match(error.message, /does not speak HTTPS/);
      assert.equal(error.retryable, false);
    });
  });

  describe('what a server refuses', () => {
    const refusal = (message: string, param?: string) => json(400, { error: { message, ...(param === undefined ? {} : { param }) } });
    const replySchema = { type: 'object' };

    it('is left out, noted, and left out at once the next time (F7, F8, F24)', async () => {
      server.answer(
        refusal("Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", 'max_tokens'),
        refusal("Unsupported value: 'temperature' does not support 0 with this model.", 'temperature'),
        refusal("unknown field 'stream_options'"),
        reply('a'),
        reply('b'),
      );
      const model = await open({ temperature: 0, maxOutputTokens: 50 });
      const first = replyOf(await model.call(modelRequest(), control()));
      assert.equal(first.text, 'a');
      assert.deepEqual(first.notes, [
        'The server refused max_tokens: max_completion_tokens was sent instead.',
        'The server refused temperature: it was left out.',
        'The server refused stream_options: it was left out, so usage may be missing.',
      ]);
      const second = replyOf(await model.call(modelRequest(), control()));
      assert.deepEqual([second.text, second.notes.length, server.requests.length], ['b', 3, 5]);
      const { max_completion_tokens: max, max_tokens: old, temperature, stream_options: options } = server.requests[4]!.body;
      assert.deepEqual([max, old, temperature, options], [50, undefined, undefined, undefined]);
    });

    it('takes the next form of the reply, down to the prompt alone', async () => {
      const value = replyOf(await ask([refusal('This response_format type is unavailable now'), refusal('json_object is not supported'), reply('a')], { replySchema }));
      assert.equal(value.text, 'a');
      assert.deepEqual(server.requests.map((r) => (r.body['response_format'] as { type?: string } | undefined)?.type), ['json_schema', 'json_object', undefined]);
      assert.equal(value.notes.length, 2);
    });

    it('is found by trying where the server does not say what it is', async () => {
      const value = replyOf(await ask([json(422, { detail: 'Unprocessable' }), json(400, {}), json(400, {}), reply('a')], { replySchema }));
      assert.equal(value.text, 'a');
      assert.equal(server.requests[3]?.body['stream_options'], undefined);
    });

    it('ends with the server’s own words when nothing helps, after a bounded number of requests', async () => {
      server.answerAll(refusal('Nope: temperature max_tokens response_format stream_options'));
      const error = errorOf(await (await open({ temperature: 0, maxOutputTokens: 5 })).call(modelRequest({}, { replySchema }), control()));
      assert.equal(error.kind, 'bad-request');
      assert.ok(server.requests.length <= 8, String(server.requests.length));
    });
  });

  describe('the address', () => {
    it('is found whatever of it was pasted (F15)', async () => {
      server.answerAll((response, request) => (request.path === '/v1/chat/completions' ? reply('a')(response, request) : text(404, 'not found', 'text/plain')(response, request)));
      const forms = ['', '/', '/v1', '/v1/', '//v1//', '/v1/v1', '/v1/chat/completions', '/v1/models'];
      for (const form of forms) assert.equal(replyOf(await (await open({ baseUrl: server.origin + form })).call(modelRequest(), control())).text, 'a', form);
      assert.equal(replyOf(await (await open({ baseUrl: server.origin.slice('http://'.length) })).call(modelRequest(), control())).text, 'a', 'without a scheme');
    });

    it('may have a path of its own, with and without a version, and remembers which', async () => {
      server.answerAll((response, request) => (request.path === '/proxy/openai/v1/chat/completions' || request.path === '/v1beta/openai/chat/completions' ? reply('a')(response, request) : text(200, '<html>', 'text/html')(response, request)));
      const model = await open({ baseUrl: `${server.origin}/proxy/openai` });
      for (let i = 0; i < 2; i++) assert.equal(replyOf(await model.call(modelRequest(), control())).text, 'a');
      assert.deepEqual(server.requests.map((r) => r.path), ['/proxy/openai/chat/completions', '/proxy/openai/v1/chat/completions', '/proxy/openai/v1/chat/completions']);
      assert.equal(replyOf(await (await open({ baseUrl: `${server.origin}/v1beta/openai/` })).call(modelRequest(), control())).text, 'a');
    });

    it('keeps its parameters', async () => {
      await ask([reply('a')], {}, { baseUrl: `${server.origin}/openai/deployments/x?api-version=2024-10-21` });
      assert.equal(server.requests[0]?.path, '/openai/deployments/x/chat/completions?api-version=2024-10-21');
    });
  });

  describe('the key', () => {
    it('goes to the server that was named, and nothing else from the environment does', async () => {
      const before = { ...process.env };
      Object.assign(process.env, { OPENAI_API_KEY: 'sk-wrong-0123456789abcdef', OPENAI_BASE_URL: 'http://127.0.0.1:9', OPENAI_ORG_ID: 'org-wrong', OPENAI_PROJECT_ID: 'proj-wrong', OPENAI_ADMIN_KEY: 'sk-admin-wrong' });
      try {
        await ask([reply('a')], {}, { apiKeyEnv: 'TEST_KEY' });
        await ask([reply('a')]);
      } finally {
        for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
        Object.assign(process.env, before);
      }
      assert.equal(server.requests[0]?.headers.authorization, `Bearer ${key}`);
      assert.equal(server.requests.length, 2);
      assert.ok(server.requests.every((r) => !/wrong/.test(JSON.stringify(r.headers))));
    });

    it('is trimmed (F16)', async () => {
      server.answer(reply('a'));
      const model = await open({ apiKeyEnv: 'K' }, { secrets: { get: () => Promise.resolve(` ${key}\n`) } });
      await model.call(modelRequest(), control());
      assert.equal(server.requests[0]?.headers.authorization, `Bearer ${key}`);
    });

    it('is never in a message, not even when the server repeats it (L3)', async () => {
      const error = errorOf(await ask([json(401, { error: { message: `Incorrect API key provided: ${key}` } })], {}, { apiKeyEnv: 'TEST_KEY' }));
      assert.match(error.message, /Incorrect API key provided: \[redacted\]/);
      assert.doesNotMatch(JSON.stringify(error), /0123456789/);
      const bad = open({ apiKeyEnv: 'K' }, { secrets: { get: () => Promise.resolve('sk-test-01234\n56789') } });
      await assert.rejects(bad, (failure: Error) => failure.name === 'ModelUnusable' && !/01234/.test(failure.message));
    });

    it('that is missing is said before anything is sent, except to a server at home', async () => {
      await assert.rejects(open({ baseUrl: 'https://models.example/v1', apiKeyEnv: 'NO_KEY' }), { name: 'ModelUnusable', message: 'The model demo needs a key, and NO_KEY is not set.' });
      await assert.rejects(open({ baseUrl: null }), { name: 'ModelUnusable', message: 'The model demo needs a key, and OPENAI_API_KEY is not set.' });
      assert.ok((await ask([reply('a')], {}, { apiKeyEnv: 'NO_KEY' })).ok);
    });
  });

  describe('a stop', () => {
    const within = async (promise: Promise<unknown>) => {
      const started = performance.now();
      await promise;
      return performance.now() - started;
    };

    for (const [what, answer, reason] of [
      ['a server that never answers', hang(), 'stopped'],
      ['a stream that hangs', hang(chunk({ content: 'a' })), 'stopped'],
      ['a stream that hangs, at the time-out', hang(chunk({ content: 'a' })), 'timeout'],
      ['an answer whose body never comes', (response) => void response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders(), 'stopped'],
      ['an error whose body never comes', (response) => void response.writeHead(500).flushHeaders(), 'timeout'],
    ] as readonly [string, Answer, 'stopped' | 'timeout'][]) {
      it(`closes the socket of ${what} within a second`, async () => {
        const stop = new AbortController();
        server.answer(answer);
        const heard: string[] = [];
        let first: () => void = () => undefined;
        const firstText = new Promise<void>((resolve) => (first = resolve));
        const outcome = (await open()).call(modelRequest(), {
          signal: stop.signal,
          onText: (delta) => {
            heard.push(delta);
            first();
          },
        });
        await server.asked(1);
        if (what.startsWith('a stream')) await firstText;
        stop.abort(reason);
        assert.ok((await within(server.closed(1))) < 1000);
        const error = errorOf(await outcome);
        assert.deepEqual([error.kind, error.retryable], [reason, reason === 'timeout']);
      });
    }

    it('before the call sends nothing', async () => {
      const stop = new AbortController();
      stop.abort('stopped');
      assert.equal(errorOf(await (await open()).call(modelRequest(), control(stop.signal))).kind, 'stopped');
      assert.equal(server.requests.length, 0);
    });

    it('counts what had come', async () => {
      const stop = new AbortController();
      server.answer(hang(chunk({ content: 'hello world' })));
      const outcome = await (await open()).call(modelRequest({}, { inputTokens: 40 }), { signal: stop.signal, onText: () => stop.abort('stopped') });
      assert.ok(!outcome.ok);
      assert.deepEqual([outcome.usage?.input, outcome.usage?.output, outcome.usage?.estimated], [40, 2, true]);
    });
  });

  describe('tool calls', () => {
    const call = (index: number | undefined, id: string | undefined, name: string | undefined, args: string) => chunk({ tool_calls: [{ ...(index === undefined ? {} : { index }), ...(id === undefined ? {} : { id }), type: 'function', function: { ...(name === undefined ? {} : { name }), arguments: args } }] });
    const end = [chunk({}, { finish: 'tool_calls' }), done];
    const calls = async (...pieces: Parameters<typeof events>) => replyOf(await ask([events(...pieces, ...end)])).toolCalls;

    it('are put together by their index', async () => {
      const made = await calls(call(0, 'a', 'search', ''), call(1, 'b', 'read', '{"path"'), call(0, undefined, undefined, '{"query":'), call(1, undefined, undefined, ':"x"}'), call(0, undefined, undefined, '"y"}'));
      assert.deepEqual(made, [
        { id: 'a', name: 'search', arguments: { query: 'y' } },
        { id: 'b', name: 'read', arguments: { path: 'x' } },
      ]);
    });

    it('are kept apart where a server numbers them all the same or not at all', async () => {
      const expected = [
        { id: 'a', name: 'search', arguments: { q: 1 } },
        { id: 'b', name: 'search', arguments: { q: 2 } },
      ];
      assert.deepEqual(await calls(call(0, 'a', 'search', '{"q":1}'), call(0, 'b', 'search', '{"q":2}')), expected);
      assert.deepEqual(await calls(call(undefined, 'a', 'search', '{"q":1}'), call(undefined, 'b', 'search', '{"q":2}')), expected);
      assert.deepEqual(await calls(call(0, 'a', 'search', '{"q"'), call(0, 'a', 'search', ':1}'), call(1, 'b', 'search', '{"q":2}')), expected);
    });

    it('get ids of their own where the server’s are empty or stand twice, also in an earlier turn (G4)', async () => {
      const earlier = { role: 'assistant' as const, text: '', toolCalls: [{ id: 'a', name: 'search', arguments: {} }] };
      const request = modelRequest();
      const value = replyOf(await ask([events(call(0, 'a', 'search', '{}'), call(1, 'b', 'search', '{}'), call(2, 'b', 'search', '{}'), call(3, '', 'search', '{}'), ...end)], { messages: [...request.messages, earlier, { role: 'tool', toolCallId: 'a', name: 'search', text: '{}' }] }));
      const ids = value.toolCalls.map((c) => c.id);
      assert.equal(ids[1], 'b');
      assert.equal(new Set([...ids, 'a']).size, 5);
      assert.ok(ids.every((id) => id !== ''));
    });

    it('keep arguments that are no JSON object as they came, never as {} (G6)', async () => {
      const made = await calls(call(0, 'a', 'search', '{"{"a":1'), call(1, 'b', 'search', '[1]'), call(2, 'c', 'search', '{"a":1,}'), call(3, 'd', 'search', ''));
      assert.deepEqual(made.map(({ arguments: args, raw }) => [args, raw]), [[null, '{"{"a":1'], [null, '[1]'], [null, '{"a":1,}'], [{}, undefined]]);
    });

    it('take arguments that came parsed, and whole messages', async () => {
      const whole = json(200, { model: 'test-model', choices: [{ message: { content: null, tool_calls: [{ id: 'a', function: { name: 'search', arguments: { q: 1 } } }, { id: 'a', function: { name: 'search', arguments: '{"q":2}' } }] }, finish_reason: 'stop' }], usage: someUsage });
      const value = replyOf(await ask([whole]));
      assert.deepEqual(value.toolCalls.map((c) => c.arguments), [{ q: 1 }, { q: 2 }]);
      assert.equal(value.finish, 'tools');
    });

    it('are sent back in a form that servers take, and an empty turn is not (D12)', async () => {
      const messages: ModelRequest['messages'] = [
        { role: 'user', text: 'Go.' },
        { role: 'assistant', text: '', toolCalls: [{ id: 'a', name: 'se<|x|>arch', arguments: null, raw: '{"' }, { id: 'b', name: 'read', arguments: { path: 'x' } }] },
        { role: 'tool', toolCallId: 'a', name: 'se<|x|>arch', text: 'no' },
        { role: 'tool', toolCallId: 'b', name: 'read', text: 'yes' },
        { role: 'assistant', text: '', toolCalls: [] },
        { role: 'assistant', text: 'done', toolCalls: [] },
      ];
      await ask([reply('x')], { messages });
      assert.deepEqual(server.requests[0]?.body['messages'], [
        { role: 'user', content: 'Go.' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: 'a', type: 'function', function: { name: 'se__x__arch', arguments: '{}' } },
            { id: 'b', type: 'function', function: { name: 'read', arguments: '{"path":"x"}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'a', content: 'no' },
        { role: 'tool', tool_call_id: 'b', content: 'yes' },
        { role: 'assistant', content: 'done' },
      ]);
    });
  });

  describe('the cost', () => {
    const usage = { prompt_tokens: 1_000_000, completion_tokens: 100_000, prompt_tokens_details: { cached_tokens: 400_000 } };

    it('is worked out by the team’s price, and unknown without one', async () => {
      assert.equal(replyOf(await ask([reply('x', usage)], {}, { price: { input: 1, cached: 0.5, output: 10 } })).costUsd, 1.8);
      assert.equal(replyOf(await ask([reply('x', usage)])).costUsd, null);
    });

    it('counts cached input in full where its price is not known, and says so (I3)', async () => {
      const value = replyOf(await ask([reply('x', usage)], {}, { price: { input: 1, output: 10 } }));
      assert.equal(value.costUsd, 2);
      assert.match(value.notes.join(), /at most this/);
    });
  });

  it('refuses kinds of models that cannot be used here', async () => {
    await assert.rejects(open({ provider: 'vscode' }), { name: 'ModelUnusable', message: /VS Code's own/ });
    await assert.rejects(open({ provider: 'recorded' }), { name: 'ModelUnusable' });
  });
});
