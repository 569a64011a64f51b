/** `has(state.report)`: whether a field is there. What is missing or null on the way makes it false; it never fails for that. */
import type { ASTNode } from '@marcbachmann/cel-js';
import type { Json } from '../shared/json';
import { isObject } from '../shared/json';
import { unknownField } from './access';
import { namedAccess } from './children';
import type { Compiled, CompileContext } from './compileContext';
import { broken, didYouMean } from './compileContext';
import { BOOL, showType } from './exprType';
import type { Frame, Run } from './frame';
import type { EvaluationProblemCode, TextSpan } from './problems';
import { EvaluationFailure, fail } from './problems';
import { showValue } from './values';

const meansAbsent: ReadonlySet<EvaluationProblemCode> = new Set<EvaluationProblemCode>(['missing-name', 'missing-key', 'missing-item', 'null-value']);

export function compileHas(argument: ASTNode, call: TextSpan, context: CompileContext): Compiled {
  const root = context.rootName(argument);
  if (root !== null) {
    context.names.root(root);
    return { type: BOOL, run: ({ bindings: { values } }) => values[root] !== undefined && values[root] !== null };
  }
  const access = namedAccess(argument);
  if (access === null) return context.error('wrong-type', argument.op === 'value' ? call : argument, '`has` takes a field.', 'For example `has(state.report)`.');
  if (context.rootName(access.of) === 'state') return compileHasShared(access.name, access, context);
  return { type: BOOL, run: hasField(access, context) };
}

function compileHasShared(field: string, span: TextSpan, context: CompileContext): Compiled {
  if (!context.scope.fields.has(field)) return unknownField(span, field, context);
  context.names.field('state', field);
  return { type: BOOL, run: (frame) => frame.bindings.hasField(field) };
}

function hasField(access: NonNullable<ReturnType<typeof namedAccess>>, context: CompileContext): Run {
  const { name } = access;
  const of = context.rootName(access.of) === 'meta' ? compileMeta(name, access, context) : context.compile(access.of);
  const { type } = of;
  if (of === broken) return broken.run;
  if (type.kind === 'map' && type.rest === null && !type.fields.has(name)) context.error('unknown-field', access, `There is no \`${name}\` in it.`, didYouMean(name, type.fields.keys()));
  else if (type.kind !== 'map' && type.kind !== 'dyn' && type.kind !== 'null') context.error('wrong-type', access, `${showType(type)} has no fields.`.replace(/^a/, 'A'));
  return (frame) => {
    const whole = orNull(of.run, frame);
    if (isObject(whole)) return Object.hasOwn(whole, name) && whole[name] !== undefined;
    return whole === null ? false : fail('wrong-type', access, `\`${name}\` is looked for in ${showValue(whole)}, which has no fields.`);
  };
}

/** Looks at one field of `meta`, where naming `meta` alone would count as looking at all. */
function compileMeta(field: string, span: TextSpan, context: CompileContext): Compiled {
  if (!context.scope.fields.has(field)) return unknownField(span, field, context);
  context.names.field('meta', field);
  return { type: context.scope.names.get('meta')!.type, run: ({ bindings }) => bindings.values['meta'] ?? null };
}

function orNull(run: Run, frame: Frame): Json {
  try {
    return run(frame);
  } catch (error) {
    if (error instanceof EvaluationFailure && meansAbsent.has(error.problem.code)) return null;
    throw error;
  }
}
