/** A checked expression, ready to be evaluated as often as needed. `compileExpression.ts` makes it. */
import type { Json } from '../shared/json';
import type { Result } from '../shared/result';
import type { Bindings } from './bindings';
import type { ExprType } from './exprType';
import type { NamesLookedAt } from './namesLookedAt';
import type { EvaluationProblem, ExpressionProblem } from './problems';

export interface Expression {
  readonly text: string;
  /** What it gives, as far as the check can tell. */
  readonly type: ExprType;
  readonly names: NamesLookedAt;
  /** Warnings and hints: it may run all the same. */
  readonly problems: readonly ExpressionProblem[];
  /** Never throws. The result shares objects with the bindings. */
  evaluate(bindings: Bindings): Result<Json, EvaluationProblem>;
  /** Like `evaluate`; anything but true and false is a problem. At the place `approval` one that needs a missing confidence does not hold. */
  evaluateBoolean(bindings: Bindings): Result<boolean, EvaluationProblem>;
}
