/** From a text to a checked expression: syntax, names, types and limits. Where in a file the text stands is the caller's business. */
import type { ASTNode } from '@marcbachmann/cel-js';
import type { Json } from '../shared/json';
import type { Result } from '../shared/result';
import { err, ok } from '../shared/result';
import type { Bindings } from './bindings';
import { CompileContext } from './compileContext';
import { compileNode } from './compileNode';
import type { Expression } from './expression';
import type { ExprType } from './exprType';
import { showType } from './exprType';
import type { Run } from './frame';
import { checkSize, newFrame } from './frame';
import { booleanHint } from './logic';
import { readsLikeProse } from './looksLikeQuestion';
import { NameCollector } from './namesLookedAt';
import { parseExpression } from './parse';
import type { EvaluationProblem, EvaluationProblemCode, ExpressionProblem } from './problems';
import { EvaluationFailure } from './problems';
import { splitTemplate, wholeTemplate, type TemplatePiece } from './splitTemplate';
import type { ExpressionResult, ExpressionScope } from './scope';
import { showValue } from './values';

/**
 * Every mistake that can be found without values, in the order of the text; of syntax errors the first. Warnings and hints are in the
 * expression's `problems`. `expects` is what the text has to give, where that differs from what its place usually takes.
 */
export function compileExpression(text: string, scope: ExpressionScope, expects: ExpressionResult = scope.expects): Result<Expression, readonly ExpressionProblem[]> {
  const braced = wholeTemplate(text);
  if (braced !== null) return err([inBraces(braced)]);
  const parsed = parseExpression(text);
  if (!parsed.ok) return err([aboutBraces(text) ?? withQuestionHint(parsed.error, text, scope)]);
  const tree = parsed.value;
  const problems: ExpressionProblem[] = [];
  const names = new NameCollector([...scope.fields.keys()]);
  const context = new CompileContext({ text, scope, problems, names, compileNode });
  const { type, run } = context.compile(tree);
  checkResult(type, tree, expects, context);
  problems.sort((a, b) => a.start - b.start);
  if (problems.some((problem) => problem.severity === 'error')) return err(problems);
  return ok(makeExpression({ text, type, names: names.collected(), problems }, run, tree, scope));
}

/** Braces are for texts; whoever comes from other tools puts them around conditions too. */
function inBraces({ text, start, end }: TemplatePiece): ExpressionProblem {
  const mend = text.trim();
  const hint = 'Write the expression without the braces.';
  return { code: 'not-supported', severity: 'error', message: 'Here stands an expression, not a text with `{{ }}` in it.', hint, start, end, ...(mend === '' ? {} : { mend }) };
}

/** A sentence with something to fill in is filled in only where a text stands. */
function aboutBraces(text: string): ExpressionProblem | null {
  const piece = readsLikeProse(text) ? splitTemplate(text).find(({ kind }) => kind === 'expression') : undefined;
  if (piece === undefined) return null;
  const { start, end } = piece;
  return { code: 'not-supported', severity: 'error', message: '`{{ }}` is not filled in here: this is an expression, not a text.', hint: 'Write an expression, such as `state.x > 3`, without braces.', start, end };
}

function checkResult(type: ExprType, tree: ASTNode, expects: ExpressionResult, context: CompileContext): void {
  if (type.kind === 'dyn' || expects === 'any') return;
  const source = context.sourceOf(tree);
  if (expects === 'boolean' && type.kind !== 'bool') context.error('wrong-type', tree, `This gives ${showType(type)}; it has to give true or false.`, booleanHint(type, source));
  if (expects === 'list' && type.kind !== 'list') context.error('wrong-type', tree, `This gives ${showType(type)}; it has to give a list.`);
}

/** A sentence that is no expression was probably meant for a model. */
function withQuestionHint(problem: ExpressionProblem, text: string, scope: ExpressionScope): ExpressionProblem {
  const isCondition = scope.place === 'condition' || scope.place === 'finish';
  if (!isCondition || problem.hint !== undefined || !readsLikeProse(text)) return problem;
  return { ...problem, hint: 'To ask a model instead, write `{ask: "…"}`.' };
}

function makeExpression(known: Pick<Expression, 'text' | 'type' | 'names' | 'problems'>, run: Run, tree: ASTNode, scope: ExpressionScope): Expression {
  const whole = { start: tree.start, end: tree.end };
  const evaluate = (bindings: Bindings): Result<Json, EvaluationProblem> => {
    try {
      const value = run(newFrame(bindings));
      if (typeof value === 'object' || typeof value === 'string') checkSize(value, whole);
      return ok(value);
    } catch (error) {
      return err(problemOf(error, whole));
    }
  };
  /** An approval that looks at a confidence nobody gave does not hold. */
  const lacksConfidence = ({ values }: Bindings): boolean => scope.place === 'approval' && known.names.roots.includes('confidence') && (values['confidence'] ?? null) === null;
  return {
    ...known,
    evaluate,
    evaluateBoolean: (bindings) => {
      const result = evaluate(bindings);
      if (!result.ok) return meansMissing.has(result.error.code) && lacksConfidence(bindings) ? ok(false) : result;
      if (typeof result.value === 'boolean') return { ok: true, value: result.value };
      return err({ code: 'not-boolean', message: `This gives ${showValue(result.value)}; it has to give true or false.`, ...whole });
    },
  };
}

const meansMissing: ReadonlySet<EvaluationProblemCode> = new Set<EvaluationProblemCode>(['no-confidence', 'null-value']);

/** Nothing that an expression does may reach the run as an exception: what is not foreseen here is a memory or stack limit of the host. */
function problemOf(error: unknown, whole: { readonly start: number; readonly end: number }): EvaluationProblem {
  if (error instanceof EvaluationFailure) return error.problem;
  return { code: 'internal', message: `The expression could not be evaluated: ${error instanceof Error ? error.message : String(error)}.`, ...whole };
}
