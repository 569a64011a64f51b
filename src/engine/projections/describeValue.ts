/** One line about a value: what it holds, and what a commit changed in it. Texts for people; nothing is decided by them. */
import type { Json, JsonObject } from '../shared/json';
import { canonicalJson, isObject } from '../shared/json';
import type { Field } from '../team/team';
import { formatCount } from './format';
import { capitalized, counted, countedName, isPlural, shortened, spoken, words } from './words';

const listed = 3;
const summaryLength = 72;
/** Above it, lists are compared by their lengths alone, so that a commit stays cheap. */
const comparedItems = 2000;

/** e.g. `14 items by source`, `3 items: price, support, …`, `5 figures, 1 conflict`, the first words of a text. */
export function summarize(value: Json, key: string | null = null): string {
  if (value === null) return words.empty;
  if (typeof value === 'string') return value.trim() === '' ? words.empty : shortened(value.replace(/^#+\s*/, ''), summaryLength);
  if (Array.isArray(value)) return summarizeList(value as readonly Json[], key);
  return isObject(value) ? summarizeObject(value) : String(value);
}

function summarizeList(items: readonly Json[], key: string | null): string {
  if (items.length === 0) return words.empty;
  if (key !== null) return words.keyed(items.length, key);
  const shown = items.slice(0, listed).filter((item) => typeof item === 'string' || typeof item === 'number');
  if (shown.length === 0) return words.items(items.length);
  const more = items.length > shown.length ? ', …' : '';
  return `${words.items(items.length)}: ${shortened(shown.map(String).join(', '), summaryLength - 12)}${more}`;
}

/** Its lists by their counts, else its texts and numbers by name. */
function summarizeObject(value: JsonObject): string {
  const members = Object.entries(value);
  if (members.length === 0) return words.empty;
  const lists = members.flatMap(([name, member]) => (Array.isArray(member) ? [countOf(name, member.length)] : []));
  if (lists.length > 0) return lists.slice(0, listed).join(', ');
  const plain = members.filter(([, member]) => typeof member !== 'object');
  if (plain.length === 0) return counted(members.length, 'member');
  return shortened(plain.slice(0, listed).map(([name, member]) => `${spoken(name)} ${String(member)}`).join(', '), summaryLength);
}

function countOf(name: string, count: number): string {
  return isPlural(name) ? countedName(count, name) : `${formatCount(count)} ${spoken(name)}`;
}

export interface Change {
  /** e.g. `+2, 1 merged`, for a column. */
  readonly change: string;
  /** e.g. `2 findings, 1 merged`, for the line of a step; lower case where it does not begin with the field's name. */
  readonly outcome: string;
}

/** What became of `before` by `contribution`; `after` is the result. */
export function describeChange(field: Pick<Field, 'name' | 'reducer'>, before: Json, contribution: Json, after: Json): Change {
  if (Array.isArray(after)) {
    const old = Array.isArray(before) ? (before as readonly Json[]) : [];
    if (field.reducer === 'append' || field.reducer === 'union') return grownList(field, old, contribution, after as readonly Json[]);
    return replacedList(field.name, old, after as readonly Json[]);
  }
  if (typeof after === 'string') return changedText(field.name, typeof before === 'string' ? before : '', after);
  if (isObject(after)) return changedObject(field.name, isObject(before) ? before : {}, after);
  const title = capitalized(spoken(field.name));
  return { change: `${plain(before)} → ${plain(after)}`, outcome: `${title} ${plain(after)}` };
}

function grownList(field: Pick<Field, 'name' | 'reducer'>, before: readonly Json[], contribution: Json, after: readonly Json[]): Change {
  const given = Array.isArray(contribution) ? contribution.length : contribution === null ? 0 : 1;
  const added = after.length - before.length;
  const merged = given - added;
  const known = field.reducer === 'union' ? `${formatCount(merged)} known` : words.merged(merged);
  const tail = merged > 0 ? `, ${known}` : '';
  const change = `+${formatCount(added)}${tail}`;
  if (isPlural(field.name)) return { change, outcome: countedName(added, field.name) + tail };
  const grown = before.length === 0 || added === 0 ? '' : `, ${formatCount(added)} added`;
  return { change, outcome: `${capitalized(spoken(field.name))} of ${formatCount(after.length)}${grown}${tail}` };
}

function replacedList(name: string, before: readonly Json[], after: readonly Json[]): Change {
  const whole = isPlural(name) ? countedName(after.length, name) : `${capitalized(spoken(name))} of ${formatCount(after.length)}`;
  if (before.length === 0) return { change: `+${formatCount(after.length)}`, outcome: whole };
  const { added, removed } = difference(before, after);
  const parts = [added > 0 ? `${formatCount(added)} added` : '', removed > 0 ? `${formatCount(removed)} removed` : ''].filter((part) => part !== '');
  const signs = [added > 0 ? `+${formatCount(added)}` : '', removed > 0 ? `−${formatCount(removed)}` : ''].filter((part) => part !== '');
  if (parts.length === 0) return { change: words.same, outcome: `${whole}, ${words.same}` };
  return { change: signs.join(' '), outcome: `${whole}, ${parts.join(', ')}` };
}

function difference(before: readonly Json[], after: readonly Json[]): { readonly added: number; readonly removed: number } {
  if (before.length + after.length > comparedItems) {
    const grown = after.length - before.length;
    return { added: Math.max(0, grown), removed: Math.max(0, -grown) };
  }
  const left = new Map<string, number>();
  for (const item of before) left.set(canonicalJson(item), (left.get(canonicalJson(item)) ?? 0) + 1);
  let added = 0;
  for (const item of after) {
    const text = canonicalJson(item);
    const count = left.get(text) ?? 0;
    if (count > 0) left.set(text, count - 1);
    else added += 1;
  }
  return { added, removed: before.length - (after.length - added) };
}

function changedText(name: string, before: string, after: string): Change {
  const title = capitalized(spoken(name));
  const count = wordsIn(after);
  const size = after.trim().includes(' ') ? words.wordCount(count) : shortened(after, 40);
  if (before === '') return { change: size, outcome: `${title}, ${size}` };
  if (before === after) return { change: words.same, outcome: `${title}, ${words.same}` };
  const grown = count - wordsIn(before);
  const sign = grown < 0 ? '−' : '+';
  return { change: grown === 0 ? 'reworded' : `${sign}${words.wordCount(Math.abs(grown))}`, outcome: `${title}, ${size}` };
}

function changedObject(name: string, before: JsonObject, after: JsonObject): Change {
  const summary = summarizeObject(after);
  const outcome = `${capitalized(spoken(name))}: ${summary}`;
  if (Object.keys(before).length === 0) return { change: summary, outcome };
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...keys].filter((key) => canonicalJson(before[key] ?? null) !== canonicalJson(after[key] ?? null));
  return { change: changed.length === 0 ? words.same : shortened(changed.map(spoken).join(', '), 40), outcome };
}

/** Chinese, Japanese and Korean characters count as a word each. */
export function wordsIn(text: string): number {
  return text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[\p{L}\p{N}][\p{L}\p{N}'’.,-]*/gu)?.length ?? 0;
}

function plain(value: Json): string {
  return value === null ? '–' : typeof value === 'object' ? summarize(value) : String(value);
}

/** What a tool brought, e.g. `7 passages`, for the line of its call. */
export function summarizeResult(result: Json): string {
  if (typeof result === 'string') return words.characters(result.length);
  if (Array.isArray(result)) return words.items(result.length);
  if (!isObject(result)) return result === null ? words.empty : String(result);
  const hits = result['hits'];
  if (Array.isArray(hits)) return words.passages(hits.length);
  const list = Object.entries(result).find(([, member]) => Array.isArray(member));
  if (list !== undefined) return countOf(list[0], (list[1] as readonly Json[]).length);
  const text = Object.values(result).find((member) => typeof member === 'string' && member.length > 80);
  return text === undefined ? summarizeObject(result) : words.characters((text as string).length);
}

/** The argument that says most: the first text in quotes, else the first value. */
export function summarizeArguments(args: Json): string {
  if (!isObject(args)) return args === null ? '' : shortened(canonicalJson(args), 48);
  const values = Object.values(args);
  const text = values.find((value) => typeof value === 'string' && value !== '');
  if (typeof text === 'string') return `“${shortened(text, 48)}”`;
  return values.length === 0 ? '' : shortened(canonicalJson(values[0]!), 48);
}
