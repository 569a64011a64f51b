/** A role card as it was written, other spellings already under our names, each part with its place. Resolves and checks nothing. */
import type { Json, JsonObject } from '../shared/json';
import type { SourceRange } from '../shared/source';
import { jsonOf, rangeOf, type CardNode } from './cardNode';
import { cardText, expressionText, MapReader, textsOf, type CardText, type Placed } from './mapReader';
import { failurePolicies, modes } from './words';

export type CardMode = (typeof modes)[number];
export type CardFailurePolicy = (typeof failurePolicies)[number];

export interface CardCondition {
  /** `{ask: …}` was written; else it is an expression, or a question in bare text. */
  readonly asked: boolean;
  readonly text: CardText;
  /** Of all that is written, `{ask: …}` included. */
  readonly range: SourceRange;
}

export interface CardRule {
  readonly rule: CardText;
  readonly message: CardText | null;
  readonly severity: 'error' | 'warning';
}

export interface CardWrite {
  readonly field: string;
  readonly range: SourceRange;
  readonly schema: Placed<JsonObject> | null;
  readonly schemaNode: CardNode | null;
}

export interface CardReview {
  readonly by: CardText | null;
  readonly criteria: readonly CardCondition[];
  readonly maxRevisions: number | null;
  readonly range: SourceRange;
}

export interface CardLimits {
  readonly calls: number | null;
  readonly timeoutMs: number | null;
  readonly tokens: number | null;
  readonly toolCalls: number | null;
  readonly retries: number | null;
  readonly revisions: number | null;
}

export type CardPlace = 'instructions' | 'reads' | 'writes' | 'tools' | 'rules' | 'review' | 'model' | 'limits';

export interface RoleCard {
  readonly file: string;
  readonly id: string | null;
  /** Of the id's value. */
  readonly idRange: SourceRange;
  /** The id as a value of the card; null: the key above it says it, or nothing does. */
  readonly idText: CardText | null;
  /** Of the key that gives the id, or the start of the card. */
  readonly at: SourceRange;
  readonly map: MapReader;
  readonly name: string | null;
  readonly mode: CardMode | null;
  readonly responsibility: string | null;
  /** More than one where an other spelling adds to it, such as `backstory`. */
  readonly instructions: readonly CardText[];
  readonly reads: readonly { readonly as: string; readonly field: CardText }[];
  readonly handedFrom: readonly CardText[];
  readonly handsTo: readonly CardText[];
  readonly writes: readonly CardWrite[];
  readonly tools: readonly CardText[];
  readonly forbidden: readonly string[];
  readonly mayAsk: { readonly fields: readonly CardText[]; readonly tools: readonly CardText[] } | null;
  readonly model: CardText | null;
  /** `llm`: may also be what the default provider calls a model. */
  readonly modelIsLoose: boolean;
  readonly examples: readonly { readonly input: Json; readonly output: Json; readonly outputNode: CardNode | null }[];
  readonly skipWhen: readonly CardCondition[];
  readonly exitWhen: readonly CardCondition[];
  readonly rules: readonly CardRule[];
  readonly review: CardReview | null;
  readonly limits: CardLimits;
  readonly onFailure: Placed<CardFailurePolicy> | null;
  /** Null: not given. */
  readonly wakesOn: readonly CardText[] | null;
  /** The path of the team that does this role's work, as written. */
  readonly team: CardText | null;
  readonly inputSchema: { readonly schema: JsonObject; readonly node: CardNode } | null;
  readonly places: Readonly<Partial<Record<CardPlace, SourceRange>>>;
}

/** `outerId`: the key it stands under in a map of inline roles, with its place. */
export function readRoleCard(map: MapReader, file: string, outerId?: Placed<string>): RoleCard {
  const isLoose = !map.has('model') && map.has('llm');
  return {
    file,
    ...identityOf(map, outerId),
    map,
    name: map.text('name')?.text ?? null,
    mode: map.word('mode', modes),
    instructions: [map.text('instructions') ?? map.text('prompt'), map.text('backstory')].filter((text) => text !== null),
    ...handoversOf(map),
    writes: writesOf(map),
    tools: [...map.texts('tools'), ...map.texts('allowed_tools')],
    forbidden: [...map.texts('forbidden'), ...map.texts('forbidden_actions')].map((each) => each.text),
    mayAsk: mayAskOf(map),
    model: isLoose ? map.text('llm') : map.text('model'),
    modelIsLoose: isLoose,
    examples: map.maps('examples').map(readExample),
    skipWhen: readConditions(map.value('skip_when')),
    exitWhen: [...readConditions(map.value('exit_when')), ...readConditions(map.map('exit_conditions')?.value('criteria_met'))],
    rules: readRules(map.value('rules')),
    review: reviewOf(map),
    limits: limitsOf(map),
    onFailure: policyOf(map),
    wakesOn: map.has('wakes_on') ? map.texts('wakes_on') : null,
    team: map.text('team'),
    inputSchema: inputSchemaOf(map),
    places: placesOf(map),
  };
}

/** `agent_id`, or the key of a map of roles, is the id; then `role` says what the role is for. */
function identityOf(map: MapReader, outerId: Placed<string> | undefined): Pick<RoleCard, 'id' | 'idRange' | 'idText' | 'at' | 'responsibility'> {
  const agent = map.text('agent_id');
  const role = map.text('role');
  const start = { ...map.range, end: map.range.start };
  if (outerId !== undefined) return { id: outerId.value, idRange: outerId.range, idText: null, at: outerId.range, responsibility: responsibilityOf(map, role) };
  const given = agent ?? role;
  return {
    id: given?.text ?? null,
    idRange: given?.range ?? start,
    idText: given,
    at: map.keyRange(agent === null ? 'role' : 'agent_id') ?? start,
    responsibility: responsibilityOf(map, agent === null ? null : role),
  };
}

function handoversOf(map: MapReader): Pick<RoleCard, 'reads' | 'handedFrom' | 'handsTo'> {
  const input = map.map('input');
  return {
    reads: [...readsOf(map.value('reads')), ...readsOf(input?.value('fields'))],
    handedFrom: input?.texts('from') ?? [],
    handsTo: map.map('output')?.texts('to') ?? [],
  };
}

function mayAskOf(map: MapReader): RoleCard['mayAsk'] {
  const mayAsk = map.map('may_ask');
  return mayAsk === null ? null : { fields: mayAsk.texts('fields'), tools: mayAsk.texts('tools') };
}

function readExample(map: MapReader): RoleCard['examples'][number] {
  return { input: map.json('input') ?? null, output: map.json('output') ?? null, outputNode: map.value('output') ?? null };
}

/** Every sentence that says what the role is for, in one text. */
function responsibilityOf(map: MapReader, title: CardText | null): string | null {
  const parts = [title, map.text('responsibility'), map.text('description')].flatMap((each) => (each === null ? [] : [each.text.trim()]));
  const listed = map.texts('responsibilities').map((each) => each.text.trim());
  if (listed.length > 0) parts.push(listed.join('; '));
  const goal = map.text('goal');
  if (goal !== null) parts.push(goal.text.trim());
  if (parts.length === 0) return null;
  return parts.map((part, index) => (index < parts.length - 1 && !/[.!?。！？]$/.test(part) ? `${part}.` : part)).join(' ');
}

function readsOf(node: CardNode | undefined): RoleCard['reads'] {
  if (node?.kind !== 'map') return textsOf(node).map((field) => ({ as: field.text, field }));
  return node.entries.flatMap((entry) => {
    const field = cardText(entry.value);
    return field === null ? [] : [{ as: entry.key, field }];
  });
}

function writesOf(map: MapReader): readonly CardWrite[] {
  const properties = map.map('output_schema')?.value('properties');
  const all = [map.value('writes'), map.map('output')?.value('fields'), properties].flatMap(writesIn);
  const byField = new Map<string, CardWrite>();
  for (const write of all) {
    const known = byField.get(write.field);
    // `output: {fields: [report]}` beside an `output_schema` that describes it is one write.
    if (known === undefined || (known.schema === null && write.schema !== null)) byField.set(write.field, write);
  }
  return [...byField.values()];
}

function writesIn(node: CardNode | undefined): readonly CardWrite[] {
  if (node?.kind !== 'map') return textsOf(node).map((text) => ({ field: text.text, range: text.range, schema: null, schemaNode: null }));
  return node.entries.map(({ key, keyNode, value }) => {
    const schema = value.kind === 'map' ? { value: jsonOf(value) as JsonObject, range: rangeOf(value) } : null;
    return { field: key, range: rangeOf(keyNode), schema, schemaNode: schema === null ? null : value };
  });
}

export function readConditions(node: CardNode | undefined): readonly CardCondition[] {
  const nodes = node === undefined ? [] : node.kind === 'list' ? node.items : [node];
  return nodes.flatMap((each) => {
    const text = each.kind === 'map' ? new MapReader(each).text('ask') : expressionText(each);
    return text === null ? [] : [{ asked: each.kind === 'map', text, range: rangeOf(each) }];
  });
}

export function readRules(node: CardNode | undefined): readonly CardRule[] {
  if (node?.kind !== 'list') return [];
  return node.items.flatMap((item) => {
    const reader = item.kind === 'map' ? new MapReader(item) : null;
    const rule = reader === null ? expressionText(item) : reader.expression('rule');
    if (rule === null) return [];
    return [{ rule, message: reader?.text('message') ?? null, severity: reader?.word('severity', ['error', 'warning']) ?? 'error' }];
  });
}

function reviewOf(map: MapReader): CardReview | null {
  const review = map.map('review');
  if (review === null) return null;
  return { by: review.text('by'), criteria: readConditions(review.value('criteria')), maxRevisions: review.number('max_revisions'), range: map.keyRange('review') ?? review.range };
}

function limitsOf(map: MapReader): CardLimits {
  const limits = map.map('limits');
  const limit = (key: string): number | null => limits?.number(key) ?? null;
  const seconds = map.map('exit_conditions')?.number('timeout_seconds') ?? null;
  return {
    calls: limit('calls') ?? map.number('max_iter'),
    timeoutMs: limits?.duration('timeout') ?? (seconds === null ? null : seconds * 1000),
    tokens: limit('tokens'),
    toolCalls: limit('tool_calls'),
    retries: limit('retries'),
    revisions: limit('revisions'),
  };
}

function policyOf(map: MapReader): RoleCard['onFailure'] {
  const value = map.word('on_failure', failurePolicies);
  const node = map.value('on_failure');
  return value === null || node === undefined ? null : { value, range: rangeOf(node) };
}

function inputSchemaOf(map: MapReader): RoleCard['inputSchema'] {
  const schema = map.object('input_schema');
  const node = map.value('input_schema');
  return schema === null || node === undefined ? null : { schema, node };
}

const placeKeys: Readonly<Record<CardPlace, readonly string[]>> = {
  instructions: ['instructions', 'prompt', 'backstory'],
  reads: ['reads', 'input'],
  writes: ['writes', 'output', 'output_schema'],
  tools: ['tools', 'allowed_tools'],
  rules: ['rules'],
  review: ['review'],
  model: ['model', 'llm'],
  limits: ['limits', 'max_iter'],
};

function placesOf(map: MapReader): RoleCard['places'] {
  const found: Partial<Record<CardPlace, SourceRange>> = {};
  for (const [place, keys] of Object.entries(placeKeys) as [CardPlace, readonly string[]][]) {
    const key = keys.find((each) => map.has(each));
    const range = key === undefined ? null : map.keyRange(key);
    if (range !== null) found[place] = range;
  }
  return found;
}
