/** `&&`, `||`, `!` and `? :`. As CEL has it, `&&` and `||` do not care for the order: a side that decides makes up for one that failed. */
import type { ASTNode } from '@marcbachmann/cel-js';
import type { Compiled, CompileContext } from './compileContext';
import type { ExprType } from './exprType';
import { BOOL, isNumeric, showType, unify } from './exprType';
import type { Frame, Run } from './frame';
import { spend } from './frame';
import type { TextSpan } from './problems';
import { EvaluationFailure, fail } from './problems';
import { showValue } from './values';

type Node<Op extends ASTNode['op']> = Extract<ASTNode, { op: Op }>;

/** Making an error, with its stack, costs as much as this many units of work. */
const workOfFailure = 400;

export function compileLogic(node: Node<'&&' | '||'>, context: CompileContext): Compiled {
  const [left, right] = node.args;
  const first = booleanRun(left, context, `\`${node.op}\``);
  const second = booleanRun(right, context, `\`${node.op}\``);
  const decisive = node.op === '||';
  const run: Run = (frame) => {
    let failure: EvaluationFailure | null = null;
    try {
      if (first(frame) === decisive) return decisive;
    } catch (error) {
      failure = recoverable(error, frame, node);
    }
    if (second(frame) === decisive) return decisive;
    if (failure !== null) throw failure;
    return !decisive;
  };
  return { type: BOOL, run };
}

/** Throws on what may not be made up for. */
export function recoverable(error: unknown, frame: Frame, span: TextSpan): EvaluationFailure {
  if (!(error instanceof EvaluationFailure) || error.isFinal) throw error;
  spend(frame, workOfFailure, span);
  return error;
}

export function compileNot(node: Node<'!_'>, context: CompileContext): Compiled {
  const of = booleanRun(node.args, context, '`!`');
  return { type: BOOL, run: (frame) => !of(frame) };
}

export function compileChoice(node: Node<'?:'>, context: CompileContext): Compiled {
  const [condition, yes, no] = node.args;
  const holds = booleanRun(condition, context, 'The question before `?`');
  const ifSo = context.compile(yes);
  const ifNot = context.compile(no);
  return { type: unify(ifSo.type, ifNot.type), run: (frame) => (holds(frame) ? ifSo.run(frame) : ifNot.run(frame)) };
}

/** Compiles a part that has to be true or false; `who` needs it. */
export function booleanRun(node: ASTNode, context: CompileContext, who: string): (frame: Frame) => boolean {
  const { type, run } = context.compile(node);
  if (type.kind !== 'bool' && type.kind !== 'dyn') context.error('wrong-type', node, `${who} needs true or false here, not ${showType(type)}.`, booleanHint(type, context.sourceOf(node)));
  return (frame) => {
    const value = run(frame);
    return typeof value === 'boolean' ? value : fail(value === null ? 'null-value' : 'wrong-type', node, `${who} needs true or false here, not ${showValue(value)}.`);
  };
}

/** How to ask of a value that is not true or false by itself. */
export function booleanHint(type: ExprType, source: string): string | null {
  if (type.kind === 'list' || type.kind === 'map') return `Ask for example \`size(${source}) > 0\`.`;
  if (type.kind === 'string') return `Ask for example \`${source} != ''\`.`;
  return isNumeric(type) ? `Ask for example \`${source} > 0\`.` : null;
}
