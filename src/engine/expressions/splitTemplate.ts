/** Where the expressions in a template begin and end. Does not look into them further than strings, brackets and comments go. */
import type { TextSpan } from './problems';

export interface TemplatePiece extends TextSpan {
  readonly kind: 'text' | 'expression' | 'unclosed';
  /** The text itself; of an expression what stands between its braces. */
  readonly text: string;
}

const opening = '{{';
const closing = '}}';

/** Pieces in order, without a gap. `unclosed` is the last, if there is one: it begins at the braces that nothing closes. */
export function splitTemplate(text: string): readonly TemplatePiece[] {
  const pieces: TemplatePiece[] = [];
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf(opening, at);
    const end = open < 0 ? text.length : open;
    if (end > at) pieces.push({ kind: 'text', text: text.slice(at, end), start: at, end });
    if (open < 0) break;
    const close = findEnd(text, open + opening.length);
    if (close < 0) {
      pieces.push({ kind: 'unclosed', text: text.slice(open), start: open, end: text.length });
      break;
    }
    at = close + closing.length;
    pieces.push({ kind: 'expression', text: text.slice(open + opening.length, close), start: open, end: at });
  }
  return pieces;
}

/** Where a text is one `{{ }}` and nothing but white space around it; null: it is not. */
export function wholeTemplate(text: string): TemplatePiece | null {
  const [piece, ...more] = splitTemplate(text.trim());
  if (piece?.kind !== 'expression' || more.length > 0) return null;
  const start = text.indexOf(opening);
  return { ...piece, start, end: start + piece.end };
}

/** The first `}}` outside strings and brackets; -1 when there is none. */
function findEnd(text: string, from: number): number {
  let depth = 0;
  let at = from;
  while (at < text.length) {
    const char = text[at]!;
    if (char === '"' || char === "'") {
      at = behindString(text, at);
      if (at < 0) return -1;
      continue;
    }
    if (depth === 0 && text.startsWith(closing, at)) return at;
    if (char === '{') depth++;
    if (char === '}' && depth > 0) depth--;
    at = text.startsWith('//', at) ? behindComment(text, at) : at + 1;
  }
  return -1;
}

function behindString(text: string, at: number): number {
  const quote = text[at]!;
  const mark = text.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote;
  for (let i = at + mark.length; i < text.length; i++) {
    if (text.startsWith(mark, i)) return i + mark.length;
    if (text[i] === '\\') i++; // in raw strings too: the parser has it so
  }
  return -1;
}

/** A comment ends with its line, or with the expression. */
function behindComment(text: string, at: number): number {
  const end = /\n|\}\}/.exec(text.slice(at));
  return end === null ? text.length : at + end.index;
}
