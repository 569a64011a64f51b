/** How much of a large value stands in a prompt, and how the rest is spoken of: the one home of both. The value itself is kept by the hash of its text. */

/** Characters of a shared field: about 25,000 tokens, a document that a model can still work on in one go. */
export const shownOfField = 100_000;
/** Characters of one tool result: about 6,000 tokens, as much as one look should cost. */
export const shownOfResult = 24_000;
/** Characters that the shaping of a result may leave out before the original is offered. */
export const leftOutUnsaid = 2_000;

/** Hexadecimal digits of the hash that a value is known by in a prompt. */
const refLength = 16;
const refs = /\b[0-9a-f]{16}\b/g;

export function refOf(hash: string): string {
  return hash.slice(0, refLength);
}

/** Whatever looks like the name of a kept value. */
export function refsIn(text: string): readonly string[] {
  return text.match(refs) ?? [];
}

/** The longest beginning of at most `most` characters that does not halve one. */
export function beginning(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most);
}

/** `ref` null: it cannot be read on. */
export function cutNote(shown: number, of: number, ref: string | null): string {
  return `[cut off after ${shown} of ${of} characters${ref === null ? '' : `; read_more with ref "${ref}" and from ${shown + 1} reads on`}]`;
}

export function shapedNote(ref: string): string {
  return `[shortened; read_more with ref "${ref}" reads the original]`;
}
