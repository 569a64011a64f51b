/** A prompt that may be too much for one agent, from a text file or a card: its text, where each place of it stands, the tools it may call. Judges nothing. */
import { rangeOf, type CardNode } from '../cards/cardNode';
import type { RoleCard } from '../cards/roleCard';
import type { TeamSources } from '../team/loadedTeam';

export interface NamedTool {
  readonly name: string;
  readonly line: number;
}

export interface PromptSource {
  /** For people: the file's name, or the role's. */
  readonly title: string;
  readonly text: string;
  /** The line of the file, from 1, that an offset of `text` stands in. */
  readonly lineAt: (offset: number) => number;
  readonly tools: readonly NamedTool[];
  /** The names of the fields that the card writes. Empty: it is a text. */
  readonly writes: readonly string[];
  /** The team around a card: its models and tools go into the draft. */
  readonly sources: TeamSources | null;
}

/** More is no prompt. In characters. */
export const longestPrompt = 100_000;

/** A prompt file; what stands between `---` at its head is not part of the prompt. */
export function promptFromText(title: string, whole: string): PromptSource {
  const head = /^\uFEFF?---\r?\n(?:[^]*?\r?\n)?---[ \t]*(?:\r?\n|$)/.exec(whole)?.[0] ?? '';
  const text = whole.slice(head.length).replaceAll('\r\n', '\n');
  const above = head.split('\n').length - 1;
  const starts = lineStarts(text);
  const lineAt = (offset: number): number => above + lineOf(starts, offset);
  return { title, text, lineAt, tools: toolsNamedIn(text, lineAt), writes: [], sources: null };
}

/** Its duty and its instructions, as one text. */
export function promptFromRole(role: RoleCard, sources: TeamSources): PromptSource {
  const parts = [...['responsibility', 'description', 'goal'].flatMap((key) => role.map.text(key) ?? []), ...role.instructions];
  let text = '';
  const placed = parts.map((part) => {
    const start = text === '' ? 0 : (text += '\n\n').length;
    text += part.text;
    return { start, part };
  });
  const lineAt = (offset: number): number => {
    const own = placed.findLast(({ start }) => start <= offset) ?? placed[0];
    return own === undefined ? role.at.start.line : own.part.span(offset - own.start, offset - own.start + 1).start.line;
  };
  return { title: role.id ?? role.file, text, lineAt, tools: toolsOfCard(role), writes: role.writes.map((write) => write.field), sources };
}

function toolsOfCard({ tools }: RoleCard): readonly NamedTool[] {
  const seen = new Map(tools.map((tool) => [tool.text, tool.range.start.line]));
  return [...seen].map(([name, line]) => ({ name, line }));
}

/** Names that stand under a heading of tools, or beside the word: `search_web`, call `send_mail`, the lookup tool. */
function toolsNamedIn(text: string, lineAt: PromptSource['lineAt']): readonly NamedTool[] {
  const found = new Map<string, number>();
  const note = (name: string | undefined, at: number): void => {
    if (name !== undefined && !found.has(name)) found.set(name, lineAt(at));
  };
  for (const match of text.matchAll(/\b(?:use|call|using|calling|invoke|with) (?:the )?(?:`([A-Za-z][\w.-]{1,60})`|([a-z]+(?:_[a-z0-9]+)+))/gi)) note(match[1] ?? match[2], match.index);
  for (const match of text.matchAll(/\b(?:the )?`?([A-Za-z][\w-]{1,60})`? (?:tool|function)\b/g)) if (/_|-/.test(match[1] ?? '') || match[0].includes('`')) note(match[1], match.index);
  const list = /^#{1,6} .*\btools?\b.*$|^.{0,40}\btools?\b.{0,40}:\s*$/im.exec(text);
  for (const match of list === null ? [] : text.slice(list.index + list[0].length).matchAll(/\s*\n\s*(?:[-*]|\d+\.)\s+`?([A-Za-z][\w.-]{1,60})`?[^\n]*|\n[ \t]*[^\s\-*\d][^\n]*/g)) {
    if (match[1] === undefined) break;
    note(match[1], list!.index + list![0].length + match.index + match[0].search(/\S/));
  }
  return [...found].map(([name, line]) => ({ name, line }));
}

function lineStarts(text: string): readonly number[] {
  return [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
}

function lineOf(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

/** The place of a card that the cursor is in; the only role of a team file; null where that is not one. */
export function roleAt(sources: TeamSources, file: string, line: number): RoleCard | null {
  const own = sources.roles.filter((role) => role.file === file && role.team === null);
  const around = own.find((role) => holds(role.map.node, line));
  return around ?? (own.length === 1 ? (own[0] ?? null) : null);
}

function holds(node: CardNode, line: number): boolean {
  const { start, end } = rangeOf(node);
  return start.line <= line && line <= end.line;
}
