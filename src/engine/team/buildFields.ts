/** The shared workspace of a team, from `state:` and what the cards write: types, empty values, reducers, writers. Reports nothing. */
import type { CardWrite, RoleCard } from '../cards/roleCard';
import type { CardField } from '../cards/teamCard';
import { isObject, jsonEquals, type Json, type JsonObject } from '../shared/json';
import type { SourceRange, SourceRef } from '../shared/source';
import { isGroupChat, isSpeaker, messages, messagesField } from './groupChat';
import type { InnerTeam } from './loadedTeam';
import type { PlaceIn } from './placeIn';
import type { Field, Reducer } from './team';
import type { TeamSources } from './loadedTeam';

export interface WrittenField {
  readonly role: RoleCard;
  readonly write: CardWrite;
  /** What the card says, else what the team that does the role's work says of its field. */
  readonly schema: JsonObject | null;
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
export function fieldCards({ team, roles, inner }: TeamSources): ReadonlyMap<string, FieldCards> {
  const found = new Map<string, { name: string; card: CardField | null; writes: WrittenField[] }>();
  for (const card of team?.state ?? []) found.set(card.name, { name: card.name, card, writes: [] });
  for (const role of roles) {
    for (const write of role.writes) {
      const known = found.get(write.field) ?? { name: write.field, card: null, writes: [] };
      known.writes.push({ role, write, schema: write.schema?.value ?? innerSchema(inner.get(role), write.field) });
      found.set(write.field, known);
    }
  }
  return found;
}

function innerSchema(inner: InnerTeam | undefined, field: string): JsonObject | null {
  const fields = inner?.kind === 'loaded' ? inner.loaded.team?.fields : undefined;
  return fields !== undefined && Object.hasOwn(fields, field) ? fields[field]!.schema : null;
}

export function buildFields(sources: TeamSources, at: PlaceIn): Readonly<Record<string, Field>> {
  const start = sources.team?.at ?? { file: sources.file, start: { line: 1, column: 1 }, end: { line: 1, column: 1 } };
  const given = sources.team?.constraints ?? null;
  const constraints = given ?? { value: {}, range: start };
  const fields: [string, Field][] = [
    ['task', builtInField('task', { type: 'string' }, '', true, at(start))],
    ['constraints', builtInField('constraints', schemaOf(constraints.value), constraints.value, given !== null, at(constraints.range))],
  ];
  if (isGroupChat(sources.team)) {
    const range = sources.team?.map.keyRange('topology') ?? start;
    fields.push([messages, messagesField(sources.roles.filter(isSpeaker).flatMap((role) => role.id ?? []), at(range))]);
  }
  const builtIn = builtInFields(sources);
  for (const cards of fieldCards(sources).values()) {
    if (!builtIn.includes(cards.name)) fields.push([cards.name, buildField(cards, at)]);
  }
  return Object.fromEntries(fields);
}

/** There by themselves. */
export function builtInFields({ team }: Pick<TeamSources, 'team'>): readonly string[] {
  return ['task', 'constraints', ...(isGroupChat(team) ? [messages] : [])];
}

function builtInField(name: string, schema: JsonObject, empty: Json, hasInitial: boolean, at: SourceRef): Field {
  return { name, type: typeOf(schema), schema, empty, hasInitial, reducer: 'replace', key: null, writers: [], at };
}

function buildField(cards: FieldCards, at: PlaceIn): Field {
  const { name, card, writes } = cards;
  const reducer = reducerOf(cards);
  const schema = wholeSchema(card?.schema ?? null, reducer, writes.map((each) => each.schema));
  const type = typeOf(schema) ?? typeForReducer(reducer);
  const initial = card?.initial ?? null;
  return {
    name,
    type,
    schema,
    empty: initial === null ? emptyValue(type) : initial.value,
    hasInitial: initial !== null,
    reducer,
    key: card?.key?.text ?? null,
    writers: [...new Set(writes.flatMap((each) => each.role.id ?? []))],
    at: at(placeOf(cards)),
  };
}

export function reducerOf({ card }: FieldCards): Reducer {
  return card?.reducer?.value ?? 'replace';
}

export function emptyValue(type: string | null): Json {
  return type !== null && Object.hasOwn(emptyValues, type) ? emptyValues[type]! : null;
}

/** Its entry under `state:`, else the first card that writes it. */
export function placeOf({ card, writes }: FieldCards): SourceRange {
  return card?.at ?? writes[0]!.write.range;
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
