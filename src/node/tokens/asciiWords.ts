/**
 * The words into which o200k_base splits a text, for texts of ASCII alone: by hand, since the pattern for all scripts takes several times as long and most
 * prompts are such. What a word is follows the pattern's alternatives in their order.
 */

const other = 0;
const upper = 1;
const lower = 2;
const digit = 3;
const blank = 4;
const newline = 5;

const kinds = Uint8Array.from({ length: 128 }, (_, code) => kindOf(String.fromCharCode(code)));

function kindOf(sign: string): number {
  if (/[A-Z]/.test(sign)) return upper;
  if (/[a-z]/.test(sign)) return lower;
  if (/\d/.test(sign)) return digit;
  if (/[\r\n]/.test(sign)) return newline;
  return /\s/.test(sign) ? blank : other;
}

export function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}

/** Where the word that begins at `from` ends. */
export function wordEnd(text: string, from: number): number {
  const kind = kinds[text.charCodeAt(from)]!;
  if (kind === digit) return Math.min(skip(text, from, digit), from + 3);
  const letters = lettersEnd(text, kind === other || kind === blank ? from + 1 : from);
  if (letters !== null) return letters;
  const signs = text.charCodeAt(from) === 32 ? from + 1 : from;
  const signsEnd = skip(text, signs, other);
  return signsEnd > signs ? lineBreaksEnd(text, signsEnd) : spaceEnd(text, from);
}

/** Line breaks, and slashes between them. */
function lineBreaksEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && (kinds[text.charCodeAt(at)] === newline || text.charCodeAt(at) === 47)) at++;
  return at;
}

/** Capitals, then small letters, then a contraction. Null: there is no letter. */
function lettersEnd(text: string, from: number): number | null {
  const end = skip(text, skip(text, from, upper), lower);
  return end > from ? contractionEnd(text, end) : null;
}

function contractionEnd(text: string, at: number): number {
  if (text.charCodeAt(at) !== 39) return at;
  const two = text.slice(at + 1, at + 3).toLowerCase();
  if (two === 'll' || two === 've' || two === 're') return at + 3;
  return /^[sdmt]/.test(two) ? at + 2 : at;
}

/** Up to its last line break; without one, all but a last blank that belongs to the word behind it. */
function spaceEnd(text: string, from: number): number {
  let end = from;
  let lastBreak = from;
  for (; end < text.length; end++) {
    const kind = kinds[text.charCodeAt(end)]!;
    if (kind === newline) lastBreak = end + 1;
    else if (kind !== blank) break;
  }
  if (lastBreak > from) return lastBreak;
  return end === text.length || end === from + 1 ? end : end - 1;
}

function skip(text: string, from: number, kind: number): number {
  let at = from;
  while (at < text.length && kinds[text.charCodeAt(at)] === kind) at++;
  return at;
}
