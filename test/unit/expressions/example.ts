/** A small team's scope and state, shared by the tests of expressions. */
import type { Bindings } from '../../../src/engine/expressions/bindings';
import { compileExpression } from '../../../src/engine/expressions/compileExpression';
import type { Expression } from '../../../src/engine/expressions/expression';
import type { EvaluationProblem, ExpressionProblem } from '../../../src/engine/expressions/problems';
import type { ExpressionPlace, ExpressionResult, ExpressionScope, FieldType, ScopeOptions } from '../../../src/engine/expressions/scope';
import { scopeFor } from '../../../src/engine/expressions/scope';
import type { Json, JsonObject } from '../../../src/engine/shared/json';

const findingSchema: JsonObject = {
  type: 'array',
  items: { type: 'object', required: ['claim', 'source'], properties: { claim: { type: 'string' }, source: { type: 'string' }, weight: { type: 'number' } } },
};

function field(schema: JsonObject | null, hasInitial = false): FieldType {
  return { schema, hasInitial };
}

export const fields: Readonly<Record<string, FieldType>> = {
  task: field({ type: 'string' }, true),
  constraints: field({ type: 'object' }, true),
  plan: field({ type: 'array', items: { type: 'string' } }, true),
  covered: field({ type: 'array' }),
  findings: field(findingSchema),
  critique: field({ type: 'object' }),
  verdict: field({ type: 'object', additionalProperties: false, properties: { verdict: { enum: ['approve', 'reject'] }, score: { type: 'integer' } } }),
  report: field({ type: 'string' }),
  step: field({ type: 'number' }),
  round: field({ type: 'integer' }, true),
  done: field({ type: 'boolean' }),
  loose: field(null),
  'my-field': field({ type: 'string' }),
};

export const state: JsonObject = {
  task: 'heat pumps',
  constraints: { max_sections: 5 },
  plan: ['price', 'support', 'noise'],
  covered: ['price'],
  findings: [
    { claim: 'A costs 10', source: 'docs/a.md', weight: 2 },
    { claim: 'B is loud', source: 'web/b', weight: 0.5 },
  ],
  critique: {},
  verdict: { verdict: 'approve', score: 7 },
  report: '',
  step: 5,
  round: 0,
  done: null,
  loose: null,
  'my-field': 'x',
};

const present: ReadonlySet<string> = new Set(['task', 'constraints', 'plan', 'covered', 'findings', 'verdict', 'step', 'round']);

export function scope(place: ExpressionPlace = 'debug', options: Partial<ScopeOptions> = {}): ExpressionScope {
  return scopeFor(place, { fields, roles: ['planner', 'researcher', 'deep-diver'], ...options });
}

export function bindings(values: Readonly<Record<string, Json | undefined>> = {}): Bindings {
  return {
    values: {
      state,
      meta: { plan: { writer: 'planner', version: 2, at: '2026-11-30', confidence: 0.9, status: 'success', why: 'because' } },
      task: 'heat pumps',
      run: { steps: 3, elapsed_s: 1.5, tokens: 1200, cost_usd: null, calls: { planner: 2 }, done: { planner: 1 }, failed: {} },
      role: 'researcher',
      subtask: { id: 't1', role: 'researcher', input: { dimension: 'price' }, revision: 0 },
      ...values,
    },
    hasField: (name) => present.has(name),
  };
}

/** Throws with the problems when the text has a mistake. */
export function compile(text: string, where: ExpressionScope = scope(), expects: ExpressionResult = 'any'): Expression {
  const result = compileExpression(text, where, expects);
  if (!result.ok) throw new Error(`${text}: ${JSON.stringify(result.error)}`);
  return result.value;
}

export function problemsOf(text: string, where: ExpressionScope = scope(), expects: ExpressionResult = 'any'): readonly ExpressionProblem[] {
  const result = compileExpression(text, where, expects);
  return result.ok ? result.value.problems : result.error;
}

export function evaluate(text: string, values: Readonly<Record<string, Json | undefined>> = {}): Json {
  const result = compile(text).evaluate(bindings(values));
  if (!result.ok) throw new Error(`${text}: ${JSON.stringify(result.error)}`);
  return result.value;
}

export function evaluationProblem(text: string, values: Readonly<Record<string, Json | undefined>> = {}): EvaluationProblem {
  const result = compile(text).evaluate(bindings(values));
  if (result.ok) throw new Error(`${text} gave ${JSON.stringify(result.value)}`);
  return result.error;
}
