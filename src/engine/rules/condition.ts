/** A condition as the supervisor asks it: an expression that decides by itself, or a question for a model. */
import type { Bindings } from '../expressions/bindings';
import type { Expression } from '../expressions/expression';
import type { Result } from '../shared/result';
import { err } from '../shared/result';
import type { SourceRef } from '../shared/source';

export type ConditionProgram =
  | { readonly kind: 'expression'; readonly text: string; readonly at: SourceRef; readonly expression: Expression }
  | { readonly kind: 'ask'; readonly text: string; readonly at: SourceRef };

export function evaluateCondition(condition: Extract<ConditionProgram, { kind: 'expression' }>, bindings: Bindings): Result<boolean, string> {
  const result = condition.expression.evaluateBoolean(bindings);
  return result.ok ? result : err(result.error.message);
}
