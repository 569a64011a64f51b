// What every model has to do, whatever stands behind it. Run on each implementation by the test files beside this.
import assert from 'node:assert/strict';
import type { Usage } from '../../../src/engine/events/usage';
import type { CallControl, Model, ModelOutcome, ModelRequest } from '../../../src/engine/models/model';
import type { JsonObject } from '../../../src/engine/shared/json';
import { loadModelLibraries } from '../../support/modelLibraries';
import { control, errorOf, modelRequest, replyOf } from '../../support/modelRequests';

/** What stands behind the model plays these, one a call, in order. */
export type Played =
  | { readonly text: string; readonly usage?: Pick<Usage, 'input' | 'cached' | 'output' | 'reasoning'> }
  | { readonly toolCalls: readonly { readonly name: string; readonly arguments: JsonObject }[] }
  | { readonly status: number; readonly retryAfterS?: number }
  | 'disconnect'
  | 'empty'
  /** Never ends by itself. */
  | 'hang';

export interface ModelHarness {
  open(played: readonly Played[]): Promise<Model>;
  /** Resolves when the nth call (from 1) has reached what stands behind the model. */
  reached(n: number): Promise<void>;
  close(): Promise<void>;
}

export function describeModel(name: string, start: () => Promise<ModelHarness>): void {
  describe(`the Model port: ${name}`, () => {
    let harness: ModelHarness;
    before(loadModelLibraries);
    beforeEach(async () => {
      harness = await start();
    });
    afterEach(() => harness.close());

    const ask = (model: Model, listening: CallControl = control(), request: ModelRequest = modelRequest()): Promise<ModelOutcome> => model.call(request, listening);

    it('answers with text, and streams the same text', async () => {
      const listening = control();
      const reply = replyOf(await ask(await harness.open([{ text: '{"output":{"report":"日本 😀"}}' }]), listening));
      assert.equal(reply.text, '{"output":{"report":"日本 😀"}}');
      assert.equal(listening.heard.join(''), reply.text);
      assert.deepEqual([reply.finish, reply.toolCalls], ['stop', []]);
    });

    it('reports the usage that it was told, with the parts within the whole', async () => {
      const usage = { input: 900, cached: 100, output: 120, reasoning: 20 };
      assert.deepEqual(replyOf(await ask(await harness.open([{ text: 'a', usage }]))).usage, { ...usage, cacheWrite: 0, estimated: false });
    });

    it('never reports a usage of zero for a reply', async () => {
      const { usage } = replyOf(await ask(await harness.open([{ text: 'hello world' }]), control(), modelRequest({}, { inputTokens: 33 })));
      assert.deepEqual([usage.input, usage.output], [33, 2]);
    });

    it('answers with tool calls that have different ids, over calls too', async () => {
      const calls = [{ name: 'search', arguments: { query: 'a' } }, { name: 'search', arguments: { query: 'b' } }];
      const model = await harness.open([{ toolCalls: calls }, { toolCalls: calls }]);
      const first = replyOf(await ask(model));
      const turn = { role: 'assistant' as const, text: first.text, toolCalls: first.toolCalls };
      const results = first.toolCalls.map((call) => ({ role: 'tool' as const, toolCallId: call.id, name: call.name, text: '{}' }));
      const request = modelRequest({ call: 2 });
      const second = replyOf(await ask(model, control(), { ...request, messages: [...request.messages, turn, ...results] }));
      assert.deepEqual(first.toolCalls.map(({ name: tool, arguments: args }) => ({ name: tool, arguments: args })), calls);
      assert.equal(first.finish, 'tools');
      assert.equal(new Set([...first.toolCalls, ...second.toolCalls].map((call) => call.id)).size, 4);
    });

    for (const [status, kind, retryable] of [[400, 'bad-request', false], [401, 'auth', false], [404, 'not-found', false], [429, 'rate-limit', true], [500, 'server', true], [529, 'server', true]] as const) {
      it(`makes HTTP ${status} an outcome that costs nothing`, async () => {
        const outcome = await ask(await harness.open([{ status }]));
        const error = errorOf(outcome);
        assert.deepEqual([error.kind, error.status, error.retryable], [kind, status, retryable]);
        assert.ok(!outcome.ok && outcome.usage === undefined);
      });
    }

    it('says when to come back', async () => {
      assert.equal(errorOf(await ask(await harness.open([{ status: 429, retryAfterS: 3 }]))).retryAfterMs, 3000);
    });

    it('makes a broken connection and an empty reply outcomes that may pass', async () => {
      const model = await harness.open(['disconnect', 'empty', { text: 'a' }]);
      for (const kind of ['disconnect', 'empty']) {
        const error = errorOf(await ask(model));
        assert.deepEqual([error.kind, error.retryable], [kind, true]);
      }
      assert.equal(replyOf(await ask(model)).text, 'a');
    });

    for (const reason of ['stopped', 'timeout'] as const) {
      it(`ends at once when it is aborted, and tells ${reason} from the other`, async () => {
        const model = await harness.open(['hang', { text: 'a' }]);
        const stop = new AbortController();
        const hanging = ask(model, control(stop.signal));
        await harness.reached(1);
        stop.abort(reason);
        assert.deepEqual([errorOf(await hanging).kind, errorOf(await hanging).retryable], [reason, reason === 'timeout']);
      });
    }

    it('does nothing when it is aborted before', async () => {
      const stop = new AbortController();
      stop.abort('stopped');
      const model = await harness.open([{ text: 'a' }]);
      assert.equal(errorOf(await ask(model, control(stop.signal))).kind, 'stopped');
      assert.equal(replyOf(await ask(model)).text, 'a');
    });

    it('keeps calls that run at once apart', async () => {
      const model = await harness.open([{ text: 'a' }, { text: 'b' }, { text: 'c' }]);
      const listening = [control(), control(), control()];
      const texts = (await Promise.all(listening.map((one) => ask(model, one)))).map((outcome) => replyOf(outcome).text);
      assert.deepEqual([...texts].sort(), ['a', 'b', 'c']);
      assert.deepEqual(listening.map((one) => one.heard.join('')), texts);
    });
  });
}
