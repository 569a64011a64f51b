/** A checked text with `{{ expression }}` in it, ready to be filled in. `compileTemplate.ts` makes it. */
import type { Json } from '../shared/json';
import type { Result } from '../shared/result';
import type { Bindings } from './bindings';
import type { Expression } from './expression';
import type { NamesLookedAt } from './namesLookedAt';
import type { EvaluationProblem, ExpressionProblem, TextSpan } from './problems';

/** Spans count from the start of the template; that of an expression takes in its braces. */
export type TemplatePart = ({ readonly kind: 'text'; readonly text: string } & TextSpan) | ({ readonly kind: 'expression'; readonly expression: Expression } & TextSpan);

export interface Template {
  readonly text: string;
  readonly parts: readonly TemplatePart[];
  readonly names: NamesLookedAt;
  /** Warnings and hints. */
  readonly problems: readonly ExpressionProblem[];
  /** The whole text; what is not a string is written as JSON. Never throws. */
  evaluate(bindings: Bindings): Result<string, EvaluationProblem>;
  /** Where the text is one `{{ }}` and nothing but white space around it, the value itself; else the text. */
  evaluateValue(bindings: Bindings): Result<Json, EvaluationProblem>;
}
