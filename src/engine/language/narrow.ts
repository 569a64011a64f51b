/** Cuts a large YAML text down to the part around an offset, so that what is asked while typing costs the part and not the file. Parses nothing. */

export interface Narrowed {
  readonly text: string;
  /** An offset of the part, plus this, is one of the whole; only the lines above it that it lies in have moved. */
  readonly at: number;
}

/** A smaller text is parsed in a few milliseconds. */
const largeFrom = 12 * 1024;

/**
 * The lines that the offset lies within, from the outside to the inside, and the block of lines at the innermost level that is still
 * large. Of a list only the one item is left, of a map only the one key, so positions in lists mean nothing any more.
 */
export function narrow(text: string, offset: number): Narrowed {
  let start = 0;
  let end = text.length;
  let head = '';
  while (end - start > largeFrom) {
    const next = blockAround(text, start, end, offset);
    if (next === null) break;
    const body = Math.min(lineEnd(text, next.start) + 1, next.end);
    if (next.end - next.start <= largeFrom || offset < body) {
      start = next.start;
      end = next.end - next.start <= largeFrom ? next.end : body;
      break;
    }
    // The first line of a block says what the rest belongs to; the rest is looked into next.
    head += text.slice(next.start, body);
    start = body;
    end = next.end;
  }
  return { text: head + text.slice(start, end), at: start - head.length };
}

interface Block {
  readonly start: number;
  readonly end: number;
}

/** From the last line of the least indentation at or before the offset to the next such line. Null: the text has only one. */
function blockAround(text: string, from: number, to: number, offset: number): Block | null {
  const indent = leastIndent(text, from, to);
  let start = -1;
  let end = to;
  for (let at = from; at < to; at = lineEnd(text, at) + 1) {
    if (!isOpening(text, at, indent)) continue;
    if (at <= offset) start = at;
    else {
      end = at;
      break;
    }
  }
  return start < 0 || (start === from && end === to && lineEnd(text, start) >= to) ? null : { start, end };
}

function isOpening(text: string, lineStart: number, indent: number): boolean {
  return indentAt(text, lineStart) === indent && !isBlank(text, lineStart) && text[lineStart + indent] !== '#';
}

function leastIndent(text: string, from: number, to: number): number {
  let least = Number.MAX_SAFE_INTEGER;
  for (let at = from; at < to && least > 0; at = lineEnd(text, at) + 1) if (!isBlank(text, at)) least = Math.min(least, indentAt(text, at));
  return least;
}

function indentAt(text: string, lineStart: number): number {
  let at = lineStart;
  while (text[at] === ' ') at++;
  return at - lineStart;
}

function isBlank(text: string, lineStart: number): boolean {
  return /^[ \t\r]*(?:\n|$)/.test(text.slice(lineStart, lineEnd(text, lineStart) + 1));
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}
