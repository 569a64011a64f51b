/** A scripted model's file as it was written: the replies with their places, and every text in them that is a template. */
import type { Json, JsonObject } from '../shared/json';
import type { SourceRange } from '../shared/source';
import { jsonOf, type CardNode, type MapEntry } from './cardNode';
import { cardText, type CardText, type MapReader } from './mapReader';
import { replyMembers } from './scriptKeys';
import { scriptErrors } from './words';

export interface CardReply {
  readonly at: SourceRange;
  readonly role: CardText | null;
  readonly when: CardText | null;
  readonly repeat: boolean;
  readonly delayMs: number;
  readonly text: string | null;
  readonly error: (typeof scriptErrors)[number] | { readonly status: number; readonly retryAfterS: number | null } | null;
  readonly toolCalls: readonly { readonly name: CardText; readonly arguments: Json }[];
  readonly reply: JsonObject | null;
  /** What `reply` is made of, with its places. */
  readonly members: readonly MapEntry[];
  readonly usage: JsonObject | null;
  /** Where `usage` stands; null: it does not. */
  readonly usageAt: SourceRange | null;
  /** Every string of the reply and of the tools' arguments. */
  readonly templates: readonly CardText[];
  /** Keys that exclude each other but are both given. */
  readonly clash: { readonly keys: readonly [string, string]; readonly range: SourceRange } | null;
}

export function readScriptCard(map: MapReader): readonly CardReply[] {
  return map.maps('replies').map(readReply);
}

function readReply(map: MapReader): CardReply {
  const members = map.entries.filter((entry) => (replyMembers as readonly string[]).includes(entry.key));
  const calls = map.maps('tool_calls').flatMap((call) => {
    const name = call.text('name');
    return name === null ? [] : [{ name, arguments: call.json('arguments') ?? {}, node: call.value('arguments') }];
  });
  return {
    at: { ...map.range, end: map.range.start },
    role: map.text('role'),
    when: map.expression('when'),
    repeat: map.boolean('repeat') ?? false,
    delayMs: map.number('delay_ms') ?? 0,
    text: rawText(map.value('text')),
    error: readError(map),
    toolCalls: calls.map(({ name, arguments: given }) => ({ name, arguments: given })),
    reply: members.length === 0 ? null : Object.fromEntries(members.map((entry) => [entry.key, jsonOf(entry.value)])),
    members,
    usage: readUsage(map),
    usageAt: map.map('usage')?.range ?? null,
    templates: [...members.map((entry) => entry.value), ...calls.map((call) => call.node)].flatMap(stringsIn),
    clash: clashOf(map),
  };
}

/** An empty text is a reply too. */
function rawText(node: CardNode | undefined): string | null {
  return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : null;
}

function readError(map: MapReader): CardReply['error'] {
  const status = map.map('error')?.number('status') ?? null;
  if (status !== null) return { status, retryAfterS: map.map('error')?.number('retry_after') ?? null };
  return map.word('error', scriptErrors);
}

const usageNames: Readonly<Record<string, string>> = { input: 'input', cached: 'cached', cache_write: 'cacheWrite', output: 'output', reasoning: 'reasoning' };

function readUsage(map: MapReader): JsonObject | null {
  const usage = map.map('usage');
  if (usage === null) return null;
  const told = Object.entries(usageNames).flatMap(([written, ours]) => {
    const value = usage.number(written);
    return value === null ? [] : [[ours, value] as const];
  });
  return Object.fromEntries(told);
}

function clashOf(map: MapReader): CardReply['clash'] {
  const kinds = [
    ['error'],
    ['text'],
    ['tool_calls', ...replyMembers],
  ].map((keys) => keys.find((key) => map.has(key)));
  const [first, second] = kinds.filter((key) => key !== undefined);
  const range = second === undefined ? null : map.keyRange(second);
  return first === undefined || second === undefined || range === null ? null : { keys: [first, second], range };
}

function stringsIn(node: CardNode | undefined): readonly CardText[] {
  if (node === undefined) return [];
  if (node.kind === 'list') return node.items.flatMap(stringsIn);
  if (node.kind === 'map') return node.entries.flatMap((entry) => stringsIn(entry.value));
  const text = typeof node.value === 'string' ? cardText(node) : null;
  return text === null ? [] : [text];
}
