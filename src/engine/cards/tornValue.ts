/**
 * Finds values that YAML tears apart because they stand without quotes: `goal: Review: find bugs`, `when: !has(state.x)`,
 * `{ when: f(a, b), to: x }`. Works on the text of one line; says how to quote the value. Parses nothing.
 */
import type { Insertion } from './sourceText';

export interface TornValue {
  /** Offsets in the parsed text. */
  readonly start: number;
  readonly end: number;
  readonly isExpression: boolean;
}

interface Slot {
  readonly key: string | null;
  readonly start: number;
  readonly end: number;
  readonly inFlow: boolean;
}

/** The column of the key, or of the dash of an item without one: what belongs to it is indented deeper. */
function ownIndent(text: string, lineStart: number, lineEnd: number): number {
  const lead = /^( *)((?:- +)*)(["']?[\w$-]+["']?\s*:(?:[ \t]|$))?/.exec(text.slice(lineStart, lineEnd));
  const [, blanks = '', dashes = '', key] = lead ?? [];
  if (key !== undefined || dashes === '') return blanks.length + dashes.length;
  return blanks.length + dashes.lastIndexOf('-');
}

const expressionKeys = new Set(['when', 'skip_when', 'exit_when', 'finish_when', 'criteria_met', 'rule', 'that', 'for_each']);
const looksLikeExpression = /==|!=|&&|\|\||<=|>=|\s[<>?]\s|\b\w+\(|\b(state|output|meta|subtask|run)\.\w/;
const plainStart = /^[^\s[\]{},!&*|>'"%@`#]/;

/** The torn value on the line from `lineStart` to `lineEnd` that an error at `at` belongs to: the one around it, else the first. */
export function tornValueOn(text: string, lineStart: number, lineEnd: number, at: number): TornValue | null {
  const torn = slotsOf(text, lineStart, lineEnd).filter((slot) => isTorn(text.slice(slot.start, slot.end), slot));
  const slot = torn.find((each) => each.start <= at && at <= each.end) ?? torn[0];
  if (slot === undefined) return null;
  const end = slot.inFlow || slot.end !== trim(text, lineStart, lineEnd)[1] ? slot.end : withContinuation(text, ownIndent(text, lineStart, lineEnd), slot.end);
  const value = text.slice(slot.start, end);
  const isExpression = !value.startsWith('{{') && ((slot.key !== null && expressionKeys.has(slot.key)) || looksLikeExpression.test(value));
  return { start: slot.start, end, isExpression };
}

/** A text goes on in the lines below that are indented deeper than its own. */
function withContinuation(text: string, indent: number, end: number): number {
  let last = end;
  for (let at = text.indexOf('\n', end); at >= 0; at = text.indexOf('\n', at + 1)) {
    const next = text.indexOf('\n', at + 1);
    const [from, to] = trim(text, at + 1, next < 0 ? text.length : next);
    if (from >= to) continue;
    if (indentAt(text, at + 1) <= indent || text[from] === '#') break;
    last = to;
  }
  return last;
}

function indentAt(text: string, lineStart: number): number {
  return /^ */.exec(text.slice(lineStart, lineStart + 200))?.[0].length ?? 0;
}

/** What has to be put into `text` to quote the value between two offsets. */
export function quotesFor(text: string, start: number, end: number): readonly Insertion[] {
  const value = text.slice(start, end);
  if (value.includes("'") && !/["\\]/.test(value)) return [{ at: start, text: '"' }, { at: end, text: '"' }];
  const doubled = [...value.matchAll(/'/g)].map((match) => ({ at: start + match.index, text: "'" }));
  return [{ at: start, text: "'" }, ...doubled, { at: end, text: "'" }];
}

/** The value in quotes, as a quick fix writes it. */
export function quoted(value: string): string {
  if (value.includes("'") && !/["\\]/.test(value)) return `"${value}"`;
  return `'${value.replaceAll("'", "''")}'`;
}

function slotsOf(text: string, lineStart: number, lineEnd: number): readonly Slot[] {
  let start = lineStart;
  const lead = /^\s*(?:-\s+)*/.exec(text.slice(lineStart, lineEnd));
  start += lead?.[0].length ?? 0;
  const end = withoutComment(text, start, lineEnd);
  if (start >= end) return [];
  const flow = flowSlots(text, start, end, null);
  if (flow !== null) return flow;
  const key = keyAt(text, start, end);
  if (key === null) return [{ key: null, start, end, inFlow: false }];
  return flowSlots(text, key.valueStart, end, key.name) ?? [{ key: key.name, start: key.valueStart, end, inFlow: false }];
}

function keyAt(text: string, start: number, end: number): { readonly name: string; readonly valueStart: number } | null {
  const found = /^(["']?)([\w$-]+)\1\s*:(?:[ \t]+|$)/.exec(text.slice(start, end));
  return found?.[2] === undefined ? null : { name: found[2], valueStart: start + found[0].length };
}

/** The values of a flow map or list that fills the whole stretch; null when it is something else, such as a template without quotes. */
function flowSlots(text: string, start: number, end: number, outerKey: string | null): readonly Slot[] | null {
  const isMap = text[start] === '{' && text[start + 1] !== '{';
  if ((!isMap && text[start] !== '[') || closing(text, start, end) !== end - 1) return null;
  const slots: Slot[] = [];
  for (const [from, to] of pieces(text, start + 1, end - 1)) {
    const key = isMap ? keyAt(text, from, to) : { name: outerKey, valueStart: from };
    if (key === null) return slots.length > 0 ? slots : null;
    slots.push(...(flowSlots(text, key.valueStart, to, key.name) ?? [{ key: key.name, start: key.valueStart, end: to, inFlow: true }]));
  }
  return slots;
}

/** Stretches between commas that lie in no bracket and no quotes. */
function pieces(text: string, start: number, end: number): readonly (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  let from = start;
  let depth = 0;
  for (let at = start; at <= end; at++) {
    const sign = at === end ? ',' : (text[at] ?? '');
    if (at < end && isQuoteStart(text, at)) at = quoteEnd(text, at, end);
    else if ('([{'.includes(sign)) depth++;
    else if (')]}'.includes(sign)) depth--;
    else if (sign === ',' && (depth === 0 || at === end)) {
      found.push(trim(text, from, at));
      from = at + 1;
    }
  }
  return found.filter(([a, b]) => a < b);
}

function isTorn(value: string, slot: Slot): boolean {
  if (plainStart.test(value)) return /:(\s|$)/.test(value) || (slot.inFlow && /[,[\]{}]/.test(value));
  const first = value[0] ?? '';
  if (first === '!') return /^![\w(!]/.test(value) && (slot.key === null || expressionKeys.has(slot.key) || looksLikeExpression.test(value));
  if (first === '*') return /^\*[^*]*[^\w-]/.test(value);
  return /^(?:[@`%]|\{\{)/.test(value) || hasRest(value);
}

/** Something follows the quote or bracket that closes the first one. */
function hasRest(value: string): boolean {
  const isQuoted = value.startsWith('"') || value.startsWith("'");
  const close = isQuoted ? quoteEnd(value, 0, value.length) : closing(value, 0, value.length);
  return /^["'[{]/.test(value) && close >= 0 && close < value.length - 1;
}

/** Where the bracket at `open` is closed; -1: not before `end`. */
function closing(text: string, open: number, end: number): number {
  let depth = 0;
  for (let at = open; at < end; at++) {
    const sign = text[at] ?? '';
    if (isQuoteStart(text, at)) at = quoteEnd(text, at, end);
    else if ('([{'.includes(sign)) depth++;
    else if (')]}'.includes(sign) && --depth === 0) return at;
  }
  return -1;
}

/** A quote inside a word is an apostrophe. */
function isQuoteStart(text: string, at: number): boolean {
  const sign = text[at];
  return (sign === '"' || sign === "'") && !/\w/.test(text[at - 1] ?? '');
}

/** The closing quote's offset; the end when there is none. */
function quoteEnd(text: string, open: number, end: number): number {
  const sign = text[open];
  for (let at = open + 1; at < end; at++) {
    if (sign === '"' && text[at] === '\\') at++;
    else if (text[at] === sign && sign === "'" && text[at + 1] === "'") at++;
    else if (text[at] === sign) return at;
  }
  return end;
}

function withoutComment(text: string, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    if (isQuoteStart(text, at)) at = quoteEnd(text, at, end);
    else if (text[at] === '#' && (at === start || /\s/.test(text[at - 1] ?? ''))) return trim(text, start, at)[1];
  }
  return trim(text, start, end)[1];
}

function trim(text: string, start: number, end: number): readonly [number, number] {
  let [a, b] = [start, end];
  while (a < b && /\s/.test(text[a] ?? '')) a++;
  while (b > a && /\s/.test(text[b - 1] ?? '')) b--;
  return [a, b];
}
