/**
 * A short text that is equal for equal JSON values, to tell by it whether a value was there before. Not for security, nor for anything that is kept.
 * What was digested once is known: of a list that changes in one item, only that item is read.
 */
import { isObject, type Json } from '../shared/json';

/** A text of at most so many characters is its own digest. */
const shortest = 40;

const known = new WeakMap<object, string>();

export function digestOf(value: Json): string {
  if (typeof value !== 'object' || value === null) return shortened(JSON.stringify(value));
  const before = known.get(value);
  if (before !== undefined) return before;
  const digest = shortened(textOf(value));
  known.set(value, digest);
  return digest;
}

/** Whatever the order of keys. */
function textOf(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(digestOf).join(',')}]`;
  if (!isObject(value)) return '';
  return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${digestOf(value[key] ?? null)}`).join(',')}}`;
}

function shortened(text: string): string {
  return text.length <= shortest ? text : `#${hash(text, 0x01000193)}${hash(text, 0x9e3779b1)}${text.length.toString(36)}`;
}

/** FNV-1a with its bits mixed at the end, 32 of them: one alone is too few for all values of a long run, two with other factors and the length are enough. */
function hash(text: string, factor: number): string {
  let bits = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) bits = Math.imul(bits ^ text.charCodeAt(at), factor);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return ((bits ^ (bits >>> 16)) >>> 0).toString(36).padStart(7, '0');
}
