/** JSON Schemas of what a model is to answer, for providers that take one. A guide for the model: replies are checked all the same when they come. */
import { isObject, type Json, type JsonObject } from '../shared/json';
import type { Write } from '../team/team';
import { inlineRefs } from './schemaRefs';

const made = new WeakMap<readonly Write[], JsonObject>();

/** For a role's work: the same object for the same role. */
export function workReplySchema(writes: readonly Write[]): JsonObject {
  const schema = made.get(writes) ?? schemaOf(writes);
  made.set(writes, schema);
  return schema;
}

function schemaOf(writes: readonly Write[]): JsonObject {
  const fields = writes.map((write) => [write.field, write.schema === null ? {} : embed(inlineRefs(write.schema), `#/properties/output/properties/${pointerPart(write.field)}`)] as const);
  return object(
    {
      status: { enum: ['success', 'partial', 'failed'] },
      confidence: { type: 'number', minimum: 0, maximum: 1 },
      output: object(Object.fromEntries(fields), writes.filter((write) => write.required === true).map((write) => write.field)),
      why: { type: 'string' },
    },
    ['status', 'confidence', 'output', 'why'],
  );
}

export function verdictSchema(): JsonObject {
  const text: JsonObject = { type: 'string' };
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
