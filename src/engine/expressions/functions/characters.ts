/** Counting and cutting texts by character (code point), so that an emoji is one, while the usual text costs nothing extra. */

const hasPairs = /[\uD800-\uDFFF]/;

export function characterCount(text: string): number {
  if (!hasPairs.test(text)) return text.length;
  let count = 0;
  for (const _ of text) count++;
  return count;
}

export function characters(text: string): string[] {
  return hasPairs.test(text) ? Array.from(text) : text.split('');
}

/** From one character to before another. */
export function cut(text: string, start: number, end: number): string {
  return hasPairs.test(text) ? Array.from(text).slice(start, end).join('') : text.slice(start, end);
}

/** From an offset in UTF-16 units to a count of characters; -1 stays. */
export function toCharacters(text: string, offset: number): number {
  return offset <= 0 ? offset : characterCount(text.slice(0, offset));
}

/** From a count of characters to an offset in UTF-16 units. */
export function toOffset(text: string, character: number): number {
  return hasPairs.test(text) ? Array.from(text).slice(0, character).join('').length : character;
}
