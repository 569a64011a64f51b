/** The forms in which a secret turns up where nobody meant it to: encoded for a URL or a header, or in part, as servers print the key they refused. Pure. */

const redactedPart = '[redacted]';

/** A part shorter than this is no more than the prefix that a service gives all its keys. */
const shortestPart = 6;
/** Behind stars or dots as few as these are still the end of a key. */
const shortestEnd = 3;

/** Fewer digits than these could stand anywhere. */
const shortestBase64 = 8;

/** Half a character: no URL can hold it. */
const loneHalf = /\p{Surrogate}/u;

/** The secret itself first; the others as they stand in texts. */
export function encodedForms(secret: string): readonly string[] {
  if (loneHalf.test(secret)) return [secret];
  const base64 = [0, 1, 2].map((before) => base64Within(secret, before)).filter((text) => text.length >= shortestBase64);
  return [...new Set([secret, encodeURIComponent(secret), ...base64, ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))])];
}

/** Takes out the secret in every form, and any beginning or end of it that is long enough to help somebody. */
export function hideTraces(text: string, secret: string): string {
  if (secret.length < 4) return text;
  let result = text;
  for (const form of encodedForms(secret)) result = result.replaceAll(form, redactedPart);
  const starts = longest(result, secret, (length) => secret.slice(0, length));
  if (starts !== null) result = result.replaceAll(starts, redactedPart);
  const ends = longest(result, secret, (length) => secret.slice(-length));
  if (ends !== null) result = result.replaceAll(ends, redactedPart);
  return hideMasked(result, secret);
}

/** The longest part that stands in the text; null: none is long enough. */
function longest(text: string, secret: string, part: (length: number) => string): string | null {
  for (let length = secret.length - 1; length >= shortestPart; length--) if (text.includes(part(length))) return part(length);
  return null;
}

/** `sk-…****wxyz`: what stands on both sides of the stars. */
function hideMasked(text: string, secret: string): string {
  return text.replace(/(\S{0,64}?)([*•…]+|\.{3,})(\S{1,64})/g, (whole: string, before: string, mask: string, after: string) => {
    const end = ending(after, secret);
    const start = beginning(before, secret);
    return end === 0 && start === 0 ? whole : `${before.slice(0, before.length - start)}${start > 0 ? redactedPart : ''}${mask}${end > 0 ? redactedPart : ''}${after.slice(end)}`;
  });
}

/** How much of the text's front is an end of the secret. */
function ending(text: string, secret: string): number {
  for (let length = Math.min(text.length, secret.length); length >= shortestEnd; length--) if (secret.endsWith(text.slice(0, length))) return length;
  return 0;
}

/** How much of the text's back is a beginning of the secret. */
function beginning(text: string, secret: string): number {
  for (let length = Math.min(text.length, secret.length); length >= shortestEnd; length--) if (secret.startsWith(text.slice(-length))) return length;
  return 0;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** What is sure to stand in the Base64 of any text that holds the secret behind `before` bytes (more: in threes), such as `user:key`. */
function base64Within(secret: string, before: number): string {
  const bytes = [...new Array<number>(before).fill(0), ...new TextEncoder().encode(secret)];
  let digits = '';
  for (let i = 0; i + 2 < bytes.length; i += 3) {
    const three = (bytes[i]! << 16) | (bytes[i + 1]! << 8) | bytes[i + 2]!;
    for (const shift of [18, 12, 6, 0]) digits += alphabet[(three >> shift) & 63]!;
  }
  // The first digits hold bits of what stands before; the last whole three bytes end at a digit of their own.
  return digits.slice(before === 0 ? 0 : before + 1);
}
