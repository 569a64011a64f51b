// Models of VS Code's own, behind the port that stands between them and vscode.lm. A provider for the real one can be registered only from VS Code 1.104 on.
import assert from 'node:assert/strict';
import type { ModelOutcome, TokenCounter } from '../../../src/engine/models/model';
import { createCallIds } from '../../../src/node/models/callIds';
import { createNodeModels } from '../../../src/node/models/nodeModels';
import { nodeClock } from '../../../src/node/nodeClock';
import { loadTokenCounter } from '../../../src/node/tokens/tokenCounter';
import { ChatRefused, type ChatPart, type ChatRequest, type EditorChat, type EditorChats } from '../../../src/vscode/models/editorChat';
import { openVscodeModel } from '../../../src/vscode/models/vscodeModel';
import { loadModelLibraries } from '../../support/modelLibraries';
import { control, errorOf, modelEntry, modelRequest, replyOf } from '../../support/modelRequests';

interface Played {
  readonly chat?: Partial<EditorChat>;
  /** What each request gives: parts, or what it is refused with. */
  readonly answers?: readonly (readonly ChatPart[] | Error)[];
}

describe("a model of VS Code's own", () => {
  let tokens: TokenCounter;
  before(loadModelLibraries);
  before(async () => {
    tokens = await loadTokenCounter();
  });

  const text = (value: string): ChatPart => ({ kind: 'text', text: value });
  const asked: ChatRequest[] = [];
  beforeEach(() => void asked.splice(0));

  function chatOf({ chat = {}, answers = [] }: Played): EditorChat {
    const queue = [...answers];
    return {
      id: 'copilot/gpt-5-mini', name: 'GPT-5 mini', vendor: 'copilot', family: 'gpt-5-mini', maxInputTokens: 100_000,
      mayBeAsked: () => null,
      count: async (said) => tokens.count(said),
      async send(request) {
        asked.push(request);
        const next = queue.shift();
        if (next instanceof Error) throw next;
        return (async function* () { yield* next ?? []; })();
      },
      ...chat,
    };
  }

  const chatsOf = (all: readonly EditorChat[], chosen: EditorChat | null = null): EditorChats => ({
    select: async ({ family, id }) => all.filter((chat) => (family === undefined || chat.family === family) && (id === undefined || chat.id === id)),
    pick: async () => chosen,
  });

  const entry = modelEntry({ provider: 'vscode', model: null, family: 'gpt-5-mini' });
  const open = (played: Played, more = {}) => openVscodeModel({ ...entry, ...more }, chatsOf([chatOf(played)]), { tokens, callIds: createCallIds() });
  const ask = async (played: Played, more = {}, request = modelRequest()): Promise<ModelOutcome> => (await open(played, more)).call(request, control());

  it('streams its text, and counts by its own counter, marked as an estimate', async () => {
    const listening = control();
    const request = modelRequest({}, { inputTokens: 30, messages: [{ role: 'system', text: 'You are a test of long standing. '.repeat(4) }, { role: 'user', text: 'Answer.' }] });
    const outcome = await (await open({ answers: [[text('hello '), text('world')]] })).call(request, listening);
    const reply = replyOf(outcome);
    assert.deepEqual([reply.text, reply.finish, listening.heard, reply.usage.output, reply.usage.estimated, reply.costUsd], ['hello world', 'stop', ['hello ', 'world'], 2, true, null]);
    assert.match(reply.notes.join(), /counted by GPT-5 mini's own counter/);
  });

  it('I11: a constant, nothing or an error from countTokens is not believed', async () => {
    const request = modelRequest({}, { inputTokens: 900 });
    for (const count of [async () => 4, async () => 0, async () => Number.NaN, async () => 1e9, async () => Promise.reject(new Error('no'))]) {
      const { usage, notes } = replyOf(await ask({ chat: { count }, answers: [[text('hello world')]] }, {}, request));
      assert.deepEqual([usage.input, usage.output, usage.estimated], [900, 2, true]);
      assert.match(notes.join(), /cannot be right: tokens were counted here/);
    }
  });

  it('costs what the team says, or it is unknown', async () => {
    const model = await open({ answers: [[text('x')]] }, { price: { input: 1_000_000, output: 0 } });
    assert.deepEqual([model.unpriced, replyOf(await model.call(modelRequest({}, { inputTokens: 10 }), control())).costUsd! > 0], [undefined, true]);
    assert.equal((await open({})).unpriced, true);
  });

  it('calls tools, with ids that are never twice the same in a step', async () => {
    const call: ChatPart = { kind: 'call', id: 'a', name: 'search', input: { q: 1 } };
    const model = await open({ answers: [[call, { ...call, input: { q: 2 } }], [call]] });
    const first = replyOf(await model.call(modelRequest({}, { tools: [{ name: 'search', description: 'Finds.', parameters: {} }] }), control()));
    const second = replyOf(await model.call(modelRequest({ call: 2 }), control()));
    assert.deepEqual([first.finish, first.toolCalls.map((one) => one.arguments)], ['tools', [{ q: 1 }, { q: 2 }]]);
    assert.equal(new Set([...first.toolCalls, ...second.toolCalls].map((one) => one.id)).size, 3);
    assert.equal(asked[0]?.tools[0]?.name, 'search');
  });

  it('hands on temperature and output limit', async () => {
    await ask({ answers: [[text('x')]] }, { temperature: 0, maxOutputTokens: 5 });
    assert.deepEqual(asked[0]?.options, { temperature: 0, max_tokens: 5 });
  });

  for (const [code, kind, says] of [['NoPermissions', 'auth', /may not use GPT-5 mini.*Manage Language Model Access/s], ['Blocked', 'quota', /quota/], ['NotFound', 'not-found', /no longer/], ['other', 'server', /failed: boom/]] as const) {
    it(`says what VS Code means by ${code}`, async () => {
      const error = errorOf(await ask({ answers: [new ChatRefused(code, 'boom')] }));
      assert.equal(error.kind, kind);
      assert.match(`${error.message} ${error.hint ?? ''}`, says);
      assert.equal(error.retryable, kind === 'server');
    });
  }

  it('asks nothing where the person has refused, or the prompt is too long', async () => {
    assert.equal(errorOf(await ask({ chat: { mayBeAsked: () => false } })).kind, 'auth');
    assert.equal(errorOf(await ask({ chat: { maxInputTokens: 5 } })).kind, 'too-long');
    assert.equal(asked.length, 0);
  });

  it('counts what had come before it broke, or was stopped', async () => {
    const broken = { send: async () => (async function* (): AsyncGenerator<ChatPart> { yield text('hello world'); throw new ChatRefused('other', 'cut'); })() };
    const outcome = await ask({ chat: broken });
    assert.ok(!outcome.ok && outcome.error.kind === 'server' && outcome.usage?.output === 2 && outcome.usage.estimated);
    const stop = new AbortController();
    const model = await open({ answers: [[text('hello'), text(' world')]] });
    const stopped = await model.call(modelRequest(), { signal: stop.signal, onText: () => stop.abort('stopped') });
    assert.ok(!stopped.ok && stopped.error.kind === 'stopped' && stopped.usage?.output === 1);
  });

  it('counts what was sent where it was broken off before a word came, as by a time-out, and nothing where it was not taken', async () => {
    const stop = new AbortController();
    const hanging: EditorChat['send'] = async (_request, signal) => {
      const stopped = new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('cancelled'))));
      queueMicrotask(() => stop.abort('timeout'));
      return stopped;
    };
    const outcome = await (await open({ chat: { send: hanging } })).call(modelRequest({}, { inputTokens: 30 }), control(stop.signal));
    assert.ok(!outcome.ok && outcome.error.kind === 'timeout');
    assert.deepEqual([outcome.usage?.input, outcome.usage?.output, outcome.usage?.estimated, outcome.costUsd], [30, 0, true, null]);
    for (const code of ['NoPermissions', 'Blocked', 'other'] as const) {
      const refused = await ask({ answers: [new ChatRefused(code, 'no')] });
      assert.ok(!refused.ok && refused.usage === undefined, code);
    }
  });

  it('an answer of nothing is empty', async () => {
    assert.equal(errorOf(await ask({ answers: [[]] })).kind, 'empty');
  });

  it('is found by family or id, or chosen by a person; else it is said what there is', async () => {
    const [one, two] = [chatOf({}), chatOf({ chat: { id: 'x/o9', name: 'o9', family: 'o9' }, answers: [[text('from o9')]] })];
    const deps = { tokens, callIds: createCallIds() };
    const none = modelEntry({ provider: 'vscode', model: null });
    const picked = await openVscodeModel(none, chatsOf([one, two], two), deps);
    assert.equal(replyOf(await picked.call(modelRequest(), control())).text, 'from o9');
    await openVscodeModel({ ...none, model: 'x/o9' }, chatsOf([one, two]), deps);
    await assert.rejects(openVscodeModel(none, chatsOf([one, two]), deps), { name: 'ModelUnusable', message: /was chosen/ });
    await assert.rejects(openVscodeModel({ ...none, family: 'o1' }, chatsOf([one, two]), deps), { name: 'ModelUnusable', hint: 'It has these families: gpt-5-mini, o9.' });
    await assert.rejects(openVscodeModel(entry, chatsOf([]), deps), { name: 'ModelUnusable', message: /VS Code has none here/ });
  });

  it('cannot be asked on the terminal, which says so and what to do', async () => {
    const models = createNodeModels({ clock: nodeClock, tokens: loadTokenCounter, secrets: { get: () => Promise.resolve(null) } });
    await assert.rejects(models.open(entry, {}), { name: 'ModelUnusable', message: /only VS Code itself can ask/, hint: /--model/ });
  });
});
