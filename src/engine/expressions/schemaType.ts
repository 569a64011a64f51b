/** From a JSON Schema of the user's to the type that expressions are checked with. What it cannot tell is any value; it judges no schema. */
import type { Json, JsonObject } from '../shared/json';
import { isObject } from '../shared/json';
import type { ExprType } from './exprType';
import { BOOL, DOUBLE, DYN, listOf, NULL, OBJECT, STRING, unify } from './exprType';

/** Deeper than people write; ends schemas that refer to themselves. */
const maxDepth = 12;

/** `true`, `{}`, null and every schema without a type give any value. */
export function schemaType(schema: Json | null | undefined): ExprType {
  return isObject(schema) ? typeOf(schema, schema, 0) : DYN;
}

function typeOf(schema: Json | undefined, root: JsonObject, depth: number): ExprType {
  if (!isObject(schema) || depth > maxDepth) return DYN;
  if (typeof schema['$ref'] === 'string') return typeOf(resolve(schema['$ref'], root), root, depth + 1);
  const choices = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(choices)) return oneOf(choices.map((choice: Json) => typeOf(choice, root, depth + 1)));
  const type = schema['type'];
  if (Array.isArray(type)) return oneOf(type.map((name: Json) => named(name, schema, root, depth)));
  if (type !== undefined) return named(type, schema, root, depth);
  if (isObject(schema['properties'])) return objectType(schema, root, depth);
  return valuesType(schema);
}

/** Without a type, `enum` and `const` still tell it. */
function valuesType(schema: JsonObject): ExprType {
  const values = Array.isArray(schema['enum']) ? schema['enum'] : schema['const'] === undefined ? [] : [schema['const']];
  return values.length === 0 ? DYN : oneOf(values.map((value: Json) => literalType(value)));
}

function literalType(value: Json): ExprType {
  if (value === null) return NULL;
  if (typeof value === 'string') return STRING;
  if (typeof value === 'boolean') return BOOL;
  return typeof value === 'number' ? DOUBLE : DYN;
}

/** Null beside another type does not change what may be done with the value. */
function oneOf(types: readonly ExprType[]): ExprType {
  const told = types.filter((type) => type.kind !== 'null');
  if (told.length === 0) return types.length === 0 ? DYN : NULL;
  return told.some((type) => type.kind === 'dyn') ? DYN : told.reduce(unify);
}

const scalars = new Map<Json, ExprType>([
  ['string', STRING],
  ['number', DOUBLE],
  ['integer', DOUBLE],
  ['boolean', BOOL],
  ['null', NULL],
]);

function named(type: Json, schema: JsonObject, root: JsonObject, depth: number): ExprType {
  if (type === 'array') return listOf(typeOf(schema['items'], root, depth + 1));
  if (type === 'object') return objectType(schema, root, depth);
  return scalars.get(type) ?? DYN;
}

function objectType(schema: JsonObject, root: JsonObject, depth: number): ExprType {
  const properties = isObject(schema['properties']) ? Object.entries(schema['properties']) : [];
  const others = schema['additionalProperties'];
  if (properties.length === 0 && others === undefined) return OBJECT;
  return {
    kind: 'map',
    fields: new Map(properties.map(([name, property]) => [name, typeOf(property, root, depth + 1)])),
    rest: others === false ? null : typeOf(others, root, depth + 1),
    loose: others === undefined,
  };
}

/** Only references into the same schema, such as `#/$defs/finding`. */
function resolve(reference: string, root: JsonObject): Json | undefined {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  let found: Json | undefined = root;
  for (const step of reference.slice(2).split('/')) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    found = isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined;
  }
  return found;
}
