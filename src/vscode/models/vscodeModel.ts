/** A model of VS Code's own as the Model port. VS Code reports no usage, so tokens are counted and marked; consent is asked by VS Code itself. */
import type { CallError } from '../../engine/events/runEvent';
import type { Usage } from '../../engine/events/usage';
import { callError, errorOfAbort } from '../../engine/models/callErrors';
import { ModelUnusable, mostReplyText, type CallControl, type Model, type ModelOutcome, type ModelRequest, type TokenCounter } from '../../engine/models/model';
import { costOf } from '../../engine/models/pricing';
import type { JsonObject } from '../../engine/shared/json';
import type { ModelEntry } from '../../engine/team/team';
import { ownCallId, type CallIds } from '../../node/models/callIds';
import { createReplyAssembly, type AssembledReply, type ReplyAssembly } from '../../node/models/replyAssembly';
import { ChatRefused, type EditorChat, type EditorChats } from './editorChat';
import { countedUsage } from './vscodeUsage';

export interface VscodeModelDeps {
  readonly tokens: TokenCounter;
  /** Shared by all models of a run. */
  readonly callIds: CallIds;
}

/** Rejects with ModelUnusable when there is none of that family, or nobody chose one. */
export async function openVscodeModel(entry: ModelEntry, chats: EditorChats, deps: VscodeModelDeps): Promise<Model> {
  return createVscodeModel(entry, await findChat(entry, chats), deps);
}

async function findChat({ name, family, model }: ModelEntry, chats: EditorChats): Promise<EditorChat> {
  const wanted = { ...(family === null ? {} : { family }), ...(model === null ? {} : { id: model }) };
  const found = await chats.select(wanted);
  if (found.length === 1 || (found.length > 0 && (family !== null || model !== null))) return found[0]!;
  if (found.length > 1) {
    const chosen = await chats.pick(found, name);
    if (chosen !== null) return chosen;
    throw new ModelUnusable(`No language model of VS Code was chosen for ${name}.`, 'Choose one when you are asked, or name it: `family` under the model.');
  }
  throw noSuchModel({ name, family, model }, family === null && model === null ? [] : await chats.select({}));
}

function noSuchModel({ name, family, model }: Pick<ModelEntry, 'name' | 'family' | 'model'>, all: readonly EditorChat[]): ModelUnusable {
  if (all.length === 0) return new ModelUnusable(`The model ${name} is one of VS Code's own, and VS Code has none here.`, 'Sign in to a provider of language models (such as GitHub Copilot), or choose a model of provider openai.');
  const families = [...new Set(all.map((chat) => chat.family))].sort().join(', ');
  return new ModelUnusable(`VS Code has no language model ${family === null ? `with the id ${model}` : `of the family ${family}`} for ${name}.`, `It has these families: ${families}.`);
}

function createVscodeModel(entry: ModelEntry, chat: EditorChat, { tokens, callIds }: VscodeModelDeps): Model {
  const options: JsonObject = { ...(entry.temperature === null ? {} : { temperature: entry.temperature }), ...(entry.maxOutputTokens === null ? {} : { max_tokens: entry.maxOutputTokens }) };
  const spent = async (request: ModelRequest, reply: AssembledReply | null): Promise<{ readonly usage: Usage; readonly costUsd: number | null; readonly note: string }> => {
    const { usage, note } = await countedUsage(chat, tokens, request, reply);
    return { usage, costUsd: costOf(usage, entry.price), note };
  };
  const refused = refusalOf(entry, chat);

  const call = async (request: ModelRequest, control: CallControl): Promise<ModelOutcome> => {
    if (control.signal.aborted) return { ok: false, error: errorOfAbort(control.signal) };
    if (chat.mayBeAsked() === false) return { ok: false, error: refused(new ChatRefused('NoPermissions', '')) };
    if (request.inputTokens > chat.maxInputTokens) return { ok: false, error: tooLong(chat, request) };
    const assembly = createReplyAssembly();
    let isTaken = false;
    try {
      const parts = await chat.send({ messages: request.messages, tools: request.tools, options }, control.signal);
      isTaken = true;
      await readParts(parts, assembly, control);
    } catch (error) {
      if (control.signal.aborted) return { ok: false, error: errorOfAbort(control.signal), ...(await spentSoFar(request, assembly)) };
      const isRefused = error instanceof ChatRefused && error.code !== 'other';
      return { ok: false, error: refused(error), ...(isTaken && !isRefused ? await spentSoFar(request, assembly) : {}) };
    }
    if (control.signal.aborted) return { ok: false, error: errorOfAbort(control.signal), ...(await spentSoFar(request, assembly)) };
    return whole(request, assembly);
  };

  /** What was sent to a model that took it was worked for, also where it said nothing before it broke off. */
  const spentSoFar = async (request: ModelRequest, made: ReplyAssembly): Promise<{ readonly usage: Usage; readonly costUsd: number | null }> => {
    const { usage, costUsd } = await spent(request, made.hasContent() ? made.finish(new Set(), ownCallId) : null);
    return { usage, costUsd };
  };

  const whole = async (request: ModelRequest, assembly: ReplyAssembly): Promise<ModelOutcome> => {
    assembly.add({ choices: [{ delta: {}, finish_reason: 'stop' }] });
    const taken = callIds.takenIn(request.context.step);
    const reply = assembly.finish(taken, ownCallId);
    for (const { id } of reply.toolCalls) taken.add(id);
    const { usage, costUsd, note } = await spent(request, reply);
    if (reply.text === '' && reply.toolCalls.length === 0) return { ok: false, error: callError('empty', `${chat.name} answered with nothing.`), usage, costUsd };
    const served = chat.id === entry.model || chat.family === entry.family ? null : chat.name;
    return { ok: true, value: { text: reply.text, toolCalls: reply.toolCalls, finish: reply.finish ?? 'stop', usage, costUsd, simulated: false, served, notes: [note] } };
  };

  return { entry, call, ...(entry.price === null ? { unpriced: true } : {}) };
}

async function readParts(parts: AsyncIterable<Parameters<typeof chunkOf>[0]>, assembly: ReplyAssembly, control: CallControl): Promise<void> {
  let calls = 0;
  for await (const part of parts) {
    if (control.signal.aborted) return;
    const text = assembly.add(chunkOf(part, part.kind === 'call' ? calls++ : 0));
    if (assembly.length() > mostReplyText) throw new Error(`the reply has more than ${mostReplyText / 1_000_000} million characters`);
    if (text !== '') control.onText?.(text);
  }
}

function chunkOf(part: { readonly kind: 'text'; readonly text: string } | { readonly kind: 'call'; readonly id: string; readonly name: string; readonly input: JsonObject }, index: number): JsonObject {
  const delta: JsonObject = part.kind === 'text' ? { content: part.text } : { tool_calls: [{ index, id: part.id, function: { name: part.name, arguments: part.input } }] };
  return { choices: [{ delta }] };
}

function tooLong({ name, maxInputTokens }: EditorChat, { inputTokens }: ModelRequest): CallError {
  return callError('too-long', `The prompt has about ${inputTokens} tokens, and ${name} takes ${maxInputTokens}.`, { hint: 'Let the role read less, set max and fields on its tools, or choose a model with a larger context.' });
}

function refusalOf(entry: ModelEntry, { name }: EditorChat): (error: unknown) => CallError {
  return (error) => {
    const said = error instanceof Error && error.message !== '' ? `: ${error.message}` : '';
    switch (error instanceof ChatRefused ? error.code : 'other') {
      case 'NoPermissions':
        return callError('auth', `Rolecall may not use ${name} of VS Code${said}`, { hint: 'Allow it when VS Code asks, or under Accounts → Manage Language Model Access.' });
      case 'Blocked':
        return callError('quota', `VS Code did not let the request to ${name} through${said}`, { hint: 'Its quota may be used up: wait, or choose another model.' });
      case 'NotFound':
        return callError('not-found', `VS Code has no longer a model ${name}${said}`, { hint: `Choose another for ${entry.name}.` });
      case 'other':
        return callError('server', `${name} of VS Code failed${said}`);
    }
  };
}
