/** Which names an expression sees at its place in the user's files, and of what type. Holds no values. */
import type { JsonObject } from '../shared/json';
import type { ExprType, MapType } from './exprType';
import { DOUBLE, DYN, listOf, mapOf, OBJECT, record, STRING } from './exprType';
import { schemaType } from './schemaType';

/**
 * `condition`: skip_when, exit_when. `finish`: finish_when. `route`: when, for_each. `routeInput`: a route's input. `rule`: rules and their
 * messages. `approval`: approvals' when. `template`: instructions. `goal`: the team's goal. `script`: a scripted model's replies. `assert`: scenarios.
 * `debug`: breakpoint conditions, log messages, the debug console.
 */
export type ExpressionPlace = 'condition' | 'finish' | 'route' | 'routeInput' | 'rule' | 'approval' | 'template' | 'goal' | 'script' | 'assert' | 'debug';

/** What is known of a shared field. A team's Field is one. */
export interface FieldType {
  readonly schema: JsonObject | null;
  /** JSON Schema type, where there is no schema. */
  readonly type?: string | null;
  readonly hasInitial: boolean;
}

export interface ScopeName {
  readonly type: ExprType;
  /** One line for hovers and completion. */
  readonly doc: string;
}

export interface ExpressionScope {
  readonly place: ExpressionPlace;
  /** In the order in which they are worth offering. */
  readonly names: ReadonlyMap<string, ScopeName>;
  readonly fields: ReadonlyMap<string, FieldType>;
  /** What the text at this place has to give, unless the caller says otherwise. */
  readonly expects: ExpressionResult;
}

export type ExpressionResult = 'boolean' | 'list' | 'any';

export interface ScopeOptions {
  /** The shared fields by name, `constraints` among them. Not changed afterwards. */
  readonly fields: Readonly<Record<string, FieldType>>;
  /** Ids of the team's roles, for `run.calls.<role>`. */
  readonly roles: readonly string[];
  /** JSON Schema of the proposed output; not given: any object. */
  readonly output?: JsonObject | null;
  /** JSON Schema of `subtask.input`; not given: any value. */
  readonly input?: JsonObject | null;
  /** An assert of a scenario that runs one role sees `output` too. */
  readonly withOutput?: boolean;
}

type VisibleName = 'state' | 'meta' | 'task' | 'run' | 'subtask' | 'role' | 'output' | 'confidence' | 'status' | 'call' | 'tool' | 'path' | 'spend';

const shared = ['state', 'meta', 'task', 'run'] as const;
const proposed = ['output', 'confidence', 'status'] as const;

const visible: Readonly<Record<ExpressionPlace, readonly VisibleName[]>> = {
  condition: [...shared, 'subtask', 'role'],
  finish: shared,
  route: shared,
  routeInput: [...shared, 'subtask'],
  rule: ['output', 'confidence', 'status', ...shared, 'subtask', 'role'],
  approval: ['confidence', 'output', 'status', ...shared, 'subtask', 'role'],
  template: ['subtask', ...shared, 'role'],
  goal: ['task', 'state'],
  script: ['subtask', 'call', 'tool', ...shared, 'role', ...proposed],
  assert: ['state', 'run', 'status', 'path', 'spend', 'meta', 'task'],
  debug: [...shared, 'subtask', 'role', ...proposed, 'call', 'tool'],
};

const booleanPlaces: ReadonlySet<ExpressionPlace> = new Set<ExpressionPlace>(['condition', 'finish', 'route', 'rule', 'approval', 'assert']);

const commitInfo = record({ writer: STRING, version: DOUBLE, at: DYN, confidence: DOUBLE, status: STRING, why: STRING });

const roleSpend = record({
  calls: DOUBLE,
  input_tokens: DOUBLE,
  cached_tokens: DOUBLE,
  output_tokens: DOUBLE,
  reasoning_tokens: DOUBLE,
  cost_usd: DOUBLE,
  context_hit_rate: DOUBLE,
  used_rate: DOUBLE,
});

interface SharedTypes {
  readonly fields: ReadonlyMap<string, FieldType>;
  readonly state: ExprType;
  readonly meta: ExprType;
}

// Many scopes are made for one team, one a role at least; what they share is made once.
const sharedTypes = new WeakMap<ScopeOptions['fields'], SharedTypes>();

function sharedTypesOf(declared: ScopeOptions['fields']): SharedTypes {
  const known = sharedTypes.get(declared);
  if (known !== undefined) return known;
  const fields = new Map(Object.entries(declared));
  const made = { fields, state: fieldsType(fields, fieldType), meta: fieldsType(fields, () => commitInfo) };
  sharedTypes.set(declared, made);
  return made;
}

export function scopeFor(place: ExpressionPlace, options: ScopeOptions): ExpressionScope {
  const types = sharedTypesOf(options.fields);
  const names = new Map<string, ScopeName>();
  for (const name of visible[place]) names.set(name, descriptions[name](types, options));
  if (place === 'assert' && options.withOutput === true) names.set('output', descriptions.output(types, options));
  return { place, names, fields: types.fields, expects: booleanPlaces.has(place) ? 'boolean' : 'any' };
}

type Describe = (types: SharedTypes, options: ScopeOptions) => ScopeName;

const descriptions: Readonly<Record<VisibleName, Describe>> = {
  state: (types) => ({ type: types.state, doc: 'The shared fields. An unset one holds its initial value, else its type’s empty value.' }),
  meta: (types) => ({ type: types.meta, doc: 'For each committed field: writer, version, at, confidence, status, why.' }),
  task: () => ({ type: STRING, doc: 'What the user asked, a text.' }),
  run: (_types, options) => ({ type: runType(options.roles), doc: 'The run so far: steps, elapsed_s, tokens, cost_usd, calls, done and failed by role.' }),
  subtask: (_types, options) => ({
    type: record({ id: STRING, role: STRING, input: schemaType(options.input), revision: DOUBLE }),
    doc: 'What the role was dispatched for: id, role, input, revision.',
  }),
  role: () => ({ type: STRING, doc: 'The id of the role.' }),
  output: (_types, options) => ({ type: options.output ? schemaType(options.output) : OBJECT, doc: 'The proposed output, by field.' }),
  confidence: () => ({ type: DOUBLE, doc: 'How sure the role says it is, 0 to 1. It may be missing.' }),
  status: () => ({ type: STRING, doc: 'success, partial or failed; in a scenario the status of the run.' }),
  call: () => ({ type: DOUBLE, doc: '1 for the first request of this dispatch.' }),
  tool: () => ({ type: record({ results: listOf(DYN) }), doc: 'tool.results: the results of this attempt’s tool calls, in order.' }),
  path: () => ({ type: listOf(STRING), doc: 'The ids of the roles in the order of their commits.' }),
  spend: (_types, options) => ({ type: spendType(options.roles), doc: 'What the run has spent: total, and by role.' }),
};

export function fieldType(field: FieldType): ExprType {
  return schemaType(field.schema ?? (field.type ? { type: field.type } : null));
}

function fieldsType(fields: ReadonlyMap<string, FieldType>, type: (field: FieldType) => ExprType): MapType {
  return { kind: 'map', fields: new Map([...fields].map(([name, field]) => [name, type(field)])), rest: null };
}

function byRole(roles: readonly string[], type: ExprType): MapType {
  return { kind: 'map', fields: new Map(roles.map((role) => [role, type])), rest: null };
}

function runType(roles: readonly string[]): ExprType {
  const counts = byRole(roles, DOUBLE);
  const calls = byRole([...roles, 'supervisor'], DOUBLE);
  return record({ steps: DOUBLE, elapsed_s: DOUBLE, tokens: DOUBLE, cost_usd: DOUBLE, calls, done: counts, failed: counts });
}

function spendType(roles: readonly string[]): ExprType {
  return record({ total: mapOf(DOUBLE), roles: byRole([...roles, 'supervisor'], roleSpend) });
}
