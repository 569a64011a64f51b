/** JSON Schemas of what a model is to answer, for providers that take one. A guide for the model: replies are checked all the same when they come. */
import { isObject, type Json, type JsonObject } from '../shared/json';
import type { Role, Team } from '../team/team';
import { inlineRefs } from './schemaRefs';

type Answering = Pick<Role, 'writes' | 'mode' | 'mayAsk'>;
type Shared = Readonly<Record<string, Pick<Team['fields'][string], 'schema'>>>;

const made = new WeakMap<Answering, JsonObject>();

/** For a role's work, with the signals that its card lets it send: the same object for the same role. What its card leaves open about a field is as the team says (`shared`). */
export function workReplySchema(role: Answering, shared: Shared): JsonObject {
  const schema = made.get(role) ?? schemaOf(role, shared);
  made.set(role, schema);
  return schema;
}

function schemaOf({ writes, mode, mayAsk }: Answering, shared: Shared): JsonObject {
  const fields = writes.map(({ field, schema }) => {
    const known = schema ?? (Object.hasOwn(shared, field) ? shared[field]!.schema : null);
    return [field, known === null ? {} : embed(inlineRefs(known), `#/properties/output/properties/${pointerPart(field)}`)] as const;
  });
  return object(
    {
      status: { enum: ['success', 'partial', 'failed'] },
      confidence: { type: 'number', minimum: 0, maximum: 1 },
      output: object(Object.fromEntries(fields), writes.filter((write) => write.required === true).map((write) => write.field)),
      why: text,
      ...(mode === 'plan' ? { subtasks: { type: 'array', items: subtask } } : {}),
      ...(mayAsk === undefined ? {} : { extend }),
    },
    // Whoever asks for more has no output yet.
    mayAsk === undefined ? ['status', 'confidence', 'output', 'why'] : [],
  );
}

const text: JsonObject = { type: 'string' };
const texts: JsonObject = { type: 'array', items: text };
const subtask = object({ id: text, role: text, input: { type: 'object' }, criteria: texts, after: texts }, ['id', 'role']);
const extend = object({ need: text, fields: texts, tools: texts }, ['need']);

export function verdictSchema(): JsonObject {
  const feedback = object({ field: text, problem: text, fix: text }, ['field', 'problem', 'fix']);
  return object(
    { verdict: { enum: ['approve', 'reject'] }, feedback: { type: 'array', items: feedback, description: 'Empty when the verdict is approve.' }, confidence: { type: 'number', minimum: 0, maximum: 1 } },
    ['verdict', 'feedback', 'confidence'],
  );
}

export function choiceSchema(choices: readonly string[]): JsonObject {
  return object({ choice: { enum: choices }, why: { type: 'string' } }, ['choice', 'why']);
}

export function judgementSchema(): JsonObject {
  return object({ holds: { type: 'boolean' }, why: { type: 'string' } }, ['holds', 'why']);
}

function object(properties: JsonObject, required: readonly string[]): JsonObject {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** Keywords whose values are data, not schemas. */
const data = new Set(['const', 'enum', 'default', 'examples']);

/** A user's schema as part of ours: its own `#/…` references get the place they now stand at; the user's stays as it is. */
function embed(schema: JsonObject, place: string): JsonObject {
  const visit = (value: Json): Json => {
    if (Array.isArray(value)) return (value as readonly Json[]).map(visit);
    if (!isObject(value)) return value;
    const members = Object.entries(value).filter(([key]) => key !== '$id' && key !== '$schema');
    return Object.fromEntries(
      members.map(([key, inner]) => {
        if (key === '$ref' && typeof inner === 'string' && inner.startsWith('#')) return [key, place + inner.slice(1)];
        return [key, data.has(key) ? inner : visit(inner)];
      }),
    );
  };
  return visit(schema) as JsonObject;
}

function pointerPart(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
