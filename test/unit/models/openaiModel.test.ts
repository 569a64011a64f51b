import assert from 'node:assert/strict';
import { parseReply } from '../../../src/engine/models/replyParsing';
import { nodeClock } from '../../../src/node/nodeClock';
import { control, errorOf, modelRequest, replyOf } from '../../support/modelRequests';
import { chunk, cut, done, events, hang, json, reply, someUsage, text, usageChunk, type Answer } from '../../support/modelServer';
import { withOpenAiServer } from './openaiHarness';

describe('a model over HTTP', () => {
  const http = withOpenAiServer();

  describe('the stream', () => {
    it('puts the text together, streams it and reads usage and name', async () => {
      http.server.answer(events(chunk({ role: 'assistant', content: '' }), chunk({ content: 'hel' }), chunk({ content: 'lo' }), chunk({}, { finish: 'stop', model: 'test-model-2026' }), usageChunk({ prompt_tokens: 100, completion_tokens: 20, total_tokens: 120, prompt_tokens_details: { cached_tokens: 60 }, completion_tokens_details: { reasoning_tokens: 5 } }), done));
      const listening = control();
      const value = replyOf(await (await http.open()).call(modelRequest(), listening));
      assert.deepEqual(
        { text: value.text, finish: value.finish, usage: value.usage },
        { text: 'hello', finish: 'stop', usage: { input: 100, cached: 60, cacheWrite: 0, output: 20, reasoning: 5, estimated: false } },
      );
      assert.deepEqual(listening.heard, ['hel', 'lo']);
      assert.equal(value.simulated, false);
      assert.deepEqual(value.notes, []);
    });

    it('sends what was asked, and leaves out what is not', async () => {
      await http.ask([reply('x')]);
      assert.deepEqual(http.server.requests[0]?.body, {
        model: 'test-model',
        messages: [
          { role: 'system', content: 'You are a test.' },
          { role: 'user', content: 'Answer in JSON.' },
        ],
        stream: true,
        stream_options: { include_usage: true },
      });
      assert.equal(http.server.requests[0]?.path, '/v1/chat/completions');
    });

    it('names temperature, output limit, tools and the schema of the reply', async () => {
      const replySchema = { type: 'object', properties: { output: {} } };
      const parameters = { type: 'object', properties: { query: { type: 'string' } } };
      await http.ask([reply('x')], { replySchema, tools: [{ name: 'search', description: 'Finds.', parameters }] }, { temperature: 0, maxOutputTokens: 50 });
      const { temperature, max_tokens: max, tools, response_format: format } = http.server.requests[0]!.body;
      assert.deepEqual([temperature, max], [0, 50]);
      assert.deepEqual(tools, [{ type: 'function', function: { name: 'search', description: 'Finds.', parameters } }]);
      assert.deepEqual(format, { type: 'json_schema', json_schema: { name: 'reply', schema: replySchema, strict: false } });
    });

    it('passes over keep-alives, chunks without choices and a filter result before the first (F2, F4)', async () => {
      const wire = [': ping\n\n', { choices: [], prompt_filter_results: [{}] }, ':\n\n', chunk({ content: 'a' }), ': ping\n', chunk({ content: 'b' }), '\n\n', chunk({}, { finish: 'stop' }), usageChunk(someUsage), done];
      assert.equal(replyOf(await http.ask([events(...wire)])).text, 'ab');
    });

    it('takes running totals as totals (I1)', async () => {
      const usage = (n: number) => ({ prompt_tokens: 100, completion_tokens: n, total_tokens: 100 + n });
      const pieces = Array.from({ length: 50 }, (_, i) => chunk({ content: 'x' }, { usage: usage(i + 1) }));
      const value = replyOf(await http.ask([events(...pieces, chunk({}, { finish: 'stop', usage: usage(50) }), done)]));
      assert.deepEqual([value.usage.input, value.usage.output], [100, 50]);
    });

    it('counts what no server can have read or written', async () => {
      for (const impossible of [-5, 1e308, '12', null]) {
        const value = replyOf(await http.ask([reply('hello world', { prompt_tokens: impossible, completion_tokens: impossible })], { inputTokens: 77 }));
        assert.deepEqual([value.usage.input, value.usage.output, value.usage.estimated], [77, 2, true], String(impossible));
      }
    });

    it('counts a usage that nobody reported and marks it, and never takes zeros for one (I4)', async () => {
      const missing = events(chunk({ content: 'hello world' }), chunk({}, { finish: 'stop' }), done);
      const empty = events(chunk({ content: 'hello world' }, { usage: null }), chunk({}, { finish: 'stop' }), usageChunk({ prompt_tokens: 0, completion_tokens: 0 }), done);
      for (const answer of [missing, empty]) {
        const value = replyOf(await http.ask([answer], { inputTokens: 77 }));
        assert.deepEqual([value.usage.input, value.usage.output, value.usage.estimated], [77, 2, true]);
        assert.match(value.notes.join(), /did not report its usage/);
      }
    });

    it('adds reasoning that a server counts beside the output', async () => {
      const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 115, completion_tokens_details: { reasoning_tokens: 100 } };
      assert.deepEqual([replyOf(await http.ask([reply('x', usage)])).usage.output], [105]);
    });

    it('reads content by its type (F22)', async () => {
      const value = replyOf(await http.ask([events(chunk({ content: null }), chunk({ content: [{ type: 'text', text: 'a' }] }), chunk({ content: 'b' }), chunk({ content: null }, { finish: 'stop' }), done)]));
      assert.equal(value.text, 'ab');
      const parsed = json(200, { model: 'test-model', choices: [{ message: { content: { output: {} } }, finish_reason: 'stop' }], usage: someUsage });
      assert.equal(replyOf(await http.ask([parsed])).text, '{"output":{}}');
    });

    it('takes a whole completion from a server that does not stream', async () => {
      const listening = control();
      http.server.answer(json(200, { model: 'test-model', choices: [{ index: 0, message: { role: 'assistant', content: 'whole' }, finish_reason: 'stop' }], usage: someUsage }));
      assert.equal(replyOf(await (await http.open()).call(modelRequest(), listening)).text, 'whole');
      assert.deepEqual(listening.heard, ['whole']);
    });

    it('keeps the thoughts of a reasoning model out of the text', async () => {
      const value = replyOf(await http.ask([events(chunk({ reasoning_content: 'hm' }), chunk({ content: 'a' }), chunk({}, { finish: 'stop' }), done)]));
      assert.equal(value.text, 'a');
    });

    it('tells the ends apart', async () => {
      for (const [reason, finish] of [['length', 'length'], ['content_filter', 'filter'], ['stop', 'stop'], ['strange', 'other']] as const) {
        assert.equal(replyOf(await http.ask([events(chunk({ content: 'a' }), chunk({}, { finish: reason }), done)])).finish, finish);
      }
    });

    it('says in its own words that a model refused', async () => {
      const streamed = events(chunk({ refusal: 'I cannot ' }), chunk({ refusal: 'help with that.' }), chunk({}, { finish: 'stop' }), usageChunk(someUsage), done);
      const whole = json(200, { model: 'test-model', choices: [{ message: { content: null, refusal: 'I cannot help with that.' }, finish_reason: 'stop' }], usage: someUsage });
      for (const answer of [streamed, whole]) {
        const { text: said, finish } = replyOf(await http.ask([answer]));
        const parsed = parseReply(said, finish);
        assert.ok(!parsed.ok);
        assert.equal(parsed.error.problem, 'The model refused to answer: I cannot help with that.');
      }
    });

    it('says that a server cut the prompt (F6)', async () => {
      const value = replyOf(await http.ask([reply('x', { prompt_tokens: 2048, completion_tokens: 3 })], { inputTokens: 9000 }));
      assert.match(value.notes.join(), /read only 2048 of about 9000 tokens/);
    });

    it('gives the name that served, where it differs (I7)', async () => {
      assert.equal(replyOf(await http.ask([events(chunk({ content: 'a' }, { model: 'gpt-4' }), chunk({}, { finish: 'stop', model: 'gpt-4' }), done)], {}, { model: 'gpt-4-1106' })).served, 'gpt-4');
      assert.equal(replyOf(await http.ask([reply('x')])).served, null);
    });
  });

  describe('what goes wrong on the way', () => {
    it('a stream that ends without its end is a disconnect, by a closed socket or not; what had come is counted', async () => {
      for (const answer of [cut(chunk({ content: 'hello world' })), events(chunk({ content: 'hello world' })), events(chunk({ content: 'hello world' }), done)]) {
        const outcome = await http.ask([answer], { inputTokens: 40 });
        assert.ok(!outcome.ok);
        assert.deepEqual([outcome.error.kind, outcome.error.retryable, outcome.usage?.input, outcome.usage?.output, outcome.usage?.estimated], ['disconnect', true, 40, 2, true]);
      }
      const before = await http.ask([(response) => void response.destroy()]);
      assert.ok(!before.ok && before.error.kind === 'disconnect' && before.usage?.estimated === true);
    });

    it('a request that was taken and never answered is estimated, one that never got there costs nothing', async () => {
      const price = { input: 1_000_000, output: 1 };
      for (const answer of [hang(), hang(chunk({})), (response) => void response.destroy(), json(200, { id: 'x' })] as readonly Answer[]) {
        const stop = new AbortController();
        http.server.answer(answer);
        const call = (await http.open({ price })).call(modelRequest({}, { inputTokens: 40 }), control(stop.signal));
        await http.server.asked(http.server.requests.length + 1);
        stop.abort('timeout');
        const outcome = await call;
        assert.ok(!outcome.ok);
        assert.deepEqual([outcome.usage?.input, outcome.usage?.output, outcome.usage?.estimated, outcome.costUsd], [40, 0, true, 40]);
      }
      const unpriced = await http.ask([(response) => void response.destroy()]);
      assert.ok(!unpriced.ok && unpriced.costUsd === null);
      const { origin } = http.server;
      await http.server.stop();
      const unreached = await (await http.open({ price, baseUrl: `${origin}/v1` })).call(modelRequest(), control());
      assert.ok(!unreached.ok && unreached.usage === undefined && unreached.costUsd === undefined);
    });

    it('an answer of nothing is empty, and was worked for', async () => {
      const outcome = await http.ask([events(chunk({ role: 'assistant', content: '' }), chunk({}, { finish: 'stop' }), usageChunk(someUsage), done)]);
      assert.ok(!outcome.ok);
      assert.deepEqual([outcome.error.kind, outcome.error.retryable, outcome.usage?.input, outcome.usage?.output], ['empty', true, 9, 3]);
    });

    it('a web page is no answer, and the message names the address', async () => {
      const error = errorOf(await http.ask([text(200, '<!doctype html><title>Hi</title>', 'text/html; charset=utf-8')]));
      assert.equal(error.kind, 'not-found');
      assert.equal(error.message, `${http.server.origin}/v1/chat/completions answered with a web page, not with a chat completion.`);
      assert.equal(error.retryable, false);
    });

    it('JSON without choices is no answer', async () => {
      assert.match(errorOf(await http.ask([json(200, { id: 'x' })])).message, /it has no `choices`/);
    });

    it('a piece that is no JSON breaks the stream off', async () => {
      const error = errorOf(await http.ask([events(chunk({ content: 'a' }), 'data: {oops\n\n')]));
      assert.equal(error.kind, 'disconnect');
    });

    it('an error inside a stream that began well is told apart (F13)', async () => {
      const overloaded = errorOf(await http.ask([events({ error: { type: 'overloaded_error', message: 'Overloaded' } })]));
      assert.deepEqual([overloaded.kind, overloaded.retryable], ['server', true]);
      const late = await http.ask([events(chunk({ content: 'a' }), { error: { message: 'Rate limit reached', code: 'rate_limit_exceeded' } })]);
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
        const outcome = await http.ask([answer]);
        const error = errorOf(outcome);
        assert.deepEqual([error.kind, error.retryable], [kind, retryable]);
        assert.match(error.message, message);
        assert.equal(http.server.requests.length, 1);
        // Refused requests are not charged for (I10).
        assert.ok(!outcome.ok && outcome.usage === undefined);
      });
    }

    it('reads when to come back from seconds, milliseconds, a date or the message', async () => {
      const after = async (headers: Readonly<Record<string, string>>, message = 'slow down') => errorOf(await http.ask([json(429, { error: { message } }, headers)])).retryAfterMs;
      assert.equal(await after({ 'retry-after': '2' }), 2000);
      assert.equal(await after({ 'retry-after-ms': '350', 'retry-after': '2' }), 350);
      assert.equal(await after({}, 'Please try again in 1.5s.'), 1500);
      assert.equal(await after({}), undefined);
      const clock = { ...nodeClock, now: () => Date.parse('2026-01-01T00:00:00Z') };
      http.server.answer(json(503, { error: { message: 'x' } }, { 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }));
      assert.equal(errorOf(await (await http.open({}, { clock })).call(modelRequest(), control())).retryAfterMs, 30_000);
    });

    it('says who does not answer and how to start it', async () => {
      const origin = http.server.origin;
      await http.server.stop();
      const error = errorOf(await (await http.open({ baseUrl: `${origin}/v1` }, { where: 'the container dev' })).call(modelRequest(), control()));
      assert.deepEqual([error.kind, error.message], ['network', `Nothing answers at ${origin.slice(7)}: the connection was refused.`]);
      assert.equal(error.hint, 'Start the server, or correct base_url of the model. Rolecall runs on the container dev; that is what this address means.');
    });

    it('says when the other side does not speak HTTPS', async () => {
      const error = errorOf(await (await http.open({ baseUrl: `${http.server.origin.replace('http:', 'https:')}/v1` })).call(modelRequest(), control()));
      assert.match(error.message, /does not speak HTTPS/);
      assert.equal(error.retryable, false);
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
        http.server.answer(answer);
        const heard: string[] = [];
        let first: () => void = () => undefined;
        const firstText = new Promise<void>((resolve) => (first = resolve));
        const outcome = (await http.open()).call(modelRequest(), {
          signal: stop.signal,
          onText: (delta) => {
            heard.push(delta);
            first();
          },
        });
        await http.server.asked(1);
        if (what.startsWith('a stream')) await firstText;
        stop.abort(reason);
        assert.ok((await within(http.server.closed(1))) < 1000);
        const error = errorOf(await outcome);
        assert.deepEqual([error.kind, error.retryable], [reason, reason === 'timeout']);
      });
    }

    it('before the call sends nothing', async () => {
      const stop = new AbortController();
      stop.abort('stopped');
      assert.equal(errorOf(await (await http.open()).call(modelRequest(), control(stop.signal))).kind, 'stopped');
      assert.equal(http.server.requests.length, 0);
    });

    it('counts what had come', async () => {
      const stop = new AbortController();
      http.server.answer(hang(chunk({ content: 'hello world' })));
      const outcome = await (await http.open()).call(modelRequest({}, { inputTokens: 40 }), { signal: stop.signal, onText: () => stop.abort('stopped') });
      assert.ok(!outcome.ok);
      assert.deepEqual([outcome.usage?.input, outcome.usage?.output, outcome.usage?.estimated], [40, 2, true]);
    });
  });

});
