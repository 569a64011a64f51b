/** A JSON value in which every string is a template, such as the output of a scripted reply. Keys stay as they are. */
import type { Json } from '../shared/json';
import { isObject } from '../shared/json';
import type { Result } from '../shared/result';
import { err, ok } from '../shared/result';
import type { Bindings } from './bindings';
import { compileTemplate } from './compileTemplate';
import type { NamesLookedAt } from './namesLookedAt';
import { mergeNames } from './namesLookedAt';
import type { EvaluationProblem, ExpressionProblem } from './problems';
import type { ExpressionScope } from './scope';
import { setField } from './values';

/** Keys and indexes from the value's top to the string; offsets of a problem count from the start of that string. */
export type JsonPath = readonly (string | number)[];

export interface JsonTemplate {
  readonly names: NamesLookedAt;
  /** Warnings and hints. */
  readonly problems: readonly (ExpressionProblem & { readonly path: JsonPath })[];
  /** A string that is one `{{ }}` becomes the value itself. Never throws. */
  evaluate(bindings: Bindings): Result<Json, EvaluationProblem & { readonly path: JsonPath }>;
}

type Fill = (bindings: Bindings) => Json;

/** Carries a problem with its path out of the walk. */
class FillFailure extends Error {
  constructor(readonly problem: EvaluationProblem & { readonly path: JsonPath }) {
    super(problem.message);
  }
}

export function compileJsonTemplate(value: Json, scope: ExpressionScope): Result<JsonTemplate, readonly (ExpressionProblem & { readonly path: JsonPath })[]> {
  const problems: (ExpressionProblem & { readonly path: JsonPath })[] = [];
  const names: NamesLookedAt[] = [];
  const fill = compileValue(value, [], { scope, problems, names });
  if (problems.some((problem) => problem.severity === 'error')) return err(problems);
  return ok({ names: mergeNames(names), problems, evaluate: (bindings) => evaluate(fill, bindings) });
}

function evaluate(fill: Fill, bindings: Bindings): ReturnType<JsonTemplate['evaluate']> {
  try {
    return ok(fill(bindings));
  } catch (error) {
    if (error instanceof FillFailure) return err(error.problem);
    throw error;
  }
}

interface Walk {
  readonly scope: ExpressionScope;
  readonly problems: (ExpressionProblem & { readonly path: JsonPath })[];
  readonly names: NamesLookedAt[];
}

function compileValue(value: Json, path: JsonPath, walk: Walk): Fill {
  if (typeof value === 'string') return compileText(value, path, walk);
  if (Array.isArray(value)) {
    const items = (value as readonly Json[]).map((item, i) => compileValue(item, [...path, i], walk));
    return (bindings) => items.map((item) => item(bindings));
  }
  if (!isObject(value)) return () => value;
  const members = Object.keys(value).map((key) => ({ key, fill: compileValue(value[key]!, [...path, key], walk) }));
  return (bindings) => {
    const made: Record<string, Json> = {};
    for (const { key, fill } of members) setField(made, key, fill(bindings));
    return made;
  };
}

function compileText(text: string, path: JsonPath, walk: Walk): Fill {
  const compiled = compileTemplate(text, walk.scope);
  for (const problem of compiled.ok ? compiled.value.problems : compiled.error) walk.problems.push({ ...problem, path });
  if (!compiled.ok) return () => null;
  const template = compiled.value;
  walk.names.push(template.names);
  return (bindings) => {
    const result = template.evaluateValue(bindings);
    if (result.ok) return result.value;
    throw new FillFailure({ ...result.error, path });
  };
}
