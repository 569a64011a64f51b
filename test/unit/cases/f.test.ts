// Cases of area F: servers, wires and streams, as whole runs over real HTTP. What one call does in detail is in ../models; `npm run bench -- conformance` prints these as a table.
import assert from 'node:assert/strict';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { nodeClock } from '../../../src/node/nodeClock';
import { httpTeamFiles, messagesOf, withHttpTeams, workText, writes, callsTools } from '../../support/httpTeam';
import { chunk, done, events, hang, json, reply, someUsage, text, usageChunk, type Answer } from '../../support/modelServer';
import { control, errorOf, modelRequest } from '../../support/modelRequests';
import { runFiles } from '../../support/runFiles';
import { selfSigned } from '../../support/selfSigned';
import { testKey, withOpenAiServer } from '../models/openaiHarness';

const refusal = (message: string, param?: string): Answer => json(400, { error: { message, ...(param === undefined ? {} : { param }) } });
const end = [chunk({}, { finish: 'stop' }), usageChunk(someUsage), done];

describe('cases F', () => {
  const http = withHttpTeams();
  const one = withOpenAiServer();
  const notes = (calls: readonly { readonly notes: readonly string[] }[]) => calls.flatMap((call) => call.notes).join('\n');

  it('F2: comments between the events of a stream are passed over', async () => {
    const whole = workText('rain');
    const wire = [': ping\n\n', chunk({ content: whole.slice(0, 9) }), ':\n\n', ': ping\n', chunk({ content: whole.slice(9) }), ...end];
    const { result, state } = await http.run([events(...wire)]);
    assert.deepEqual([result.status, state.values['report']], ['completed', 'rain']);
  });

  it('F4: chunks without choices, first or last, end nothing, and usage is read from them', async () => {
    const { result, state } = await http.run([events({ choices: [], prompt_filter_results: [{}] }, chunk({ content: workText('rain') }), ...end)]);
    assert.deepEqual([result.status, state.usage.input, state.usage.output, state.usage.estimated], ['completed', 9, 3, false]);
  });

  it('F6: a prompt that the server cut is told on the step; with a stated context the answer is not taken', async () => {
    const task = 'rain and wind, '.repeat(3000);
    const cut = { prompt_tokens: 2048, completion_tokens: 3 };
    const warned = await http.run([writes('rain', cut)], {}, { task });
    assert.match(notes(warned.calls), /read only 2048 of about \d+ tokens.*num_ctx/);
    assert.equal(warned.result.status, 'completed');
    const strict = await http.run([writes('rain', cut)], { entry: 'context: 32768' }, { task });
    assert.deepEqual([strict.result.status, strict.calls[0]?.error?.kind, strict.state.usage.input], ['failed', 'too-long', 2048]);
    assert.match(strict.calls[0]?.error?.message ?? '', /has a context of 32768: the front of the prompt was cut/);
    assert.equal(http.server.requests.length, 2, 'the same prompt would be cut again');
  });

  it('F7: the other name of the output limit is sent where one is refused, and at once the next time; each request is counted', async () => {
    const { result, state, calls, view } = await http.run(
      [refusal("Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", 'max_tokens'), reply('no json'), writes('rain')],
      { entry: 'max_output_tokens: 50' },
    );
    assert.equal(result.status, 'completed');
    assert.deepEqual(http.server.requests.map(({ body }) => [body['max_tokens'], body['max_completion_tokens']]), [[50, undefined], [undefined, 50], [undefined, 50]]);
    assert.match(notes(calls), /refused max_tokens: max_completion_tokens was sent instead/);
    assert.deepEqual([calls.map((call) => call.requests), state.requests.get('writer'), view.spend.total.calls, view.steps[0]?.calls], [[2, 1], 3, 3, 3]);
  });

  it('F7: also a call that fails in the end counts the requests it took', async () => {
    const { state, view, calls } = await http.run([refusal('max_tokens is not supported', 'max_tokens'), json(401, { error: { message: 'no' } })], { entry: 'max_output_tokens: 50' });
    assert.deepEqual([state.requests.get('writer'), view.spend.total.calls, calls[0]?.requests], [2, 2, 2]);
    assert.match(notes(calls), /refused max_tokens/);
  });

  it('F8: a temperature that is not taken is left out and noted', async () => {
    const { calls } = await http.run([refusal("Unsupported value: 'temperature' does not support 0 with this model.", 'temperature'), writes('rain')], { entry: 'temperature: 0' });
    assert.deepEqual(http.server.requests.map(({ body }) => body['temperature']), [0, undefined]);
    assert.match(notes(calls), /refused temperature: it was left out/);
  });

  it('F10: only our own limit ends a request, and it is named; the built-in fetch, which gives up after five minutes, is not used', async () => {
    const builtIn = globalThis.fetch;
    globalThis.fetch = () => Promise.reject(new Error('the built-in fetch was used'));
    try {
      const silent = hang(chunk({ content: '{"sta' }));
      const { result, calls } = await http.run([hang(), silent], { role: 'limits: { timeout: 20s, retries: 1 }' });
      assert.deepEqual([result.status, calls.map((call) => call.error?.kind)], ['failed', ['timeout', 'timeout']]);
      for (const { error } of calls) assert.match(`${error?.message}. ${error?.hint}`, /no reply within 20 s \(limits\.timeout of the role\)\. Raise it/);
      await Promise.all([http.server.closed(1), http.server.closed(2)]);
    } finally {
      globalThis.fetch = builtIn;
    }
  });

  it('F12: an account without money is asked once, and the message says so', async () => {
    const { result, calls } = await http.run([json(429, { error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } }, { 'retry-after': '1' })]);
    assert.deepEqual([result.status, http.server.requests.length, calls[0]?.error?.kind], ['failed', 1, 'quota']);
    assert.match(`${calls[0]?.error?.message} ${calls[0]?.error?.hint}`, /nothing left to pay.*billing/s);
  });

  for (const [status, error] of [
    [400, { message: 'Access denied, please make sure your account is in good standing.', code: 'Arrearage' }],
    [400, { message: 'Billing hard limit has been reached', code: 'billing_hard_limit_reached' }],
    [403, { message: 'The free tier of the model has been exhausted.', code: 'AllocationQuota.FreeTierOnly' }],
  ] as const) {
    it(`F12: nor is it asked in other forms where that is said with ${status} ${error.code}`, async () => {
      const { result, calls } = await http.run([json(status, { error })]);
      assert.deepEqual([result.status, http.server.requests.length, calls.map((call) => call.error?.kind)], ['failed', 1, ['quota']]);
    });
  }

  it('F13: too many tokens in a minute are no prompt that is too long', async () => {
    const { result, calls } = await http.run([json(429, { error: { message: 'Too many tokens, please wait before trying again.' } }), writes('rain')], { role: 'limits: { timeout: 600s, retries: 1 }' });
    assert.deepEqual([result.status, calls.map((call) => call.error?.kind ?? 'reply')], ['completed', ['rate-limit', 'reply']]);
  });

  it('F13: a server with too much to do is asked again: 529, and errors in a body or a stream of 200; each attempt is an event', async () => {
    const overloaded = { error: { type: 'overloaded_error', message: 'Overloaded' } };
    const answers = [json(529, overloaded), json(200, overloaded), events(overloaded), writes('rain')];
    const { result, calls, state } = await http.run(answers, { role: 'limits: { timeout: 600s, retries: 3 }' });
    assert.deepEqual([result.status, calls.map((call) => call.error?.kind ?? 'reply'), state.requests.get('writer')], ['completed', ['server', 'server', 'server', 'reply'], 4]);
    // On the run's own clock the waits grow.
    const starts = calls.map((call) => call.startedAt);
    const waits = starts.slice(1).map((at, index) => at - starts[index]!);
    assert.ok(waits[1]! > waits[0]! && waits[2]! > waits[1]!, String(waits));
  });

  it('F13: retries are as many as the card allows, and come back when the server says', async () => {
    const busy = json(429, { error: { message: 'slow down' } }, { 'retry-after': '7' });
    const { result, calls } = await http.run([busy, busy], { role: 'limits: { timeout: 600s, retries: 1 }' });
    assert.deepEqual([result.status, calls.length], ['failed', 2]);
    const wait = calls[1]!.startedAt - calls[0]!.startedAt;
    assert.ok(wait >= 7000 && wait < 8000, String(wait));
  });

  for (const base of ['', '/', '/v1', '/v1/', '//v1//', '/v1/v1', '/v1/chat/completions']) {
    it(`F15: the base URL may end in ${JSON.stringify(base)}`, async () => {
      http.server.answerAll((response, request) => (request.path === '/v1/chat/completions' ? writes('rain')(response, request) : text(404, 'not found', 'text/plain')(response, request)));
      const { result } = await http.run([], { entry: `base_url: "${http.server.origin}${base}", model: test-model` });
      assert.equal(result.status, 'completed');
    });
  }

  it('F15: paths of its own, with a version or not, are found', async () => {
    for (const [base, path] of [['/proxy/openai', '/proxy/openai/v1/chat/completions'], ['/v1beta/openai/', '/v1beta/openai/chat/completions']] as const) {
      http.server.answerAll((response, request) => (request.path === path ? writes('rain')(response, request) : text(404, 'not found', 'text/plain')(response, request)));
      assert.equal((await http.run([], { entry: `base_url: "${http.server.origin}${base}", model: test-model` })).result.status, 'completed', base);
    }
  });

  it('F16: a key that was pasted with its line end is sent without it, and never told', async () => {
    one.server.answer(json(401, { error: { message: `Incorrect API key provided: ${testKey}` } }));
    const model = await one.open({ apiKeyEnv: 'K' }, { secrets: { get: () => Promise.resolve(` ${testKey}\n`) } });
    const error = errorOf(await model.call(modelRequest(), control()));
    assert.equal(one.server.requests[0]?.headers.authorization, `Bearer ${testKey}`);
    assert.doesNotMatch(JSON.stringify(error), /0123456789/);
  });

  it('F18: without tools nothing about tools is sent; a server that is not set up for them is told from one that is', async () => {
    await http.run([writes('rain')]);
    assert.deepEqual(['tools', 'tool_choice', 'parallel_tool_calls'].filter((key) => key in http.server.requests[0]!.body), []);
    const noParser = refusal('"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set');
    const { calls } = await http.run([noParser], { role: 'tools: [look]', more: 'tools: { look: { type: list_files, root: . } }' });
    assert.match(calls[0]?.error?.hint ?? '', /a server set up for tools/);
    assert.equal(http.server.requests.length, 2, 'leaving something else out would not help');
  });

  const thoughtful = (answer: string | null) => {
    const call = { tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } }] };
    return events(chunk({ reasoning_content: 'I should ' }), chunk({ reasoning_content: 'look.' }), chunk(answer === null ? call : { content: answer }), chunk({}, { finish: answer === null ? 'tool_calls' : 'stop' }), done);
  };
  const looking = { role: 'tools: [look]', more: 'tools: { look: { type: list_files, root: . } }' };
  const thoughts = (index: number) => messagesOf(http.server.requests[index]!.body).map((message) => message['reasoning_content']).filter((found) => found !== undefined);

  it('F20: thoughts go back with the tool calls where a server insists, learned from its error', async () => {
    const { result, calls, state } = await http.run([thoughtful(null), refusal('Missing `reasoning_content` field in the assistant message at message index 2'), thoughtful(workText('rain'))], looking);
    assert.deepEqual([result.status, thoughts(1), thoughts(2), state.requests.get('writer')], ['completed', [], ['I should look.'], 3]);
    assert.match(notes(calls), /wants the model's thoughts back/);
    assert.doesNotMatch(JSON.stringify(state.values), /should look/);
  });

  it('F20: they stay away where a server would refuse them', async () => {
    http.server.answerAll((response, request) => {
      if (messagesOf(request.body).some((message) => 'reasoning_content' in message)) return refusal('reasoning_content is not permitted')(response, request);
      return thoughtful(messagesOf(request.body).length > 3 ? workText('rain') : null)(response, request);
    });
    const { result } = await http.run([], looking);
    assert.deepEqual([result.status, http.server.requests.length], ['completed', 2]);
  });

  it('F22: content is read by its type: nothing, parts, or what the server has parsed already', async () => {
    const parts = events(chunk({ content: null }), chunk({ content: [{ type: 'text', text: workText('rain') }] }), ...end);
    const parsed = json(200, { model: 'test-model', choices: [{ message: { content: JSON.parse(workText('rain')) as object as never }, finish_reason: 'stop' }], usage: someUsage });
    for (const answer of [parts, parsed]) assert.equal((await http.run([answer])).state.values['report'], 'rain');
    const nothing = json(200, { model: 'test-model', choices: [{ message: { content: null }, finish_reason: 'stop' }], usage: someUsage });
    assert.deepEqual((await http.run([nothing, writes('rain')])).calls.map((call) => call.error?.kind ?? 'reply'), ['empty', 'reply']);
  });

  it('F24: without stream_options the usage is counted here and marked, and so are all sums', async () => {
    const bare = events(chunk({ content: workText('rain') }), chunk({}, { finish: 'stop' }), done);
    const { calls, state, view } = await http.run([refusal("unknown field 'stream_options'"), bare]);
    assert.match(notes(calls), /refused stream_options: it was left out/);
    assert.deepEqual([calls[0]?.usage?.estimated, state.usage.estimated, view.spend.total.usage.estimated, view.spend.byRole[0]?.usage.estimated], [true, true, true, true]);
    assert.ok(state.usage.input > 100 && state.usage.output > 10);
  });

  it('F25: where nothing answers, it is said how to start it and where this runs', async () => {
    const { origin } = one.server;
    await one.server.stop();
    const error = errorOf(await (await one.open({ baseUrl: `${origin}/v1` }, { where: 'the SSH host box' })).call(modelRequest(), control()));
    assert.equal(error.kind, 'network');
    assert.match(error.hint ?? '', /Start the server.*runs on the SSH host box; that is what this address means/);
  });

  it('F26: a certificate that nobody trusts is named as the problem, and nobody is told to look away', async () => {
    const server = https.createServer(selfSigned(), (_request, response) => response.end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const base = `https://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const { calls } = await http.run([], { entry: `base_url: "${base}", model: test-model` });
    server.close();
    const [call] = calls;
    assert.deepEqual([calls.length, call?.error?.kind, call?.usage], [1, 'network', null]);
    assert.match(call?.error?.message ?? '', /The certificate of 127\.0\.0\.1:\d+ is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)/);
    assert.match(call?.error?.hint ?? '', /NODE_EXTRA_CA_CERTS/);
    assert.doesNotMatch(JSON.stringify(call), /NODE_TLS_REJECT_UNAUTHORIZED|insecure|verify/i);
  });

  describe('roles and their order', () => {
    const roles = (index: number) => messagesOf(http.server.requests[index]!.body).map((message) => String(message['role']));

    it('a server without the role system gets its text before the first message', async () => {
      const { result, calls } = await http.run([refusal('System role not supported'), writes('rain')]);
      assert.deepEqual([result.status, roles(0), roles(1)], ['completed', ['system', 'user'], ['user']]);
      const [system, user] = messagesOf(http.server.requests[0]!.body).map((message) => message['content']);
      assert.equal(messagesOf(http.server.requests[1]!.body)[0]?.['content'], `${String(system)}\n\n${String(user)}`);
      assert.match(notes(calls), /refused the role system/);
    });

    it('a server that wants turns gets them, whatever status its template fails with', async () => {
      const empty = events(chunk({ content: ' ' }), chunk({}, { finish: 'stop' }), done);
      const template = json(500, { error: { code: 500, message: 'Jinja Exception: Conversation roles must alternate user/assistant/user/assistant/...' } });
      const { result, calls } = await http.run([empty, template, writes('rain')]);
      assert.deepEqual([result.status, roles(1), roles(2)], ['completed', ['system', 'user', 'user'], ['system', 'user']]);
      assert.match(notes(calls), /take turns/);
    });

    it('between a result and the next question stands a word of the model', async () => {
      const empty = events(chunk({ content: ' ' }), chunk({}, { finish: 'stop' }), done);
      const { result } = await http.run([callsTools({ id: 'a', name: 'look', arguments: '{}' }), empty, refusal("Unexpected role 'user' after role 'tool'"), writes('rain')], looking);
      assert.deepEqual([result.status, roles(2), roles(3)], ['completed', ['system', 'user', 'assistant', 'tool', 'user'], ['system', 'user', 'assistant', 'tool', 'assistant', 'user']]);
    });
  });

  describe('a stop', () => {
    const stopped = async (answers: readonly Answer[], when: 'asked' | 'text' | 'retry') => {
      const started = { at: 0 };
      http.server.answer(...answers);
      const ran = await runFiles(httpTeamFiles(http.server.origin), {
        clock: nodeClock,
        during: (run) => {
          const stop = () => {
            started.at ||= performance.now();
            run.stop();
          };
          run.listen({ onEvents: (all) => void (when === 'retry' && all.some((event) => event.type === 'model.failed') && stop()), onText: () => void (when === 'text' && stop()) });
          if (when === 'asked') void http.server.asked(1).then(stop);
        },
      });
      if (when !== 'retry') await http.server.closed(1);
      return { ran, ms: performance.now() - started.at };
    };

    for (const [what, answer, when] of [
      ['while the prompt is read', hang(), 'asked'],
      ['in the stream', hang(chunk({ content: 'a' })), 'text'],
      ['in the wait before a retry', json(429, { error: { message: 'slow down' } }, { 'retry-after': '50' }), 'retry'],
    ] as const) {
      it(`${what} closes the socket and ends the run within a second`, async () => {
        const { ran, ms } = await stopped([answer], when);
        assert.equal(ran.result.status, 'stopped');
        assert.equal(http.server.requests.length, 1);
        assert.ok(ms < 1000, String(ms));
      });
    }
  });
});
