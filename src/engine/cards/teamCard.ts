/** A team file as it was written, each part with its place. Inline role cards are read by roleCard.ts; resolves and checks nothing. */
import type { Json, JsonObject } from '../shared/json';
import type { SourceRange } from '../shared/source';
import { jsonOf, rangeOf, type CardNode } from './cardNode';
import { expressionText, MapReader, type CardText } from './mapReader';
import { readConditions, readRoleCard, readRules, type CardCondition, type CardRule, type RoleCard } from './roleCard';
import { caches, providers, reducers, topologies } from './words';

export interface CardPrice {
  readonly input: number;
  readonly cached?: number;
  readonly cacheWrite?: number;
  readonly output: number;
  readonly reasoning?: number;
}

export interface CardModel {
  readonly name: string;
  readonly at: SourceRange;
  readonly map: MapReader;
  readonly provider: (typeof providers)[number] | null;
  readonly model: CardText | null;
  readonly family: string | null;
  readonly baseUrl: CardText | null;
  readonly apiKeyEnv: CardText | null;
  readonly temperature: number | null;
  readonly maxOutputTokens: number | null;
  readonly context: number | null;
  readonly price: CardPrice | null;
  readonly script: CardText | null;
}

export interface CardTool {
  readonly name: string;
  readonly at: SourceRange;
  readonly map: MapReader;
  readonly type: CardText | null;
  /** Every key but type, max and fields. */
  readonly options: JsonObject;
  readonly root: CardText | null;
  readonly fields: readonly string[] | null;
  readonly max: number | null;
}

export interface CardField {
  readonly name: string;
  readonly at: SourceRange;
  /** JSON Schema of the field: what is not initial, reducer or key. Null: nothing is said. */
  readonly schema: JsonObject | null;
  readonly schemaNode: CardNode | null;
  readonly initial: { readonly value: Json; readonly range: SourceRange } | null;
  readonly reducer: { readonly value: (typeof reducers)[number]; readonly range: SourceRange } | null;
  readonly key: CardText | null;
}

export interface CardRoute {
  readonly at: SourceRange;
  readonly map: MapReader;
  readonly when: CardText | null;
  readonly to: CardText | null;
  readonly input: readonly { readonly name: string; readonly value: CardText }[] | null;
  readonly forEach: CardText | null;
  readonly as: CardText | null;
}

export interface CardSupervisor {
  readonly at: SourceRange;
  readonly model: CardText | null;
  readonly instructions: CardText | null;
  /** Null: not given. */
  readonly choices: readonly CardText[] | null;
}

/** As written: one of them is meant to be given. */
export interface CardApproval {
  readonly at: SourceRange;
  readonly map: MapReader;
  readonly before: CardText | null;
  readonly after: CardText | null;
  readonly when: CardText | null;
  readonly sample: number | null;
}

export interface TeamCard {
  readonly file: string;
  readonly map: MapReader;
  readonly at: SourceRange;
  readonly name: string | null;
  readonly version: number;
  readonly goal: CardText | null;
  readonly constraints: { readonly value: Json; readonly range: SourceRange } | null;
  readonly topology: (typeof topologies)[number];
  readonly pipeline: readonly CardText[] | null;
  readonly models: readonly CardModel[];
  readonly model: CardText | null;
  readonly tools: readonly CardTool[];
  readonly state: readonly CardField[];
  readonly routes: readonly CardRoute[];
  readonly supervisor: CardSupervisor | null;
  readonly finishWhen: readonly CardCondition[];
  readonly rules: readonly CardRule[];
  readonly limits: MapReader | null;
  readonly cache: (typeof caches)[number];
  readonly onLimit: CardText | null;
  readonly approvals: readonly CardApproval[];
  readonly roles: readonly RoleCard[];
}

export function readTeamCard(map: MapReader, file: string): TeamCard {
  const constraints = map.value('constraints');
  return {
    file,
    map,
    at: map.keyRange('team') ?? { ...map.range, end: map.range.start },
    name: map.text('team')?.text ?? null,
    version: map.number('rolecall') ?? 1,
    goal: map.text('goal'),
    constraints: constraints === undefined ? null : { value: jsonOf(constraints), range: rangeOf(constraints) },
    topology: map.word('topology', topologies) ?? 'supervisor',
    cache: map.word('cache', caches) ?? 'off',
    pipeline: map.has('pipeline') ? map.texts('pipeline') : null,
    models: named(map.map('models')).map(readModel),
    model: map.text('model'),
    tools: named(map.map('tools')).map(readTool),
    state: readFields(map.map('state')),
    routes: map.maps('routes').map(readRoute),
    supervisor: readSupervisor(map),
    finishWhen: readConditions(map.value('finish_when')),
    rules: readRules(map.value('rules')),
    limits: map.map('limits'),
    onLimit: map.text('on_limit'),
    approvals: map.maps('approvals').map(readApproval),
    roles: readInlineRoles(map, file),
  };
}

interface Named {
  readonly name: string;
  readonly at: SourceRange;
  readonly map: MapReader;
}

function named(map: MapReader | null): readonly Named[] {
  if (map === null) return [];
  return map.entries.flatMap(({ key, keyNode, value }) => (value.kind === 'map' ? [{ name: key, at: rangeOf(keyNode), map: new MapReader(value) }] : []));
}

function readModel({ name, at, map }: Named): CardModel {
  return {
    name,
    at,
    map,
    provider: map.word('provider', providers),
    model: map.text('model'),
    family: map.text('family')?.text ?? null,
    baseUrl: map.text('base_url'),
    apiKeyEnv: map.text('api_key_env'),
    temperature: map.number('temperature'),
    maxOutputTokens: map.number('max_output_tokens'),
    context: map.number('context'),
    price: readPrice(map.map('price')),
    script: map.text('script'),
  };
}

function readPrice(map: MapReader | null): CardPrice | null {
  const input = map?.number('input') ?? null;
  const output = map?.number('output') ?? null;
  if (map === null || input === null || output === null) return null;
  const [cached, cacheWrite, reasoning] = [map.number('cached'), map.number('cache_write'), map.number('reasoning')];
  return { input, ...(cached === null ? {} : { cached }), ...(cacheWrite === null ? {} : { cacheWrite }), output, ...(reasoning === null ? {} : { reasoning }) };
}

function readTool({ name, at, map }: Named): CardTool {
  const others = map.entries.filter((entry) => !['type', 'max', 'fields'].includes(entry.key));
  return {
    name,
    at,
    map,
    type: map.text('type'),
    options: Object.fromEntries(others.map((entry) => [entry.key, jsonOf(entry.value)])),
    root: map.text('root'),
    fields: map.has('fields') ? map.texts('fields').map((each) => each.text) : null,
    max: map.number('max'),
  };
}

function readFields(map: MapReader | null): readonly CardField[] {
  return (map?.entries ?? []).map(({ key: name, keyNode, value }) => {
    const at = rangeOf(keyNode);
    if (value.kind !== 'map') return { name, at, schema: null, schemaNode: null, initial: null, reducer: null, key: null };
    return { name, at, ...readField(new MapReader(value)) };
  });
}

function readField(map: MapReader): Omit<CardField, 'name' | 'at'> {
  const described = map.entries.filter((entry) => !['initial', 'reducer', 'key'].includes(entry.key));
  const initial = map.value('initial');
  const reducer = map.word('reducer', reducers);
  const reducerNode = map.value('reducer');
  return {
    schema: described.length === 0 ? null : Object.fromEntries(described.map((entry) => [entry.key, jsonOf(entry.value)])),
    schemaNode: described.length === 0 ? null : map.node,
    initial: initial === undefined ? null : { value: jsonOf(initial), range: rangeOf(initial) },
    reducer: reducer === null || reducerNode === undefined ? null : { value: reducer, range: rangeOf(reducerNode) },
    key: map.text('key'),
  };
}

function readRoute(map: MapReader): CardRoute {
  const input = map.map('input');
  return {
    at: { ...map.range, end: map.range.start },
    map,
    when: map.expression('when'),
    to: map.text('to'),
    input:
      input?.entries.flatMap(({ key, value }) => {
        const text = expressionText(value);
        return text === null ? [] : [{ name: key, value: text }];
      }) ?? null,
    forEach: map.expression('for_each'),
    as: map.text('as'),
  };
}

function readApproval(map: MapReader): CardApproval {
  const at = { ...map.range, end: map.range.start };
  return { at, map, before: map.text('before'), after: map.text('after'), when: map.expression('when'), sample: map.number('sample') };
}

function readSupervisor(map: MapReader): CardSupervisor | null {
  const supervisor = map.map('supervisor');
  if (supervisor === null) return null;
  return {
    at: map.keyRange('supervisor') ?? supervisor.range,
    model: supervisor.text('model'),
    instructions: supervisor.text('instructions'),
    choices: supervisor.has('choices') ? supervisor.texts('choices') : null,
  };
}

function readInlineRoles(map: MapReader, file: string): readonly RoleCard[] {
  const listed = map.maps('roles').map((each) => readRoleCard(each, file));
  const keyed = named(map.map('roles')).map((each) => readRoleCard(each.map, file, { value: each.name, range: each.at }));
  return [...listed, ...keyed];
}
