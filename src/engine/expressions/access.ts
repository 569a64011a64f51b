/** Names, fields and items: `state.plan`, `meta['plan'].writer`, `list[0]`. Not `has`, which may look at what is missing. */
import type { ASTNode } from '@marcbachmann/cel-js';
import type { Json } from '../shared/json';
import { isObject } from '../shared/json';
import { literalText, namedAccess } from './children';
import type { Compiled, CompileContext } from './compileContext';
import { broken, didYouMean } from './compileContext';
import type { ExprType, MapType } from './exprType';
import { DYN, isNumeric, showType, valueType } from './exprType';
import type { Run } from './frame';
import { functionNames } from './functions/functionTable';
import type { TextSpan } from './problems';
import { fail } from './problems';
import { showValue } from './values';

type Node<Op extends ASTNode['op']> = Extract<ASTNode, { op: Op }>;

export function compileName(node: Node<'id'>, context: CompileContext): Compiled {
  const name = node.args;
  const local = context.local(name);
  if (local !== null) return { type: local.type, run: (frame) => frame.slots[local.slot]! };
  const known = context.scope.names.get(name);
  if (known === undefined) return unknownName(node, context);
  context.names.root(name);
  return { type: known.type, run: readRoot(name, node) };
}

function readRoot(name: string, span: TextSpan): Run {
  // A model need not give one; then it is null, like an unset field.
  if (name === 'confidence') return (frame) => frame.bindings.values[name] ?? null;
  return (frame) => {
    const value = frame.bindings.values[name];
    return value === undefined ? fail('missing-name', span, `There is no \`${name}\` at this point.`) : value;
  };
}

function unknownName(node: Node<'id'>, context: CompileContext): Compiled {
  const name = node.args;
  const { fields, names } = context.scope;
  if (fields.has(name) && names.has('state')) return context.error('unknown-name', node, `\`${name}\` is not a name here.`, `The shared field is \`state.${name}\`.`);
  if (functionNames.has(name)) return context.error('unknown-name', node, `\`${name}\` is a function.`, `Call it: \`${name}(…)\`.`);
  const locals: string[] = [];
  for (let local = context.locals; local !== null; local = local.outer) locals.push(local.name);
  const hint = didYouMean(name, [...locals, ...names.keys()]) ?? `Known here: ${[...names.keys()].join(', ')}.`;
  return context.error('unknown-name', node, `There is no name \`${name}\` here.`, hint);
}

export function compileField(node: Node<'.'>, context: CompileContext): Compiled {
  return compileNamed(node, { start: node.pos, end: node.end }, node.args[1], context);
}

export function compileIndex(node: Node<'[]'>, context: CompileContext): Compiled {
  const name = literalText(node.args[1]);
  if (name !== null) return compileNamed(node, node.args[1], name, context);
  const of = context.compile(node.args[0]);
  const index = context.compile(node.args[1]);
  const run: Run = (frame) => readIndex(of.run(frame), index.run(frame), node);
  return { type: indexedType(of.type, index.type, node, context), run };
}

function compileNamed(node: Node<'.'> | Node<'[]'>, nameSpan: TextSpan, name: string, context: CompileContext): Compiled {
  const root = context.rootName(node.args[0]);
  if (root === 'state' || root === 'meta') return compileSharedField(node, nameSpan, root, name, context);
  const of = context.compile(node.args[0]);
  if (of === broken) return broken;
  const type = fieldOf(of.type, name, nameSpan, context);
  if (type === null) return broken;
  if (isCount(node.args[0], context)) return { type, run: (frame) => readCount(of.run(frame), name) };
  return { type, run: (frame) => readField(of.run(frame), name, nameSpan) };
}

function compileSharedField(node: Node<'.'> | Node<'[]'>, nameSpan: TextSpan, root: 'state' | 'meta', name: string, context: CompileContext): Compiled {
  const type = (context.scope.names.get(root)!.type as MapType).fields.get(name);
  if (type === undefined) return unknownField(nameSpan, name, context);
  context.names.field(root, name);
  const readWhole = readRoot(root, node.args[0]);
  return { type, run: (frame) => readField(readWhole(frame), name, nameSpan) };
}

export function unknownField(span: TextSpan, name: string, context: CompileContext): Compiled {
  const { fields, names } = context.scope;
  const hint = names.has(name) ? `\`${name}\` stands by itself, without \`state.\`.` : (didYouMean(name, fields.keys()) ?? 'Declare it under `state:` in the team, or in the `writes` of the role that makes it.');
  return context.error('unknown-field', span, `There is no shared field \`${name}\`.`, hint);
}

/** Null when it was reported. */
function fieldOf(type: ExprType, name: string, span: TextSpan, context: CompileContext): ExprType | null {
  if (type.kind === 'dyn') return DYN;
  if (type.kind !== 'map') {
    const hint = type.kind === 'list' ? 'Take one item with `[0]`, or look at all with `.all(x, …)`.' : null;
    context.error('wrong-type', span, `\`.${name}\` is looked for in ${showType(type)}, which has no fields.`, hint);
    return null;
  }
  const declared = type.fields.get(name);
  if (declared !== undefined) return declared;
  const hint = didYouMean(name, type.fields.keys()) ?? (type.fields.size > 0 ? `Known: ${[...type.fields.keys()].join(', ')}.` : null);
  if (type.rest === null) {
    context.error('unknown-field', span, `There is no \`${name}\` in it.`, hint);
    return null;
  }
  if (type.loose === true && type.fields.size > 0) context.report('warning', 'undeclared-property', span, `Its schema does not name \`${name}\`.`, hint);
  return type.rest;
}

function indexedType(of: ExprType, index: ExprType, node: Node<'[]'>, context: CompileContext): ExprType {
  const takes = (isLegal: boolean, wanted: string, type: ExprType): ExprType => {
    if (!isLegal && index.kind !== 'dyn') context.error('wrong-type', node.args[1], `${wanted} is expected in [ ], not ${showType(index)}.`);
    return type;
  };
  if (of.kind === 'list') return takes(isNumeric(index), 'A number', of.item);
  if (of.kind === 'map') return takes(index.kind === 'string', 'A string', valueType(of));
  if (of.kind === 'dyn') return takes(isNumeric(index) || index.kind === 'string', 'A number or a string', DYN);
  context.error('wrong-type', node, `${sentence(showType(of))} has no items.`, of.kind === 'string' ? 'Use `.substring(start, end)` or `.charAt(index)`.' : null);
  return DYN;
}

/** `run.calls`, `run.done`, `run.failed`: a role that has done nothing yet stands at 0. */
function isCount(node: ASTNode, context: CompileContext): boolean {
  const access = namedAccess(node);
  return access !== null && ['calls', 'done', 'failed'].includes(access.name) && context.rootName(access.of) === 'run';
}

function readCount(counts: Json, role: string): Json {
  return isObject(counts) && Object.hasOwn(counts, role) ? counts[role]! : 0;
}

function readField(of: Json, name: string, span: TextSpan): Json {
  if (isObject(of)) {
    const value = Object.hasOwn(of, name) ? of[name] : undefined;
    return value === undefined ? fail('missing-key', span, `There is no \`${name}\` in it.`, 'Ask with `has(…)` first.') : value;
  }
  if (of === null) return fail('null-value', span, `\`${name}\` is looked for in null.`, 'Ask with `has(…)` first.');
  return fail('wrong-type', span, `\`${name}\` is looked for in ${showValue(of)}, which has no fields.`);
}

function readIndex(of: Json, index: Json, span: TextSpan): Json {
  if (Array.isArray(of)) {
    const list = of as readonly Json[];
    if (typeof index !== 'number') return fail('wrong-type', span, `A list is asked for item ${showValue(index)}.`);
    const item = list[index];
    return item === undefined ? fail('missing-item', span, `There is no item ${index} in a list of ${list.length}.`, 'The first item is 0.') : item;
  }
  if (typeof index === 'string') return readField(of, index, span);
  if (isObject(of)) return fail('wrong-type', span, `An object is asked for ${showValue(index)}; its fields have names.`);
  return fail(of === null ? 'null-value' : 'wrong-type', span, `An item is looked for in ${showValue(of)}.`);
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

