/** A condition as the supervisor asks it: an expression that decides by itself, or a question for a model. */
import type { Bindings } from '../expressions/bindings';
import type { Expression } from '../expressions/expression';
import type { Template } from '../expressions/template';
import type { Result } from '../shared/result';
import { err, ok } from '../shared/result';
import type { SourceRef } from '../shared/source';

export type ConditionProgram =
  | { readonly kind: 'expression'; readonly text: string; readonly at: SourceRef; readonly expression: Expression }
  /** `template`: null where the question is nothing but text. */
  | { readonly kind: 'ask'; readonly text: string; readonly at: SourceRef; readonly template: Template | null };

export function evaluateCondition(condition: Extract<ConditionProgram, { kind: 'expression' }>, bindings: Bindings): Result<boolean, string> {
  const result = condition.expression.evaluateBoolean(bindings);
  return result.ok ? result : err(result.error.message);
}

/** As it is put to the model. */
export function questionOf({ text, template }: Extract<ConditionProgram, { kind: 'ask' }>, bindings: () => Bindings): Result<string, string> {
  if (template === null) return ok(text);
  const filled = template.evaluate(bindings());
  return filled.ok ? ok(filled.value) : err(filled.error.message);
}
