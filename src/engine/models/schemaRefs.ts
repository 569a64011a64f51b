/** References within a JSON Schema, put in place where that comes to an end. For schemas that go to a model; what is checked is the user's own. */
import { isObject, type Json, type JsonObject } from '../shared/json';

/** In characters of JSON. A schema that grows beyond keeps its references. */
const longestInlined = 100_000;

/** Keywords whose values are data, not schemas. */
const data = new Set(['const', 'enum', 'default', 'examples']);
const definitions = new Set(['$defs', 'definitions']);
/** Keywords whose members are schemas by names of the user's. */
const named = new Set(['properties', 'patternProperties', 'dependentSchemas']);

/** The same schema without `#…` references; as it was where one leads into itself, nowhere, or to a schema that is too long. */
export function inlineRefs(schema: JsonObject): JsonObject {
  if (!JSON.stringify(schema).includes('"$ref":"')) return schema;
  let length = 0;

  /** Null: this reference cannot be put in place. `open`: the references that are being followed. */
  const visit = (value: Json, open: readonly string[]): Json | null => {
    if (length > longestInlined) return null;
    if (Array.isArray(value)) {
      const items = (value as readonly Json[]).map((item) => visit(item, open));
      return items.includes(null) && !(value as readonly Json[]).includes(null) ? null : items;
    }
    if (!isObject(value)) return value;
    const ref = value['$ref'];
    const own = members(value, open);
    if (own === null || typeof ref !== 'string') return own;
    if (open.includes(ref)) return null;
    const target = pointedAt(schema, ref);
    const inlined = target === undefined ? null : visit(target, [...open, ref]);
    if (inlined === null) return null;
    length += JSON.stringify(inlined).length;
    return length > longestInlined ? null : withSiblings(inlined, own);
  };

  const each = (schemas: JsonObject, open: readonly string[]): JsonObject | null => {
    const kept: Record<string, Json> = {};
    for (const [name, inner] of Object.entries(schemas)) {
      const visited = visit(inner, open);
      if (visited === null) return null;
      kept[name] = visited;
    }
    return kept;
  };

  const members = (value: JsonObject, open: readonly string[]): JsonObject | null => {
    const kept: Record<string, Json> = {};
    for (const [key, inner] of Object.entries(value)) {
      if (key === '$ref' && typeof inner === 'string') continue;
      if (definitions.has(key)) continue;
      const visited = data.has(key) ? inner : named.has(key) && isObject(inner) ? each(inner, open) : visit(inner, open);
      if (visited === null && inner !== null) return null;
      kept[key] = visited;
    }
    return kept;
  };

  const inlined = visit(schema, []);
  return isObject(inlined) ? inlined : schema;
}

/** What stands beside a reference holds as well as what it points at. */
function withSiblings(target: Json, own: JsonObject): Json {
  if (Object.keys(own).length === 0 || !isObject(target)) return target;
  const clashes = Object.keys(own).some((key) => key in target && key !== 'description' && key !== 'title');
  return clashes ? { ...own, allOf: [...((own['allOf'] ?? []) as readonly Json[]), target] } : { ...target, ...own };
}

function pointedAt(schema: JsonObject, ref: string): Json | undefined {
  if (ref === '#') return schema;
  if (!ref.startsWith('#/')) return undefined;
  let found: Json | undefined = schema;
  for (const part of ref.slice(2).split('/')) {
    const name = decode(part);
    if (Array.isArray(found)) found = (found as readonly Json[])[Number(name)];
    else found = isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  }
  return found;
}

function decode(part: string): string {
  let text = part;
  try {
    text = decodeURIComponent(part);
  } catch {
    // A pointer with a bare % means itself.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}
