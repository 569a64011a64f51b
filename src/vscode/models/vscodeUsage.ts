/** Tokens of a call to one of VS Code's models. Nobody reports them, so they are always an estimate: by the model's own counter where that is plausible, else by ours. */
import type { Usage } from '../../engine/events/usage';
import type { ModelRequest, TokenCounter } from '../../engine/models/model';
import type { AssembledReply } from '../../node/models/replyAssembly';
import type { EditorChat } from './editorChat';

/** Tokenizers differ, but not by more than this. */
const mostTimesOff = 3;
/** Below this many tokens the overhead of a message can be all of it. */
const tooFewToTell = 20;

export async function countedUsage(chat: Pick<EditorChat, 'count' | 'name'>, tokens: TokenCounter, request: ModelRequest, reply: AssembledReply | null): Promise<{ readonly usage: Usage; readonly note: string }> {
  const said = reply === null ? '' : reply.text + reply.toolCalls.map((call) => call.name + (call.raw ?? JSON.stringify(call.arguments))).join('');
  const ours = { input: request.inputTokens, output: tokens.count(said) };
  // As one text each: for a whole message some versions of VS Code return a constant.
  const theirs = await Promise.all([chat.count(sentText(request)), said === '' ? 0 : chat.count(said)]).catch(() => null);
  const isPlausible = theirs !== null && agrees(theirs[0], ours.input) && agrees(theirs[1], ours.output);
  const [input, output] = isPlausible ? theirs : [ours.input, ours.output];
  const note = isPlausible
    ? `VS Code reports no usage: tokens were counted by ${chat.name}'s own counter.`
    : `VS Code reports no usage, and its count (${theirs === null ? 'none' : theirs.join(' + ')}) cannot be right: tokens were counted here.`;
  return { usage: { input, cached: 0, cacheWrite: 0, output, reasoning: 0, estimated: true }, note };
}

function agrees(theirs: number, ours: number): boolean {
  if (!Number.isFinite(theirs) || theirs < 0) return false;
  if (ours < tooFewToTell) return theirs <= tooFewToTell * mostTimesOff;
  return theirs * mostTimesOff >= ours && theirs <= ours * mostTimesOff;
}

function sentText({ messages, tools }: ModelRequest): string {
  const said = messages.map((message) => (message.role === 'assistant' ? message.text + message.toolCalls.map((call) => JSON.stringify(call.arguments)).join('') : message.text));
  return [...said, ...(tools.length === 0 ? [] : [JSON.stringify(tools)])].join('\n');
}
