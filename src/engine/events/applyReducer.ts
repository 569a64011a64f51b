/** How a contribution to a field becomes its new value. Pure; versions and permissions are not decided here. */
import { canonicalJson, isObject } from '../shared/json';
import type { Json, JsonObject } from '../shared/json';
import { unreachable } from '../shared/result';
import type { Field, Reducer } from '../team/team';

/**
 * `current` is the field's value, its empty value where it was never written. What a reducer cannot combine (a text into a list) replaces nothing
 * and is wrapped or kept by the rules below, so that this is total; the contract check refuses such values earlier.
 */
export function applyReducer(field: Pick<Field, 'reducer' | 'key'>, current: Json, contribution: Json): Json {
  const { reducer } = field;
  switch (reducer) {
    case 'replace':
      return contribution;
    case 'append':
      return extended(field, items(current), contribution);
    case 'merge':
      return { ...members(current), ...members(contribution) };
    case 'union':
      return extended(field, items(current), contribution);
    case 'add':
    case 'max':
    case 'min':
      return combineNumbers(reducer, current, contribution);
    default:
      return unreachable(reducer);
  }
}

/** What of a contribution goes beyond an earlier one by the same role, so that committing it after that one counts nothing twice. */
export function beyond({ reducer, key }: Pick<Field, 'reducer' | 'key'>, earlier: Json, contribution: Json): Json {
  if (reducer === 'add') return typeof earlier === 'number' && typeof contribution === 'number' ? contribution - earlier : contribution;
  if (reducer !== 'append' || key !== null) return contribution;
  const counted = items(earlier).map(identity);
  return items(contribution).filter((item) => {
    const place = counted.indexOf(identity(item));
    if (place >= 0) counted.splice(place, 1);
    return place < 0;
  });
}

interface Extension {
  readonly field: Pick<Field, 'reducer' | 'key'>;
  readonly current: readonly Json[];
  readonly contribution: Json;
  readonly result: readonly Json[];
}

/**
 * The last lists that were extended. A commit is weighed before it is recorded, recorded, and shown: the list is copied once for all of them. Few, and
 * not by a WeakMap, which would hold all versions of a list until the next collection of everything.
 */
const extensions: Extension[] = [];
const mostExtensions = 8;

function extended(field: Extension['field'], current: readonly Json[], contribution: Json): readonly Json[] {
  const known = extensions.find((one) => one.current === current && one.contribution === contribution && one.field.reducer === field.reducer && one.field.key === field.key);
  if (known !== undefined) return known.result;
  const added = items(contribution);
  const result = field.reducer === 'union' ? union(current, added) : field.key === null ? current.concat(added) : appendByKey(current, added, field.key);
  if (extensions.unshift({ field, current, contribution, result }) > mostExtensions) extensions.pop();
  return result;
}

/** One value of what a list reducer takes: a list is its items, null nothing, anything else one item. */
function items(value: Json): readonly Json[] {
  if (value === null) return [];
  return Array.isArray(value) ? (value as readonly Json[]) : [value];
}

function members(value: Json): JsonObject {
  return isObject(value) ? value : {};
}

/** An item of a key already there is merged shallowly into the first one's place; items without the key are only added. */
function appendByKey(current: readonly Json[], added: readonly Json[], key: string): readonly Json[] {
  const keyOf = (item: Json) => (isObject(item) && item[key] !== undefined ? identity(item[key]) : null);
  const places = takeIndex(current, `by ${key}`, keyOf);
  const result = [...current];
  for (const item of added) {
    const name = keyOf(item);
    const place = name === null ? undefined : places.get(name);
    if (place === undefined) {
      if (name !== null) places.set(name, result.length);
      result.push(item);
    } else {
      result[place] = { ...members(result[place] ?? null), ...members(item) };
    }
  }
  indexes.set(result, { what: `by ${key}`, places });
  return result;
}

function union(current: readonly Json[], added: readonly Json[]): readonly Json[] {
  const places = takeIndex(current, 'whole', identity);
  const result = [...current];
  for (const item of added) {
    const name = identity(item);
    if (places.has(name)) continue;
    places.set(name, result.length);
    result.push(item);
  }
  indexes.set(result, { what: 'whole', places });
  return result;
}

/** Equal for equal values only. A text needs no quoting: nothing else's JSON begins with a quote. */
function identity(value: Json): string {
  return typeof value === 'string' ? `"${value}` : canonicalJson(value);
}

/** Where each item of a list stands, kept for the newest version of a list only: a list that grows by one item a step would else be read whole at each. */
const indexes = new WeakMap<readonly Json[], { readonly what: string; readonly places: Map<string, number> }>();

/** The index of `list`, which its next version then owns. */
function takeIndex(list: readonly Json[], what: string, nameOf: (item: Json) => string | null): Map<string, number> {
  const known = indexes.get(list);
  indexes.delete(list);
  if (known?.what === what) return known.places;
  const places = new Map<string, number>();
  list.forEach((item, index) => {
    const name = nameOf(item);
    if (name !== null && !places.has(name)) places.set(name, index);
  });
  return places;
}

function combineNumbers(reducer: Extract<Reducer, 'add' | 'max' | 'min'>, current: Json, contribution: Json): Json {
  if (typeof contribution !== 'number') return current;
  if (typeof current !== 'number') return contribution;
  if (reducer === 'add') return current + contribution;
  return reducer === 'max' ? Math.max(current, contribution) : Math.min(current, contribution);
}
