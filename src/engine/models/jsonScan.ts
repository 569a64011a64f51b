/** Finds JSON objects in running text, and keys that an object holds twice. Works on text only; says nothing of what a reply should be. */

export interface JsonPiece {
  /** `value` parses; `broken` is balanced but does not; `cut` begins like an object and never ends. */
  readonly kind: 'value' | 'broken' | 'cut';
  readonly text: string;
}

/** Braces in prose that never close would each be followed to the end of the text. */
const mostFailures = 50;

/** Outermost objects, and lists of objects, in their order. Braces and brackets of prose are passed over. */
export function scanJson(text: string): readonly JsonPiece[] {
  const pieces: JsonPiece[] = [];
  const opening = /[{[]/g;
  let failures = 0;
  for (let match = opening.exec(text); match !== null && failures < mostFailures; match = opening.exec(text)) {
    const start = match.index;
    const end = balancedEnd(text, start);
    const piece = end === null ? unended(text, start) : classify(text.slice(start, end));
    if (piece !== null) pieces.push(piece);
    if (end !== null) opening.lastIndex = end;
    else if (piece !== null) break;
    else failures++;
  }
  return pieces;
}

function unended(text: string, start: number): JsonPiece | null {
  return looksLikeJson(text.slice(start, start + 200)) ? { kind: 'cut', text: text.slice(start) } : null;
}

function classify(text: string): JsonPiece | null {
  try {
    const value = JSON.parse(text) as unknown;
    const isList = Array.isArray(value);
    return isList && !value.some((item) => typeof item === 'object' && item !== null) ? null : { kind: 'value', text };
  } catch {
    return looksLikeJson(text) || /"\s*:/.test(text) ? { kind: 'broken', text } : null;
  }
}

function looksLikeJson(text: string): boolean {
  return /^(\[\s*)?\{\s*("|\}|$)/.test(text);
}

/** Just behind the bracket that closes the one at `start`; null: it stays open. Brackets in strings do not count. */
function balancedEnd(text: string, start: number): number | null {
  let depth = 0;
  let inString = false;
  for (let i = start; i < text.length; i++) {
    const sign = text[i];
    if (inString) {
      if (sign === '\\') i++;
      else if (sign === '"') inString = false;
    } else if (sign === '"') inString = true;
    else if (sign === '{' || sign === '[') depth++;
    else if ((sign === '}' || sign === ']') && --depth === 0) return i + 1;
  }
  return null;
}

/** The first key that stands twice in one object; a parser would keep the last in silence. `text` must be valid JSON. */
export function duplicateKey(text: string): string | null {
  const open: (Set<string> | null)[] = [];
  for (let i = 0; i < text.length; i++) {
    const sign = text[i];
    if (sign === '{') open.push(new Set());
    else if (sign === '[') open.push(null);
    else if (sign === '}' || sign === ']') open.pop();
    if (sign !== '"') continue;
    const start = i;
    i = stringEnd(text, start);
    if (!isKey(text, i + 1)) continue;
    const key = JSON.parse(text.slice(start, i + 1)) as string;
    const keys = open.at(-1)!;
    if (keys!.has(key)) return key;
    keys!.add(key);
  }
  return null;
}

/** Where the string that begins at `start` has its closing quote. By hand: a pattern would keep a place to come back to for each sign, and run out of them. */
function stringEnd(text: string, start: number): number {
  let i = start + 1;
  while (text[i] !== '"') i += text[i] === '\\' ? 2 : 1;
  return i;
}

function isKey(text: string, behind: number): boolean {
  let i = behind;
  while (text[i] === ' ' || text[i] === '\n' || text[i] === '\r' || text[i] === '\t') i++;
  return text[i] === ':';
}
