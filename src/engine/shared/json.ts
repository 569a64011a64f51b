/** JSON values: types, equality and one canonical text. Knows nothing of schemas or of files. */

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Text that is equal for equal values: object keys sorted. What hashes are taken of. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .filter((key) => value[key] !== undefined)
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key]!)}`);
  return `{${members.join(',')}}`;
}

/** Equality of JSON values, whatever the order of keys. */
export function jsonEquals(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) return listsEqual(a as readonly Json[], b as readonly Json[]);
  return membersEqual(a as JsonObject, b as JsonObject);
}

function listsEqual(a: readonly Json[], b: readonly Json[]): boolean {
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
  return a.every((item, index) => jsonEquals(item, b[index]));
}

function membersEqual(a: JsonObject, b: JsonObject): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && jsonEquals(a[key], b[key]));
}

/**
 * Where the first number stands that JSON has no place for (`x`, `items[2].n`; empty: the value is one itself); null: there is none. `1e400` is read as
 * infinity and would be written as null, so that a run and its log would not hold the same.
 */
export function placeOutOfRange(value: Json, place = ''): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : place;
  if (typeof value !== 'object' || value === null) return null;
  const isList = Array.isArray(value);
  for (const [key, item] of Object.entries(value) as [string, Json][]) {
    const found = placeOutOfRange(item, isList ? `${place}[${key}]` : place === '' ? key : `${place}.${key}`);
    if (found !== null) return found;
  }
  return null;
}

/** How deep lists and objects may lie in each other: more than any work needs, and far from what overflows the stack of whoever walks through them. */
export const mostLevels = 200;

export function isTooDeep(value: Json, levels = mostLevels): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item: Json) => isTooDeep(item, levels - 1));
}

/** Why a value from outside cannot be used, to be said after "holds"; null: it can. */
export function unusableIn(value: Json): string | null {
  if (isTooDeep(value)) return `lists and objects in each other, more than ${mostLevels} levels deep`;
  const place = placeOutOfRange(value);
  return place === null ? null : `a number that is too large${place === '' ? '' : `, at ${place}`}`;
}

/** What people are shown of a value in a prompt or a template: a text as it is, everything else as JSON. */
export function displayJson(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
