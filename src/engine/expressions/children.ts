/** The parts of a node of the syntax tree, in the order in which they stand. Knows the library's shapes so that walks need not. */
import type { ASTNode } from '@marcbachmann/cel-js';

export function children(node: ASTNode): readonly ASTNode[] {
  if (node.op === 'value' || node.op === 'id') return [];
  if (node.op === '.' || node.op === '.?') return [node.args[0]];
  if (node.op === 'call') return node.args[1];
  if (node.op === 'rcall') return [node.args[1], ...node.args[2]];
  if (node.op === 'map') return node.args.flat();
  if (node.op === '!_' || node.op === '-_') return [node.args];
  return node.args;
}

export function countNodes(node: ASTNode): number {
  return children(node).reduce((sum, child) => sum + countNodes(child), 1);
}

/** The text of a string literal; null for everything else. */
export function literalText(node: ASTNode): string | null {
  return node.op === 'value' && typeof node.args === 'string' ? node.args : null;
}

/** `a.name` and `a['name']` alike: what is looked into, and by which name. Null where only running can tell, and for everything else. */
export function namedAccess(node: ASTNode): { readonly of: ASTNode; readonly name: string; readonly start: number; readonly end: number } | null {
  if (node.op === '.') return { of: node.args[0], name: node.args[1], start: node.pos, end: node.end };
  if (node.op !== '[]') return null;
  const name = literalText(node.args[1]);
  return name === null ? null : { of: node.args[0], name, start: node.args[1].start, end: node.args[1].end };
}
