/** Arithmetic, comparison, `==` and `in`. JSON numbers and whole numbers written in the expression go together everywhere. */
import type { ASTNode } from '@marcbachmann/cel-js';
import type { Json } from '../shared/json';
import { isObject } from '../shared/json';
import { namedAccess } from './children';
import type { Compiled, CompileContext } from './compileContext';
import { broken } from './compileContext';
import type { ExprType } from './exprType';
import { areComparable, BOOL, DOUBLE, DYN, INT, isNumeric, listOf, showType, unify } from './exprType';
import type { Frame } from './frame';
import { checkCount, checkLength, spend } from './frame';
import type { TextSpan } from './problems';
import { fail } from './problems';
import { fieldType } from './scope';
import { equals, showValue } from './values';

type Arithmetic = '+' | '-' | '*' | '/' | '%';
type Order = '<' | '<=' | '>' | '>=';
type Node<Op extends ASTNode['op']> = Extract<ASTNode, { op: Op }>;

export function compileEquality(node: Node<'==' | '!='>, context: CompileContext): Compiled {
  const [left, right] = operands(node, context);
  if (left === broken || right === broken) return broken;
  if (!areComparable(left.type, right.type)) return context.error('wrong-type', node, `${whatIs(left.type)} never equals ${showType(right.type)}.`);
  if (left.type.kind !== 'null' && right.type.kind !== 'null') hintUntyped(node, context);
  const wanted = node.op === '==';
  return { type: BOOL, run: (frame) => equals(left.run(frame), right.run(frame), frame, node) === wanted };
}

export function compileOrder(node: Node<Order>, context: CompileContext): Compiled {
  const [left, right] = operands(node, context);
  if (left === broken || right === broken) return broken;
  if (!isOrdered(left.type, right.type)) {
    return context.error('wrong-type', node, `\`${node.op}\` compares two numbers or two strings, not ${showType(left.type)} and ${showType(right.type)}.`, orderHint(left.type, right.type));
  }
  hintUntyped(node, context);
  hintUnset(node, context);
  const holds = orders[node.op];
  const run = (frame: Frame): Json => {
    const a = left.run(frame);
    const b = right.run(frame);
    if ((typeof a === 'number' && typeof b === 'number') || (typeof a === 'string' && typeof b === 'string')) return holds(a, b);
    return failOperands(node, [a, b], context, 'compares two numbers or two strings');
  };
  return { type: BOOL, run };
}

const orders: Readonly<Record<Order, (a: Json, b: Json) => boolean>> = {
  '<': (a, b) => a! < b!,
  '<=': (a, b) => a! <= b!,
  '>': (a, b) => a! > b!,
  '>=': (a, b) => a! >= b!,
};

function isOrdered(a: ExprType, b: ExprType): boolean {
  if (a.kind === 'dyn') return b.kind === 'dyn' || isNumeric(b) || b.kind === 'string';
  if (b.kind === 'dyn') return isOrdered(b, a);
  return (isNumeric(a) && isNumeric(b)) || (a.kind === 'string' && b.kind === 'string');
}

function orderHint(a: ExprType, b: ExprType): string | null {
  if (a.kind === 'list' || b.kind === 'list' || a.kind === 'map' || b.kind === 'map') return 'Compare its `size(…)`.';
  return a.kind === 'string' || b.kind === 'string' ? 'Turn the string into a number with `double(…)`.' : null;
}

export function compileArithmetic(node: Node<Arithmetic>, context: CompileContext): Compiled {
  const [left, right] = operands(node, context);
  if (left === broken || right === broken) return broken;
  const type = arithmeticType(node.op, left.type, right.type);
  if (type === null) return context.error('wrong-type', node, `\`${node.op}\` does not go with ${showType(left.type)} and ${showType(right.type)}.`, arithmeticHint(node.op, left.type, right.type));
  hintUnset(node, context);
  const isWhole = type.kind === 'int';
  const run = (frame: Frame): Json => {
    const a = left.run(frame);
    const b = right.run(frame);
    if (typeof a === 'number' && typeof b === 'number') return compute(node.op, a, b, isWhole, node);
    if (node.op === '+') return join(a, b, node, frame, context);
    return failOperands(node, [a, b], context, 'takes two numbers');
  };
  return { type, run };
}

/** Null: they do not go together. */
function arithmeticType(op: Arithmetic, a: ExprType, b: ExprType): ExprType | null {
  if (isNumeric(a) && isNumeric(b)) return a.kind === 'int' && b.kind === 'int' ? INT : DOUBLE;
  if (a.kind === 'dyn') return b.kind === 'dyn' ? (op === '+' ? DYN : DOUBLE) : besideAny(op, b);
  if (b.kind === 'dyn') return besideAny(op, a);
  return op === '+' && a.kind === b.kind && isJoined(a) ? unify(a, b) : null;
}

/** With a value of any type on the other side. */
function besideAny(op: Arithmetic, type: ExprType): ExprType | null {
  if (isNumeric(type)) return DOUBLE;
  if (op !== '+' || !isJoined(type)) return null;
  return type.kind === 'list' ? listOf(DYN) : type;
}

function isJoined(type: ExprType): boolean {
  return type.kind === 'string' || type.kind === 'list';
}

function arithmeticHint(op: Arithmetic, a: ExprType, b: ExprType): string | null {
  if (op !== '+') return null;
  if (a.kind === 'list' || b.kind === 'list') return 'Put a single item in brackets: `list + [item]`.';
  return a.kind === 'string' || b.kind === 'string' ? 'Turn the other side into a string with `string(…)` or `json(…)`.' : null;
}

function compute(op: Arithmetic, a: number, b: number, isWhole: boolean, span: TextSpan): number {
  if (b === 0 && (op === '/' || op === '%')) return fail('division-by-zero', span, 'This divides by zero.');
  const value = arithmetic[op](a, b);
  if (!Number.isFinite(value)) return fail('number-range', span, 'The result is too large for a number.');
  if (!isWhole) return value + 0; // never -0
  const whole = Math.trunc(value) + 0;
  return Number.isSafeInteger(whole) ? whole : fail('number-range', span, 'The result is too large for a whole number.');
}

const arithmetic: Readonly<Record<Arithmetic, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
};

function join(a: Json, b: Json, node: Node<Arithmetic>, frame: Frame, context: CompileContext): Json {
  if (typeof a === 'string' && typeof b === 'string') {
    checkLength(a.length + b.length, node);
    return a + b;
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    const items = [a, b] as readonly (readonly Json[])[];
    const count = items[0]!.length + items[1]!.length;
    checkCount(count, node);
    spend(frame, 1 + count / 8, node);
    return items.flat();
  }
  return failOperands(node, [a, b], context, 'takes two numbers, two strings or two lists');
}

export function compileMinus(node: Node<'-_'>, context: CompileContext): Compiled {
  const of = context.compile(node.args);
  if (of === broken) return broken;
  if (of.type.kind !== 'dyn' && !isNumeric(of.type)) return context.error('wrong-type', node, `\`-\` takes a number, not ${showType(of.type)}.`);
  const run = (frame: Frame): Json => {
    const value = of.run(frame);
    return typeof value === 'number' ? 0 - value : fail(value === null ? 'null-value' : 'wrong-type', node, `\`-\` takes a number, not ${showValue(value)}.`);
  };
  return { type: of.type.kind === 'int' ? INT : DOUBLE, run };
}

export function compileIn(node: Node<'in'>, context: CompileContext): Compiled {
  const [item, of] = operands(node, context);
  if (item === broken || of === broken) return broken;
  const mistake = membershipMistake(item.type, of.type);
  if (mistake !== null) return context.error('wrong-type', node, mistake.message, mistake.hint);
  const run = (frame: Frame): Json => {
    const wanted = item.run(frame);
    const whole = of.run(frame);
    if (Array.isArray(whole)) return includes(whole, wanted, frame, node);
    if (isObject(whole)) return typeof wanted === 'string' && Object.hasOwn(whole, wanted);
    return fail(whole === null ? 'null-value' : 'wrong-type', node, `\`in\` looks into a list or an object, not ${showValue(whole)}.`);
  };
  return { type: BOOL, run };
}

function membershipMistake(item: ExprType, of: ExprType): { readonly message: string; readonly hint?: string } | null {
  if (of.kind === 'dyn') return null;
  if (of.kind === 'list') return areComparable(item, of.item) ? null : { message: `${whatIs(item)} is never in this list: its items are of another type.` };
  if (of.kind === 'map') return item.kind === 'string' || item.kind === 'dyn' ? null : { message: `The fields of an object have names; ${showType(item)} is none.` };
  const message = `\`in\` looks into a list or an object, not ${showType(of)}.`;
  return of.kind === 'string' ? { message, hint: 'For a part of a string: `text.contains(part)`.' } : { message };
}

function includes(list: readonly Json[], wanted: Json, frame: Frame, span: TextSpan): boolean {
  spend(frame, 1 + list.length / 4, span);
  return list.some((item) => equals(item, wanted, frame, span));
}

function operands(node: { readonly args: readonly [ASTNode, ASTNode] }, context: CompileContext): readonly [Compiled, Compiled] {
  return [context.compile(node.args[0]), context.compile(node.args[1])];
}

function failOperands(node: Node<Arithmetic | Order>, values: readonly [Json, Json], context: CompileContext, takes: string): never {
  const side = values[0] === null ? 0 : values[1] === null ? 1 : null;
  if (side === null) return fail('wrong-type', node, `\`${node.op}\` ${takes}, not ${showValue(values[0])} and ${showValue(values[1])}.`);
  const operand = node.args[side];
  const source = context.sourceOf(operand);
  if (context.rootName(operand) === 'confidence') return fail('no-confidence', operand, 'No confidence was given.', 'Ask with `has(confidence)` first.');
  return fail('null-value', operand, `\`${source}\` is null.`, sharedFieldOf(operand, context) === null ? undefined : `It is not set yet. Ask with \`has(${source})\` first.`);
}

/** The shared field that a node is, by name. */
function sharedFieldOf(node: ASTNode, context: CompileContext): string | null {
  const access = namedAccess(node);
  return access !== null && context.rootName(access.of) === 'state' ? access.name : null;
}

function hintUntyped(node: Node<'==' | '!=' | Order>, context: CompileContext): void {
  for (const operand of node.args) {
    const field = context.scope.fields.get(sharedFieldOf(operand, context) ?? '');
    if (field === undefined || fieldType(field).kind !== 'dyn') continue;
    context.report('hint', 'untyped-comparison', operand, `\`${context.sourceOf(operand)}\` has no type, so this comparison cannot be checked, and the field is null until it is set.`, 'Give it a `type` under `state:`.');
  }
}

/** A number or boolean is null until it is set, and null is neither more nor less than anything. */
function hintUnset(node: Node<Arithmetic | Order>, context: CompileContext): void {
  for (const operand of node.args) {
    const field = context.scope.fields.get(sharedFieldOf(operand, context) ?? '');
    if (field === undefined || field.hasInitial || !isNumeric(fieldType(field))) continue;
    const source = context.sourceOf(operand);
    if (context.isAskedFor(source)) continue;
    context.report('hint', 'may-be-unset', operand, `\`${source}\` is null until it is set; this fails then.`, `Ask first: \`has(${source}) && …\`, or give it an \`initial\`.`);
  }
}

function whatIs(type: ExprType): string {
  const text = showType(type);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
