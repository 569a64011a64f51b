/** What can be wrong with an expression, before it runs and while it runs. Offsets count UTF-16 units from the start of the text. */
import type { Severity } from '../shared/source';

export interface TextSpan {
  readonly start: number;
  /** Just behind the last character. Equal to `start` where something is missing at the end. */
  readonly end: number;
}

export type ExpressionProblemCode =
  | 'syntax'
  | 'unknown-name'
  | 'unknown-field'
  | 'unknown-function'
  | 'undeclared-property'
  | 'wrong-type'
  | 'not-supported'
  | 'too-large'
  | 'untyped-comparison'
  | 'may-be-unset'
  | 'bad-pattern'
  | 'patterns-not-loaded';

/** Found without running it. An error stops a run from starting; warnings and hints do not. */
export interface ExpressionProblem extends TextSpan {
  readonly code: ExpressionProblemCode;
  readonly severity: Severity;
  readonly message: string;
  readonly hint?: string;
  /** What should probably stand in its span instead. */
  readonly mend?: string;
}

export type EvaluationProblemCode =
  | 'missing-name'
  | 'missing-key'
  | 'missing-item'
  | 'null-value'
  | 'no-confidence'
  | 'wrong-type'
  | 'bad-value'
  | 'bad-pattern'
  | 'division-by-zero'
  | 'number-range'
  | 'too-much-work'
  | 'too-large'
  | 'not-boolean'
  | 'internal';

/** Found while it ran, with these values: it gives no result then, and never counts as true. */
export interface EvaluationProblem extends TextSpan {
  readonly code: EvaluationProblemCode;
  readonly message: string;
  readonly hint?: string;
}

/** Carries a problem out of a running expression. Stays inside this folder: callers get a Result. */
export class EvaluationFailure extends Error {
  constructor(readonly problem: EvaluationProblem) {
    super(problem.message);
    this.name = 'EvaluationFailure';
  }

  /** A bound was reached: `||` and `exists` may not go on as if only one side had failed. */
  get isFinal(): boolean {
    return this.problem.code === 'too-much-work' || this.problem.code === 'too-large';
  }
}

export function fail(code: EvaluationProblemCode, span: TextSpan, message: string, hint?: string): never {
  throw new EvaluationFailure({ code, message, ...(hint === undefined ? {} : { hint }), start: span.start, end: span.end });
}
