import assert from 'node:assert/strict';
import { control, errorOf, modelRequest, replyOf } from '../../support/modelRequests';
import { json, reply, text } from '../../support/modelServer';
import { testKey, withOpenAiServer } from './openaiHarness';

describe('getting on with a server', () => {
  const http = withOpenAiServer();

  describe('what a server refuses', () => {
    const refusal = (message: string, param?: string) => json(400, { error: { message, ...(param === undefined ? {} : { param }) } });
    const replySchema = { type: 'object' };

    it('is left out, noted, and left out at once the next time (F7, F8, F24)', async () => {
      http.server.answer(
        refusal("Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", 'max_tokens'),
        refusal("Unsupported value: 'temperature' does not support 0 with this model.", 'temperature'),
        refusal("unknown field 'stream_options'"),
        reply('a'),
        reply('b'),
      );
      const model = await http.open({ temperature: 0, maxOutputTokens: 50 });
      const first = replyOf(await model.call(modelRequest(), control()));
      assert.equal(first.text, 'a');
      assert.deepEqual(first.notes, [
        'The server refused max_tokens: max_completion_tokens was sent instead.',
        'The server refused temperature: it was left out.',
        'The server refused stream_options: it was left out, so usage may be missing.',
      ]);
      const second = replyOf(await model.call(modelRequest(), control()));
      assert.deepEqual([second.text, second.notes.length, http.server.requests.length], ['b', 3, 5]);
      const { max_completion_tokens: max, max_tokens: old, temperature, stream_options: options } = http.server.requests[4]!.body;
      assert.deepEqual([max, old, temperature, options], [50, undefined, undefined, undefined]);
    });

    it('takes the next form of the reply, down to the prompt alone', async () => {
      const value = replyOf(await http.ask([refusal('This response_format type is unavailable now'), refusal('json_object is not supported'), reply('a')], { replySchema }));
      assert.equal(value.text, 'a');
      assert.deepEqual(http.server.requests.map((r) => (r.body['response_format'] as { type?: string } | undefined)?.type), ['json_schema', 'json_object', undefined]);
      assert.deepEqual(value.notes, ['The server refused response_format json_schema and json_object: the form of the reply is asked for in the prompt alone.']);
    });

    it('is found by trying where the server does not say what it is', async () => {
      const value = replyOf(await http.ask([json(422, { detail: 'Unprocessable' }), json(400, {}), json(400, {}), reply('a')], { replySchema }));
      assert.equal(value.text, 'a');
      assert.equal(http.server.requests[3]?.body['stream_options'], undefined);
    });

    it('leaves the length of a reply unlimited where no name of the limit is taken', async () => {
      const either = [refusal('max_tokens is not supported', 'max_tokens'), refusal('max_completion_tokens is not supported', 'max_completion_tokens')];
      const value = replyOf(await http.ask([...either, reply('a')], {}, { maxOutputTokens: 50 }));
      assert.deepEqual(['max_tokens', 'max_completion_tokens'].filter((name) => name in http.server.requests[2]!.body), []);
      assert.match(value.notes.join(), /refused max_tokens and max_completion_tokens/);
    });

    it('ends with the server’s own words when nothing helps, after a bounded number of requests', async () => {
      http.server.answerAll(refusal('Nope: temperature max_tokens response_format stream_options'));
      const error = errorOf(await (await http.open({ temperature: 0, maxOutputTokens: 5 })).call(modelRequest({}, { replySchema }), control()));
      assert.equal(error.kind, 'bad-request');
      assert.ok(http.server.requests.length <= 10, String(http.server.requests.length));
    });
  });

  describe('the address', () => {
    it('is found whatever of it was pasted (F15)', async () => {
      http.server.answerAll((response, request) => (request.path === '/v1/chat/completions' ? reply('a')(response, request) : text(404, 'not found', 'text/plain')(response, request)));
      const forms = ['', '/', '/v1', '/v1/', '//v1//', '/v1/v1', '/v1/chat/completions', '/v1/models'];
      for (const form of forms) assert.equal(replyOf(await (await http.open({ baseUrl: http.server.origin + form })).call(modelRequest(), control())).text, 'a', form);
      assert.equal(replyOf(await (await http.open({ baseUrl: http.server.origin.slice('http://'.length) })).call(modelRequest(), control())).text, 'a', 'without a scheme');
    });

    it('may have a path of its own, with and without a version, and remembers which', async () => {
      http.server.answerAll((response, request) => (request.path === '/proxy/openai/v1/chat/completions' || request.path === '/v1beta/openai/chat/completions' ? reply('a')(response, request) : text(200, '<html>', 'text/html')(response, request)));
      const model = await http.open({ baseUrl: `${http.server.origin}/proxy/openai` });
      for (let i = 0; i < 2; i++) assert.equal(replyOf(await model.call(modelRequest(), control())).text, 'a');
      assert.deepEqual(http.server.requests.map((r) => r.path), ['/proxy/openai/chat/completions', '/proxy/openai/v1/chat/completions', '/proxy/openai/v1/chat/completions']);
      assert.equal(replyOf(await (await http.open({ baseUrl: `${http.server.origin}/v1beta/openai/` })).call(modelRequest(), control())).text, 'a');
    });

    it('keeps its parameters', async () => {
      await http.ask([reply('a')], {}, { baseUrl: `${http.server.origin}/openai/deployments/x?api-version=2024-10-21` });
      assert.equal(http.server.requests[0]?.path, '/openai/deployments/x/chat/completions?api-version=2024-10-21');
    });
  });

  describe('the key', () => {
    it('goes to the server that was named, and nothing else from the environment does', async () => {
      const before = { ...process.env };
      Object.assign(process.env, { OPENAI_API_KEY: 'sk-wrong-0123456789abcdef', OPENAI_BASE_URL: 'http://127.0.0.1:9', OPENAI_ORG_ID: 'org-wrong', OPENAI_PROJECT_ID: 'proj-wrong', OPENAI_ADMIN_KEY: 'sk-admin-wrong', OPENAI_CUSTOM_HEADERS: 'Authorization: Bearer sk-wrong\nX-Other: wrong' });
      try {
        await http.ask([reply('a')], {}, { apiKeyEnv: 'TEST_KEY' });
        await http.ask([reply('a')]);
      } finally {
        for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
        Object.assign(process.env, before);
      }
      assert.equal(http.server.requests[0]?.headers.authorization, `Bearer ${testKey}`);
      assert.equal(http.server.requests.length, 2);
      assert.deepEqual(Object.keys(http.server.requests[0]?.headers ?? {}).sort(), ['accept', 'accept-encoding', 'authorization', 'connection', 'content-length', 'content-type', 'host', 'user-agent']);
      assert.ok(http.server.requests.every((r) => !/wrong/.test(JSON.stringify(r.headers))));
    });

    it('is trimmed (F16)', async () => {
      http.server.answer(reply('a'));
      const model = await http.open({ apiKeyEnv: 'K' }, { secrets: { get: () => Promise.resolve(` ${testKey}\n`) } });
      await model.call(modelRequest(), control());
      assert.equal(http.server.requests[0]?.headers.authorization, `Bearer ${testKey}`);
    });

    it('is never in a message, not even when the server repeats it (L3)', async () => {
      const error = errorOf(await http.ask([json(401, { error: { message: `Incorrect API key provided: ${testKey}` } })], {}, { apiKeyEnv: 'TEST_KEY' }));
      assert.match(error.message, /Incorrect API key provided: \[redacted\]/);
      assert.doesNotMatch(JSON.stringify(error), /0123456789/);
      const bad = http.open({ apiKeyEnv: 'K' }, { secrets: { get: () => Promise.resolve('sk-test-01234\n56789') } });
      await assert.rejects(bad, (failure: Error) => failure.name === 'ModelUnusable' && !/01234/.test(failure.message));
    });

    it('that is missing is said before anything is sent, except to a server at home', async () => {
      await assert.rejects(http.open({ baseUrl: 'https://models.example/v1', apiKeyEnv: 'NO_KEY' }), { name: 'ModelUnusable', message: 'The model demo needs a key, and NO_KEY is not set.' });
      await assert.rejects(http.open({ baseUrl: null }), { name: 'ModelUnusable', message: 'The model demo needs a key, and OPENAI_API_KEY is not set.' });
      assert.ok((await http.ask([reply('a')], {}, { apiKeyEnv: 'NO_KEY' })).ok);
    });
  });

  describe('the cost', () => {
    const usage = { prompt_tokens: 1_000_000, completion_tokens: 100_000, prompt_tokens_details: { cached_tokens: 400_000 } };

    it('is worked out by the team’s price, and unknown without one', async () => {
      assert.equal(replyOf(await http.ask([reply('x', usage)], {}, { price: { input: 1, cached: 0.5, output: 10 } })).costUsd, 1.8);
      assert.equal(replyOf(await http.ask([reply('x', usage)])).costUsd, null);
    });

    it('counts cached input in full where its price is not known, and says so (I3)', async () => {
      const value = replyOf(await http.ask([reply('x', usage)], {}, { price: { input: 1, output: 10 } }));
      assert.equal(value.costUsd, 2);
      assert.match(value.notes.join(), /at most this/);
    });
  });

  it('is not tried where the team declares no model', async () => {
    await assert.rejects(http.open({ name: 'default', model: null }), { name: 'ModelUnusable', message: 'No model is configured: the team names none.', hint: /models: \{ small/ });
  });

  it('refuses kinds of models that cannot be used here', async () => {
    await assert.rejects(http.open({ provider: 'vscode' }), { name: 'ModelUnusable', message: /VS Code's own/ });
    await assert.rejects(http.open({ provider: 'recorded' }), { name: 'ModelUnusable' });
  });
});
