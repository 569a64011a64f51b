/** What a cursor stands in while somebody types: the text is read with a mark in the place of the word, so that half a line is a key or a value all the same. */
import type { CardNode } from '../cards/cardNode';
import { oneSideOf } from '../cards/conflicts';
import { Findings } from '../cards/findings';
import { map } from '../cards/shape';
import { readYaml } from '../cards/yamlSource';
import type { CardKind } from '../team/loadedTeam';
import { kinds } from '../team/teamSources';
import { isText, placesIn, type CardPlace } from './cardPlaces';
import { narrow } from './narrow';

/** Stands for the word at the cursor. Letters and digits, so that it is one word to YAML and to expressions. */
export const mark = 'cu7so7He7e';

export interface Cursor {
  readonly root: CardNode;
  /** The key or value that holds the mark. */
  readonly place: CardPlace;
  /** The word at the cursor, in offsets of the text. */
  readonly word: Span;
  /** The whole key or value, without its quotes. */
  readonly whole: Span;
  /** It is one word or name: what stands beside the mark is no bracket, no dash and no other text. */
  readonly isName: boolean;
  /** A colon stands behind the key already. */
  readonly hasColon: boolean;
  /** Inside brackets. */
  readonly inFlow: boolean;
  /** How much deeper it begins than its line does: behind `- `. */
  readonly indent: number;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

const wordSign = /[\p{L}\p{N}_]/u;

/** Null: nothing is known there, such as in a comment. */
export function cursorAt(text: string, offset: number, kind: CardKind, file: string): Cursor | null {
  const part = narrow(oneSideOf(text, offset), offset);
  const word = wordAt(part.text, offset - part.at);
  const [before, after] = [part.text.slice(0, word.start), part.text.slice(word.end)];
  const found = readMarked(before, after, kind, file);
  if (found === null) return null;
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const { node } = found.place;
  const shift = word.end - word.start - mark.length;
  const start = node.source.toOriginal(node.start);
  // Quotes that a mend has put in stand only in what was parsed.
  const quotes = /["']/.test(node.source.original[start] ?? '') ? 1 : 0;
  return {
    root: found.root,
    place: found.place,
    word: moved(word, part.at),
    whole: moved({ start: start + quotes, end: node.source.toOriginal(node.end) - quotes + shift }, part.at),
    isName: node.kind === 'scalar' && /^[\p{L}\p{N}_./-]*$/u.test(String(node.value)),
    hasColon: /^["']?[ \t]*:(?:\s|$)/.test(after),
    inFlow: isInFlow(found.place),
    indent: Math.max(0, start - (before.length - line.length) - (/^[ \t]*/.exec(line)?.[0].length ?? 0)),
  };
}

interface Read {
  readonly root: CardNode;
  readonly place: CardPlace;
  readonly broken: boolean;
}

/** Alone on its line, the mark is a value only where YAML takes it for one; else it is a key. */
function readMarked(before: string, after: string, kind: CardKind, file: string): Read | null {
  const asValue = read(`${before}${mark}${after}`, kind, file);
  const isAlone = /(?:^|\n)[\s-]*$/.test(before) && /^[ \t]*(?:\r?\n|$)/.test(after);
  if (!isAlone || asValue?.broken === false) return asValue;
  const asKey = read(`${before}${mark}:${after}`, kind, file);
  return asKey?.broken === false ? asKey : (asValue ?? asKey);
}

/** Null: the mark is not in the tree. */
function read(text: string, kind: CardKind, file: string): Read | null {
  const { root, broken } = readYaml(file, text, new Findings());
  if (root === null) return null;
  for (const place of placesIn(root, map(kinds[kind].keys))) if (isText(place.node) && place.node.value.includes(mark)) return { root, place, broken };
  return null;
}

function wordAt(text: string, offset: number): Span {
  let [start, end] = [offset, offset];
  while (start > 0 && wordSign.test(text[start - 1]!)) start--;
  while (end < text.length && wordSign.test(text[end]!)) end++;
  return { start, end };
}

function moved({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}

function isInFlow({ within }: CardPlace): boolean {
  if (within === null) return false;
  const { node } = within;
  return (node.kind === 'map' && node.flow) || node.source.parsed[node.start] === '[' || isInFlow(within);
}
