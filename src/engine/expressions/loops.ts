/** `list.all(x, …)`, `map`, `filter` and the like, and `cel.bind`. Every turn is paid for out of the frame's work. */
import type { ASTNode } from '@marcbachmann/cel-js';
import type { Json } from '../shared/json';
import { isObject } from '../shared/json';
import { countNodes } from './children';
import type { Compiled, CompileContext } from './compileContext';
import { broken } from './compileContext';
import type { ExprType } from './exprType';
import { BOOL, DYN, listOf, showType, STRING } from './exprType';
import type { Frame, Run } from './frame';
import { spend, textWork } from './frame';
import { expressionLimits } from './limits';
import { booleanRun, recoverable } from './logic';
import type { EvaluationFailure, TextSpan } from './problems';
import { fail } from './problems';
import { showValue } from './values';

export interface LoopDoc {
  readonly name: string;
  readonly signature: string;
  readonly doc: string;
  /** Number of arguments, the item's name included. */
  readonly arguments: readonly number[];
}

export const loopDocs: readonly LoopDoc[] = [
  { name: 'all', signature: 'list.all(x, condition): boolean', doc: 'Whether the condition holds of every item. Of an empty list it does.', arguments: [2] },
  { name: 'exists', signature: 'list.exists(x, condition): boolean', doc: 'Whether the condition holds of at least one item.', arguments: [2] },
  { name: 'exists_one', signature: 'list.exists_one(x, condition): boolean', doc: 'Whether the condition holds of exactly one item.', arguments: [2] },
  { name: 'filter', signature: 'list.filter(x, condition): list', doc: 'The items of which the condition holds.', arguments: [2] },
  { name: 'map', signature: 'list.map(x, value): list', doc: 'A value for each item. With three arguments, `list.map(x, condition, value)`, only for those of which the condition holds.', arguments: [2, 3] },
  { name: 'sortBy', signature: 'list.sortBy(x, key): list', doc: 'The items in ascending order of a key, which is a number or a string.', arguments: [2] },
];

const loopsByName = new Map(loopDocs.map((loop) => [loop.name, loop]));

export function isLoop(name: string, argumentCount: number): boolean {
  return loopsByName.get(name)?.arguments.includes(argumentCount) ?? false;
}

export function compileLoop(node: Extract<ASTNode, { op: 'rcall' }>, context: CompileContext): Compiled {
  const [name, receiver, parts] = node.args;
  const of = context.compile(receiver);
  const [variable, ...bodies] = parts;
  if (variable?.op !== 'id') return context.error('syntax', variable ?? node, 'The first argument is a name for the item, such as `x`.');
  if (context.loops >= expressionLimits.loopNesting) {
    return context.error('too-large', node, `More than ${expressionLimits.loopNesting} loops within one another.`, 'Split it, or let a role write a simpler field.');
  }
  const item = of === broken ? DYN : itemType(of.type, receiver, name, context);
  const inner = context.withLocal(variable.args, item, 'loop');
  const work = bodies.reduce((sum, body) => sum + countNodes(body), 1);
  const turn = (frame: Frame, value: Json): void => {
    spend(frame, work, node);
    frame.slots[inner.slot] = value;
  };
  const made = makeLoop(name, bodies, item, inner.context, turn, node);
  return { type: made.type, run: (frame) => made.walk(itemsOf(of.run(frame), name, receiver), frame) };
}

interface Loop {
  readonly type: ExprType;
  readonly walk: (items: readonly Json[], frame: Frame) => Json;
}

type Turn = (frame: Frame, item: Json) => void;

function makeLoop(name: string, bodies: readonly ASTNode[], item: ExprType, context: CompileContext, turn: Turn, span: TextSpan): Loop {
  const condition = (): ((frame: Frame) => boolean) => booleanRun(bodies[0]!, context, `\`${name}\``);
  switch (name) {
    case 'all':
      return { type: BOOL, walk: quantifier(condition(), false, turn, span) };
    case 'exists':
      return { type: BOOL, walk: quantifier(condition(), true, turn, span) };
    case 'exists_one':
      return { type: BOOL, walk: exactlyOne(condition(), turn) };
    case 'filter':
      return { type: listOf(item), walk: filter(condition(), turn) };
    case 'sortBy':
      return { type: listOf(item), walk: sortBy(context.compile(bodies[0]!).run, turn, span) };
    default: {
      const keep = bodies.length === 2 ? condition() : null;
      const value = context.compile(bodies.at(-1)!);
      return { type: listOf(value.type), walk: mapItems(keep, value.run, turn) };
    }
  }
}

/** `all` and `exists`: an item that decides makes up for one that failed. */
function quantifier(holds: (frame: Frame) => boolean, decisive: boolean, turn: Turn, span: TextSpan): Loop['walk'] {
  return (items, frame) => {
    let failure: EvaluationFailure | null = null;
    for (const item of items) {
      turn(frame, item);
      try {
        if (holds(frame) === decisive) return decisive;
      } catch (error) {
        failure = recoverable(error, frame, span);
      }
    }
    if (failure !== null) throw failure;
    return !decisive;
  };
}

function exactlyOne(holds: (frame: Frame) => boolean, turn: Turn): Loop['walk'] {
  return (items, frame) => {
    let count = 0;
    for (const item of items) {
      turn(frame, item);
      if (holds(frame)) count++;
    }
    return count === 1;
  };
}

function filter(holds: (frame: Frame) => boolean, turn: Turn): Loop['walk'] {
  return (items, frame) =>
    items.filter((item) => {
      turn(frame, item);
      return holds(frame);
    });
}

function mapItems(keep: ((frame: Frame) => boolean) | null, value: Run, turn: Turn): Loop['walk'] {
  return (items, frame) => {
    const made: Json[] = [];
    for (const item of items) {
      turn(frame, item);
      if (keep === null || keep(frame)) made.push(value(frame));
    }
    return made;
  };
}

function sortBy(key: Run, turn: Turn, span: TextSpan): Loop['walk'] {
  return (items, frame) => {
    const keyed = items.map((item) => {
      turn(frame, item);
      return { item, key: key(frame) };
    });
    const keys = keyed.map((entry) => entry.key);
    const compare = comparator(keys, frame, span);
    return keyed.sort((a, b) => compare(a.key, b.key)).map((entry) => entry.item);
  };
}

/** An order for values that are all numbers or all strings; fails for others. Pays for a sort of them. */
export function comparator(values: readonly Json[], frame: Frame, span: TextSpan): (a: Json, b: Json) => number {
  const rounds = Math.log2(values.length + 2);
  if (values.every((value) => typeof value === 'number')) {
    spend(frame, values.length * rounds, span);
    return (a, b) => (a as number) - (b as number);
  }
  if (values.every((value) => typeof value === 'string')) {
    spend(frame, rounds * (values as readonly string[]).reduce((sum, value) => sum + textWork(value.length), 0), span);
    return (a, b) => (a === b ? 0 : (a as string) < (b as string) ? -1 : 1);
  }
  return fail('wrong-type', span, 'Only numbers or only strings have an order.');
}

function itemType(type: ExprType, receiver: ASTNode, name: string, context: CompileContext): ExprType {
  if (type.kind === 'list') return type.item;
  if (type.kind === 'map') return STRING;
  if (type.kind !== 'dyn') context.error('wrong-type', receiver, `\`${name}\` goes through a list or an object, not ${showType(type)}.`);
  return DYN;
}

/** Of an object the names of its fields. */
function itemsOf(value: Json, name: string, span: TextSpan): readonly Json[] {
  if (Array.isArray(value)) return value as readonly Json[];
  if (isObject(value)) return Object.keys(value);
  return fail(value === null ? 'null-value' : 'wrong-type', span, `\`${name}\` goes through a list or an object, not ${showValue(value)}.`);
}

/** `cel.bind(x, value, expression)`: a name for a value that is needed twice. */
export function compileBind(parts: readonly ASTNode[], node: TextSpan, context: CompileContext): Compiled {
  const [variable, value, body] = parts;
  if (variable?.op !== 'id' || value === undefined || body === undefined) return context.error('syntax', variable ?? node, 'It is `cel.bind(name, value, expression)`.');
  const bound = context.compile(value);
  const inner = context.withLocal(variable.args, bound.type, 'bind');
  const result = inner.context.compile(body);
  const run: Run = (frame) => {
    frame.slots[inner.slot] = bound.run(frame);
    return result.run(frame);
  };
  return { type: result.type, run };
}
