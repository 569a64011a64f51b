/** The shared workspace of a team, from `state:` and what the cards write: types, empty values, reducers, writers. Reports nothing. */
import type { CardWrite, RoleCard } from '../cards/roleCard';
import type { CardField } from '../cards/teamCard';
import { isObject, jsonEquals, type Json, type JsonObject } from '../shared/json';
import type { SourceRange } from '../shared/source';
import type { PlaceIn } from './placeIn';
import type { Field, Reducer } from './team';
import type { TeamSources } from './teamSources';

export interface WrittenField {
  readonly role: RoleCard;
  readonly write: CardWrite;
}

/** What is known of one field before it is checked. */
export interface FieldCards {
  readonly name: string;
  /** Its entry under `state:`. */
  readonly card: CardField | null;
  readonly writes: readonly WrittenField[];
}

const emptyValues: Readonly<Record<string, Json>> = { array: [], string: '', object: {} };
const wholeTypes: Readonly<Record<Reducer, string | null>> = { replace: null, append: 'array', union: 'array', merge: 'object', add: 'number', max: 'number', min: 'number' };

/** The type a field must have for its reducer to work; null: any. */
export function typeForReducer(reducer: Reducer): string | null {
  return wholeTypes[reducer];
}

/** By name, in the order in which they are declared: `state:` first, then what the cards write. */
export function fieldCards({ team, roles }: TeamSources): ReadonlyMap<string, FieldCards> {
  const found = new Map<string, { name: string; card: CardField | null; writes: WrittenField[] }>();
  for (const card of team?.state ?? []) found.set(card.name, { name: card.name, card, writes: [] });
  for (const role of roles) {
    for (const write of role.writes) {
      const known = found.get(write.field) ?? { name: write.field, card: null, writes: [] };
      known.writes.push({ role, write });
      found.set(write.field, known);
    }
  }
  return found;
}

export function buildFields(sources: TeamSources, at: PlaceIn): Readonly<Record<string, Field>> {
  const { team } = sources;
  const start: SourceRange = team?.at ?? { file: sources.file, start: { line: 1, column: 1 }, end: { line: 1, column: 1 } };
  const constraints = team?.constraints ?? null;
  const fields: [string, Field][] = [
    ['task', { ...plainField('task', { type: 'string' }, ''), hasInitial: true, at: at(start) }],
    ['constraints', { ...plainField('constraints', schemaOf(constraints?.value ?? {}), constraints?.value ?? {}), hasInitial: constraints !== null, at: at(constraints?.range ?? start) }],
  ];
  for (const cards of fieldCards(sources).values()) {
    if (cards.name !== 'task' && cards.name !== 'constraints') fields.push([cards.name, buildField(cards, at)]);
  }
  return Object.fromEntries(fields);
}

function plainField(name: string, schema: JsonObject, empty: Json): Omit<Field, 'at'> {
  return { name, type: typeOf(schema), schema, empty, hasInitial: false, reducer: 'replace', key: null, writers: [] };
}

function buildField({ name, card, writes }: FieldCards, at: PlaceIn): Field {
  const reducer = card?.reducer?.value ?? 'replace';
  const schema = wholeSchema(card?.schema ?? null, reducer, writes.map((each) => each.write.schema?.value ?? null));
  const type = typeOf(schema) ?? typeForReducer(reducer);
  const initial = card?.initial?.value;
  const place = card?.at ?? writes[0]?.write.range;
  return {
    name,
    type,
    schema,
    empty: initial ?? (type === null ? null : (emptyValues[type] ?? null)),
    hasInitial: initial !== undefined,
    reducer,
    key: card?.key?.text ?? null,
    writers: [...new Set(writes.flatMap((each) => each.role.id ?? []))],
    at: at(place ?? { file: '', start: { line: 1, column: 1 }, end: { line: 1, column: 1 } }),
  };
}

/** `type: string` alone or beside null; else it is not one type. */
export function typeOf(schema: JsonObject | null): string | null {
  const type = schema?.['type'];
  if (typeof type === 'string') return type;
  if (!Array.isArray(type)) return null;
  const others = type.filter((each: Json) => each !== 'null');
  return others.length === 1 && typeof others[0] === 'string' ? others[0] : null;
}

/**
 * What `state:` says wins; the writers' schemas fill in what it leaves open. They describe one contribution, so of a field that
 * collects only their items or properties hold for the whole.
 */
function wholeSchema(stated: JsonObject | null, reducer: Reducer, written: readonly (JsonObject | null)[]): JsonObject | null {
  const first = written[0] ?? null;
  const agreed = first !== null && written.every((each) => each !== null && jsonEquals(each, first)) ? first : null;
  const derived = agreed === null ? null : wholeOf(agreed, reducer);
  if (stated === null) return derived ?? (typeForReducer(reducer) === null ? null : { type: typeForReducer(reducer)! });
  if (derived === null || typeOf(stated) !== typeOf(derived)) return stated;
  const inner = ['items', 'properties', 'additionalProperties'].filter((key) => stated[key] === undefined && derived[key] !== undefined);
  if (reducer === 'replace' && Object.keys(stated).every((key) => key === 'type' || key === 'description')) return { ...derived, ...stated };
  return { ...stated, ...Object.fromEntries(inner.map((key) => [key, derived[key]!])) };
}

function wholeOf(contribution: JsonObject, reducer: Reducer): JsonObject | null {
  if (reducer === 'replace') return contribution;
  const type = typeForReducer(reducer)!;
  const key = type === 'array' ? 'items' : 'properties';
  return { type, ...(type === 'number' || contribution[key] === undefined ? {} : { [key]: contribution[key] }), ...referenced(contribution) };
}

/** What `#/$defs/…` in the items points to. */
function referenced(schema: JsonObject): JsonObject {
  return Object.fromEntries(['$defs', 'definitions'].flatMap((key) => (schema[key] === undefined ? [] : [[key, schema[key]]])));
}

/** A schema that tells the names and types in a value, for the check of expressions over `state.constraints`. */
function schemaOf(value: Json): JsonObject {
  if (Array.isArray(value)) return { type: 'array' };
  if (!isObject(value)) return value === null ? {} : { type: typeof value };
  return { type: 'object', properties: Object.fromEntries(Object.entries(value).map(([key, member]) => [key, schemaOf(member)])) };
}
