/** `fields` and `max` of a tool's entry: less of a result, so that a prompt holds only what is needed. Works on any tool's result. */
import { isObject, type Json, type JsonObject } from '../shared/json';
import type { ToolEntry } from '../team/team';

/**
 * Lists are cut to `max`, and the objects in them keep only `fields`, in that order: the result itself where it is a list, else the lists among
 * its members. An object without lists keeps only `fields` of its own.
 */
export function shapeResult(result: Json, shape: Pick<ToolEntry, 'fields' | 'max'>): Json {
  if (shape.fields === null && shape.max === null) return result;
  if (Array.isArray(result)) return shapeList(result as readonly Json[], shape);
  if (!isObject(result)) return result;
  if (!Object.values(result).some((value) => Array.isArray(value))) return pick(result, shape.fields);
  return Object.fromEntries(Object.entries(result).map(([key, value]) => [key, Array.isArray(value) ? shapeList(value as readonly Json[], shape) : value]));
}

function shapeList(list: readonly Json[], { fields, max }: Pick<ToolEntry, 'fields' | 'max'>): readonly Json[] {
  return list.slice(0, max ?? undefined).map((item) => (isObject(item) ? pick(item, fields) : item));
}

function pick(item: JsonObject, fields: readonly string[] | null): JsonObject {
  if (fields === null) return item;
  return Object.fromEntries(fields.filter((field) => Object.hasOwn(item, field)).map((field) => [field, item[field]!]));
}
