/** Puts a reply together from the pieces of a stream, whatever their order and form. Reads no network. */
import type { ToolCall } from '../../engine/events/runEvent';
import type { ModelReply } from '../../engine/models/model';
import { isObject, unusableIn, type Json, type JsonObject } from '../../engine/shared/json';

export interface AssembledReply {
  readonly text: string;
  /** What the model thought, where the server tells; no part of the text. */
  readonly thinking: string;
  readonly toolCalls: readonly ToolCall[];
  /** Null: the server never said that it was done. */
  readonly finish: ModelReply['finish'] | null;
  /** The last that was reported: some servers send a running total with each piece. */
  readonly usage: unknown;
  readonly model: string | null;
}

export interface ReplyAssembly {
  /** Takes a chunk, or a whole completion from a server that does not stream. Returns its text. */
  add(chunk: unknown): string;
  /** `taken`: ids of calls earlier in the step. `newId`: another for each number. */
  finish(taken: ReadonlySet<string>, newId: (n: number) => string): AssembledReply;
  /** Of all that has come, in UTF-16 units. */
  length(): number;
  /** True once any text, thought or call has come. */
  hasContent(): boolean;
}

interface PartialCall {
  readonly index: number | null;
  id: string;
  name: string;
  arguments: string;
}

export function createReplyAssembly(): ReplyAssembly {
  const texts: string[] = [];
  const refusals: string[] = [];
  const thoughts: string[] = [];
  const calls: PartialCall[] = [];
  let finish: string | null = null;
  let usage: unknown = null;
  let model: string | null = null;
  let length = 0;

  const addMessage = (message: JsonObject, isWhole: boolean): string => {
    const refusal = message['refusal'];
    if (typeof refusal === 'string' && refusal !== '') refusals.push(refusal);
    if (Array.isArray(message['tool_calls'])) (message['tool_calls'] as readonly unknown[]).forEach((piece, i) => (length += addCall(calls, piece, isWhole ? i : null)));
    const thought = textOf(message['reasoning_content']) ?? textOf(message['reasoning']);
    if (thought !== null) thoughts.push(thought);
    const text = contentText(message['content']);
    if (text !== '') texts.push(text);
    length += text.length + (thought?.length ?? 0) + (typeof refusal === 'string' ? refusal.length : 0);
    return text;
  };

  return {
    add: (chunk) => {
      if (!isObject(chunk)) return '';
      if (isObject(chunk['usage'])) usage = chunk['usage'];
      model = textOf(chunk['model']) ?? model;
      const choice = firstChoice(chunk);
      finish = textOf(choice['finish_reason']) ?? finish;
      if (isObject(choice['delta'])) return addMessage(choice['delta'], false);
      return isObject(choice['message']) ? addMessage(choice['message'], true) : '';
    },
    length: () => length,
    hasContent: () => texts.length > 0 || calls.length > 0 || refusals.length > 0 || thoughts.length > 0,
    finish: (taken, newId) => ({
      text: texts.length > 0 ? texts.join('') : refusals.join(''),
      thinking: thoughts.join(''),
      toolCalls: withUniqueIds(calls, taken, newId),
      finish: finish === null ? null : texts.length === 0 && refusals.length > 0 && calls.length === 0 ? 'refusal' : finishOf(finish, calls.length > 0),
      usage,
      model,
    }),
  };
}

/** Empty where there is none: usage and filter results come in chunks without a choice. */
function firstChoice(chunk: JsonObject): JsonObject {
  const choices = chunk['choices'];
  const first = Array.isArray(choices) ? (choices as readonly unknown[])[0] : undefined;
  return isObject(first) ? first : {};
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A text, parts of one, or (from servers that parse too eagerly) the object that the text would have said. */
function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return content.map((part: unknown) => (isObject(part) && typeof part['text'] === 'string' ? part['text'] : typeof part === 'string' ? part : '')).join('');
  return isObject(content) ? JSON.stringify(content) : '';
}

/** How many characters it has added. */
function addCall(calls: PartialCall[], piece: unknown, position: number | null): number {
  if (!isObject(piece)) return 0;
  const called = isObject(piece['function']) ? piece['function'] : {};
  const args = called['arguments'];
  const read: PartialCall = {
    index: typeof piece['index'] === 'number' ? piece['index'] : position,
    id: typeof piece['id'] === 'string' ? piece['id'] : '',
    name: typeof called['name'] === 'string' ? called['name'] : '',
    arguments: typeof args === 'string' ? args : args === undefined || args === null ? '' : JSON.stringify(args),
  };
  const call = callFor(calls, read);
  if (call.id === '') call.id = read.id;
  if (call.name === '') call.name = read.name;
  call.arguments += read.arguments;
  return read.id.length + read.name.length + read.arguments.length;
}

/** Pieces belong together by index. Some servers give none, or the same to every call, each of which then comes whole. */
function callFor(calls: PartialCall[], piece: PartialCall): PartialCall {
  const last = piece.index === null ? calls.at(-1) : calls.findLast((call) => call.index === piece.index);
  if (last !== undefined && !beginsAnother(last, piece)) return last;
  const fresh: PartialCall = { index: piece.index, id: '', name: '', arguments: '' };
  calls.push(fresh);
  return fresh;
}

function beginsAnother(last: PartialCall, piece: PartialCall): boolean {
  if (piece.name === '' || last.name === '') return false;
  if (piece.id !== '' && piece.id !== last.id) return true;
  return piece.name !== last.name || (piece.arguments !== '' && isWhole(last));
}

function isWhole(call: PartialCall): boolean {
  return call.arguments.trim() !== '' && parseArguments(call.arguments) !== null;
}

/** Ids that are empty or stand twice would break the next request: they get one of ours. */
function withUniqueIds(calls: readonly PartialCall[], taken: ReadonlySet<string>, newId: (n: number) => string): readonly ToolCall[] {
  const used = new Set(taken);
  return calls.map((call, i) => {
    let id = call.id;
    for (let n = i + 1; id === '' || used.has(id); n++) id = newId(n);
    used.add(id);
    const args = parseArguments(call.arguments);
    return args === null ? { id, name: call.name, arguments: null, raw: call.arguments } : { id, name: call.name, arguments: args };
  });
}

/** Null: not one JSON object, or not one that can be used. No text at all is a call without arguments. */
function parseArguments(text: string): JsonObject | null {
  if (text.trim() === '') return {};
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) && unusableIn(value) === null ? value : null;
  } catch {
    return null;
  }
}

function finishOf(reason: string, hasCalls: boolean): ModelReply['finish'] {
  switch (reason) {
    case 'length':
    case 'max_tokens':
      return 'length';
    case 'content_filter':
      return 'filter';
    case 'stop':
    case 'eos':
    case 'end_turn':
      // Some servers end a turn with calls by `stop`.
      return hasCalls ? 'tools' : 'stop';
    case 'tool_calls':
    case 'function_call':
      return 'tools';
    default:
      return 'other';
  }
}
