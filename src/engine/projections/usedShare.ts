/** How much of what a role was given comes back in what it wrote: by source, key or words. An estimate for people; nothing is decided by it. */
import type { Json } from '../shared/json';
import { displayJson, isObject } from '../shared/json';

/** Something a role was shown, with the tokens it took. `key`: the member that names an item, where the field has one. */
export interface Shown {
  readonly value: Json;
  readonly key: string | null;
  readonly tokens: number;
}

/** So many of an item's words have to come back; fewer only where it has fewer. */
const fewWords = 3;
const namingMembers = ['source', 'path', 'id', 'url', 'key', 'name'];

/** Tokens of `shown` that come back in `output`; lists are judged item by item, an item's tokens by its length. */
export function usedTokens(shown: readonly Shown[], output: Json): number {
  const text = displayJson(output).toLowerCase();
  const outputWords = wordSet(text);
  return shown.reduce((sum, one) => sum + one.tokens * usedShareOf(one, text, outputWords), 0);
}

function usedShareOf({ value, key }: Shown, text: string, outputWords: ReadonlySet<string>): number {
  const items = itemsOf(value);
  if (items.length === 0) return 0;
  let all = 0;
  let used = 0;
  for (const item of items) {
    const { words, length } = measured(item);
    all += length;
    if (isNamed(item, key, text) || areUsed(words, outputWords)) used += length;
  }
  return all === 0 ? 0 : used / all;
}

/** A list is its items, an object its members and the items of those that are lists, so that a search result is its hits; anything else is one item. */
function itemsOf(value: Json): readonly Json[] {
  if (Array.isArray(value)) return value as readonly Json[];
  const members = isObject(value) ? Object.values(value).flatMap((member) => (Array.isArray(member) ? (member as readonly Json[]) : [member])) : [value];
  return members.filter((member) => member !== null && member !== '');
}

function isNamed(item: Json, key: string | null, text: string): boolean {
  if (!isObject(item)) return typeof item === 'string' && item.length > 3 && text.includes(item.toLowerCase());
  for (const name of key === null ? namingMembers : [key, ...namingMembers]) {
    const value = item[name];
    if (typeof value === 'string' && value.length > 3 && text.includes(value.toLowerCase())) return true;
  }
  return false;
}

function areUsed(words: ReadonlySet<string>, outputWords: ReadonlySet<string>): boolean {
  if (words.size === 0) return false;
  const enough = Math.min(fewWords, words.size);
  let found = 0;
  for (const word of words) {
    if (outputWords.has(word)) found += 1;
    if (found >= enough) return true;
  }
  return false;
}

interface Measured {
  readonly words: ReadonlySet<string>;
  readonly length: number;
}

/** Items of a field are the same objects from version to version, so each is taken apart once. */
const known = new WeakMap<object, Measured>();

function measured(item: Json): Measured {
  if (item === null || typeof item !== 'object') return measure(item);
  const before = known.get(item);
  if (before !== undefined) return before;
  const fresh = measure(item);
  known.set(item, fresh);
  return fresh;
}

function measure(item: Json): Measured {
  const text = displayJson(item);
  return { words: wordSet(text.toLowerCase()), length: text.length };
}

/** Words that are in every text say nothing about use. */
const commonWords = new Set('the and for are was were with that this from has have had not but its per into than then they them which will would can could been more most also each other only over some such when where while about after before between'.split(' '));

/** Words of three letters or more, numbers of two digits or more, pairs of Han characters. */
function wordSet(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [word] of text.matchAll(/\p{Script=Han}+|[\p{L}]{3,}|\d[\d.,]*\d/gu)) {
    if (/\p{Script=Han}/u.test(word)) for (let i = 0; i + 1 < word.length; i++) words.add(word.slice(i, i + 2));
    else if (!commonWords.has(word)) words.add(word);
  }
  return words;
}
