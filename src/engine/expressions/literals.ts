/** Values written in an expression: numbers, strings, lists and objects. */
import type { ASTNode } from '@marcbachmann/cel-js';
import type { Json } from '../shared/json';
import { literalText } from './children';
import type { Compiled, CompileContext } from './compileContext';
import { BOOL, DOUBLE, INT, listOf, mapOf, NULL, showType, STRING, unifyAll } from './exprType';
import type { ExprType } from './exprType';
import type { Run } from './frame';
import { fail } from './problems';
import { setField, showValue } from './values';

type Node<Op extends ASTNode['op']> = Extract<ASTNode, { op: Op }>;

export function compileLiteral(node: Node<'value'>, context: CompileContext): Compiled {
  const value = node.args;
  if (value === null) return constant(null, NULL);
  if (typeof value === 'string') return constant(value, STRING);
  if (typeof value === 'boolean') return constant(value, BOOL);
  if (typeof value === 'number') return constant(value, DOUBLE);
  if (typeof value === 'bigint') {
    const whole = Number(value);
    return Number.isSafeInteger(whole) ? constant(whole, INT) : context.error('not-supported', node, 'The number is too large.', 'Whole numbers go up to 9007199254740991.');
  }
  if (value instanceof Uint8Array) return context.error('not-supported', node, 'Bytes are not supported.', 'Write a string without the `b` before it.');
  return context.error('not-supported', node, 'Unsigned numbers are not supported.', 'Leave out the `u`.');
}

function constant(value: Json, type: ExprType): Compiled {
  return { type, run: () => value };
}

export function compileList(node: Node<'list'>, context: CompileContext): Compiled {
  const items = node.args.map((item) => context.compile(item));
  const runs = items.map((item) => item.run);
  return { type: listOf(unifyAll(items.map((item) => item.type))), run: (frame) => runs.map((run) => run(frame)) };
}

export function compileObject(node: Node<'map'>, context: CompileContext): Compiled {
  const entries = node.args.map(([key, value]) => ({ key, name: literalText(key), compiledKey: compileKey(key, context), value: context.compile(value) }));
  reportRepeated(entries, context);
  const run: Run = (frame) => {
    const made: Record<string, Json> = {};
    for (const { key, compiledKey, value } of entries) {
      const name = compiledKey.run(frame);
      if (typeof name !== 'string') return fail('wrong-type', key, `The name of a field is a string, not ${showValue(name)}.`);
      setField(made, name, value.run(frame));
    }
    return made;
  };
  const fields = new Map<string, ExprType>();
  for (const { name, value } of entries) if (name !== null) fields.set(name, value.type);
  const isKnown = entries.every((entry) => entry.name !== null);
  return { type: isKnown ? { kind: 'map', fields, rest: null } : mapOf(unifyAll(entries.map((entry) => entry.value.type))), run };
}

function compileKey(key: ASTNode, context: CompileContext): Compiled {
  if (key.op === 'id' && context.local(key.args) === null && !context.scope.names.has(key.args)) {
    return context.error('unknown-name', key, `There is no name \`${key.args}\` here.`, `For a field of this name: \`'${key.args}': …\`.`);
  }
  const compiled = context.compile(key);
  if (compiled.type.kind === 'string' || compiled.type.kind === 'dyn') return compiled;
  return context.error('wrong-type', key, `The name of a field is a string, not ${showType(compiled.type)}.`, 'Put it in quotes.');
}

function reportRepeated(entries: readonly { readonly key: ASTNode; readonly name: string | null }[], context: CompileContext): void {
  const seen = new Set<string>();
  for (const { key, name } of entries) {
    if (name === null) continue;
    if (seen.has(name)) context.error('wrong-type', key, `The field \`${name}\` is written twice.`);
    seen.add(name);
  }
}
