/**
 * Where each character of a scalar's value stands in the file, so that a problem inside an expression or a template is
 * shown at its own column: through escapes, doubled quotes, folded lines and the indentation of blocks.
 */
import type { SourceRange } from '../shared/source';
import { rangeOf, type ScalarNode } from './cardNode';

/** One line of the scalar: its characters as they are in the value, each with its offset in the parsed text. */
interface Piece {
  readonly text: string;
  /** One for each UTF-16 unit of `text`, and one for its end. */
  readonly offsets: readonly number[];
}

const kept = new WeakMap<ScalarNode, readonly number[] | null>();

/** The range of `value.slice(start, end)`; that of the whole scalar when the characters cannot be told. */
export function rangeInside(node: ScalarNode, start: number, end: number): SourceRange {
  const offsets = offsetsOf(node);
  if (offsets === null) return rangeOf(node);
  const last = offsets.length - 1;
  const from = offsets[Math.min(Math.max(start, 0), last)] ?? node.start;
  // The end of what is inside, not the start of what follows: a line break may lie between them.
  const to = end > start ? (offsets[Math.min(end, last) - 1] ?? from) + widthAt(node, offsets, end - 1) : from;
  return node.source.range(from, to);
}

/** How many characters of the file the value's character at `index` takes. */
function widthAt(node: ScalarNode, offsets: readonly number[], index: number): number {
  const from = offsets[index] ?? node.end;
  const next = offsets[index + 1] ?? node.end;
  const between = node.source.parsed.slice(from, next);
  const isBreak = /[\r\n]/.test(between);
  return isBreak || between.length === 0 ? 1 : between.length;
}

function offsetsOf(node: ScalarNode): readonly number[] | null {
  const known = kept.get(node);
  if (known !== undefined) return known;
  const found = typeof node.value === 'string' ? align(node.value, piecesOf(node)) : null;
  kept.set(node, found);
  return found;
}

function piecesOf(node: ScalarNode): readonly Piece[] {
  const { parsed } = node.source;
  switch (node.style) {
    case 'plain':
      return lines(parsed, node.start, node.end, true).map(([from, to]) => verbatim(parsed, from, to));
    case 'single':
      return lines(parsed, node.start + 1, node.end - 1, true).map(([from, to]) => single(parsed, from, to));
    case 'double':
      return lines(parsed, node.start + 1, node.end - 1, true).map(([from, to]) => double(parsed, from, withEscapedBlank(parsed, from, to)));
    case 'literal':
    case 'folded':
      return blockPieces(node);
  }
}

/** Stretches of the lines between two offsets; the blanks around line breaks belong to no value. */
function lines(text: string, start: number, end: number, trim: boolean): readonly (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  for (let from = start; from <= end; ) {
    const at = text.indexOf('\n', from);
    const isLast = at < 0 || at >= end;
    const to = isLast ? end : at;
    const begin = trim && from > start ? skip(text, from, to, ' \t') : from;
    found.push([begin, isLast ? end : skipBack(text, to, begin, trim ? ' \t\r' : '\r')]);
    if (isLast) break;
    from = at + 1;
  }
  return found;
}

function skip(text: string, from: number, end: number, signs: string): number {
  let at = from;
  while (at < end && signs.includes(text[at] ?? ' ')) at++;
  return at;
}

function skipBack(text: string, from: number, start: number, signs: string): number {
  let at = from;
  while (at > start && signs.includes(text[at - 1] ?? ' ')) at--;
  return at;
}

function verbatim(text: string, from: number, to: number): Piece {
  return { text: text.slice(from, to), offsets: Array.from({ length: to - from + 1 }, (_, index) => from + index) };
}

function single(text: string, from: number, to: number): Piece {
  let value = '';
  const offsets: number[] = [];
  for (let at = from; at < to; at++) {
    offsets.push(at);
    value += text[at];
    if (text[at] === "'" && text[at + 1] === "'") at++;
  }
  return { text: value, offsets: [...offsets, to] };
}

/** A blank behind a backslash belongs to the value, also at the end of a line. */
function withEscapedBlank(text: string, from: number, to: number): number {
  const backslashes = /\\*$/.exec(text.slice(from, to))?.[0].length ?? 0;
  return backslashes % 2 === 1 && /[ \t]/.test(text[to] ?? '') ? to + 1 : to;
}

const escapes: Readonly<Record<string, string>> = {
  '0': '\0', a: '\x07', b: '\b', e: '\x1b', f: '\f', n: '\n', r: '\r', t: '\t', '\t': '\t', v: '\v', N: '\x85', _: '\xa0', L: '\u2028', P: '\u2029', ' ': ' ', '"': '"', '/': '/', '\\': '\\',
};
const hexLengths: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

function double(text: string, from: number, to: number): Piece {
  let value = '';
  const offsets: number[] = [];
  for (let at = from; at < to; ) {
    const [decoded, width] = text[at] === '\\' ? escapeAt(text, at, to) : [text[at] ?? '', 1];
    for (let unit = 0; unit < decoded.length; unit++) offsets.push(at);
    value += decoded;
    at += width;
  }
  return { text: value, offsets: [...offsets, to] };
}

function escapeAt(text: string, at: number, to: number): readonly [string, number] {
  const sign = at + 1 < to ? (text[at + 1] ?? '') : '';
  // A backslash before the line break joins the lines.
  if (sign === '' || sign === '\r') return ['', 1 + sign.length];
  const hex = hexLengths[sign];
  if (hex === undefined) return [escapes[sign] ?? sign, 2];
  const code = Number.parseInt(text.slice(at + 2, at + 2 + hex), 16);
  return [code <= 0x10ffff ? String.fromCodePoint(code) : '', 2 + hex];
}

function blockPieces(node: ScalarNode): readonly Piece[] {
  const { parsed } = node.source;
  const headEnd = parsed.indexOf('\n', node.start);
  if (headEnd < 0 || headEnd >= node.end) return [];
  const body = lines(parsed, headEnd + 1, node.end, false);
  const head = parsed.slice(node.start, headEnd);
  const indent = blockIndent(parsed, body, /^[|>][-+]?([1-9])/.exec(head)?.[1], node);
  return body.map(([from, to]) => verbatim(parsed, Math.min(from + indent, to), to));
}

/** The first line with more than spaces gives it, unless the head states one relative to the parent. */
function blockIndent(text: string, body: readonly (readonly [number, number])[], stated: string | undefined, node: ScalarNode): number {
  const widths = body.map(([from, to]) => /^ */.exec(text.slice(from, to))?.[0].length ?? 0);
  const first = body.findIndex(([from, to]) => /[^ ]/.test(text.slice(from, to)));
  if (stated === undefined || typeof node.value !== 'string') return widths[first] ?? 0;
  // The value's own first line tells how many of the blanks belong to it.
  const line = node.value.split('\n').find((each) => /[^ ]/.test(each)) ?? '';
  const lead = /^ */.exec(line)?.[0].length ?? 0;
  return Math.max(0, (widths[first] ?? 0) - lead);
}

/** Lays the pieces along the value; what folding put between them stands at the end of the piece before. Null: they do not fit. */
function align(value: string, pieces: readonly Piece[]): readonly number[] | null {
  const offsets: number[] = [];
  let end = pieces[0]?.offsets[0] ?? 0;
  for (const piece of pieces) {
    if (piece.text === '') continue;
    const at = value.indexOf(piece.text, offsets.length);
    if (at < 0 || value.slice(offsets.length, at).trim() !== '') return null;
    while (offsets.length < at) offsets.push(end);
    offsets.push(...piece.offsets.slice(0, -1));
    end = piece.offsets.at(-1) ?? end;
  }
  if (value.slice(offsets.length).trim() !== '') return null;
  while (offsets.length <= value.length) offsets.push(end);
  return offsets;
}
