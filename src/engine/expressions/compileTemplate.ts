/** From a text with `{{ expression }}` to a checked template. Single braces mean nothing; a literal pair is `{{ '{{' }}`. */
import { displayJson } from '../shared/json';
import type { Json } from '../shared/json';
import type { Result } from '../shared/result';
import { err, ok } from '../shared/result';
import type { Bindings } from './bindings';
import { compileExpression } from './compileExpression';
import { expressionLimits } from './limits';
import { mergeNames } from './namesLookedAt';
import type { EvaluationProblem, ExpressionProblem } from './problems';
import type { ExpressionScope } from './scope';
import type { TemplatePiece } from './splitTemplate';
import { splitTemplate } from './splitTemplate';
import type { Template, TemplatePart } from './template';

/** Every mistake in every expression, with offsets into `text`. */
export function compileTemplate(text: string, scope: ExpressionScope): Result<Template, readonly ExpressionProblem[]> {
  const { templateLength } = expressionLimits;
  if (text.length > templateLength) {
    return err([{ code: 'too-large', severity: 'error', message: `The text is longer than ${templateLength} characters.`, start: templateLength, end: text.length }]);
  }
  const parts: TemplatePart[] = [];
  const problems: ExpressionProblem[] = [];
  for (const piece of splitTemplate(text)) {
    const part = compilePiece(piece, scope, problems);
    if (part !== null) parts.push(part);
  }
  if (problems.some((problem) => problem.severity === 'error')) return err(problems);
  return ok(makeTemplate(text, parts, problems));
}

function compilePiece(piece: TemplatePiece, scope: ExpressionScope, problems: ExpressionProblem[]): TemplatePart | null {
  const { kind, text, start, end } = piece;
  if (kind === 'text') return { kind, text, start, end };
  if (kind === 'unclosed') {
    problems.push({ code: 'syntax', severity: 'error', message: '`{{` is not closed.', hint: "Add `}}`. For the braces themselves write `{{ '{{' }}`.", start, end: start + 2 });
    return null;
  }
  const compiled = compileExpression(text, scope, 'any');
  for (const problem of compiled.ok ? compiled.value.problems : compiled.error) problems.push(shift(problem, start + 2));
  return compiled.ok ? { kind, expression: compiled.value, start, end } : null;
}

/** From offsets in an expression to offsets in its template. */
function shift<T extends EvaluationProblem | ExpressionProblem>(problem: T, by: number): T {
  return { ...problem, start: problem.start + by, end: problem.end + by };
}

function makeTemplate(text: string, parts: readonly TemplatePart[], problems: readonly ExpressionProblem[]): Template {
  const evaluate = (bindings: Bindings): Result<string, EvaluationProblem> => {
    let filled = '';
    for (const part of parts) {
      const value = evaluatePart(part, bindings);
      if (!value.ok) return value;
      filled += displayJson(value.value);
      if (filled.length > expressionLimits.textLength) return err(tooLong(part));
    }
    return ok(filled);
  };
  const only = onlyExpression(parts);
  return {
    text,
    parts,
    problems,
    names: mergeNames(parts.flatMap((part) => (part.kind === 'expression' ? [part.expression.names] : []))),
    evaluate,
    evaluateValue: (bindings) => (only === null ? evaluate(bindings) : evaluatePart(only, bindings)),
  };
}

function evaluatePart(part: TemplatePart, bindings: Bindings): Result<Json, EvaluationProblem> {
  if (part.kind === 'text') return ok(part.text);
  const result = part.expression.evaluate(bindings);
  return result.ok ? result : err(shift(result.error, part.start + 2));
}

function tooLong(part: TemplatePart): EvaluationProblem {
  return { code: 'too-large', message: `The filled-in text is longer than ${expressionLimits.textLength.toLocaleString('en-US')} characters.`, start: part.start, end: part.end };
}

function onlyExpression(parts: readonly TemplatePart[]): TemplatePart | null {
  const telling = parts.filter((part) => part.kind === 'expression' || part.text.trim() !== '');
  return telling.length === 1 && telling[0]!.kind === 'expression' ? telling[0]! : null;
}
