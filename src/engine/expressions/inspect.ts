/** Looks into an expression for whoever writes it: what each part is, of what type, and which names a loop has made there. Mistakes are not reported. */
import type { ASTNode } from '@marcbachmann/cel-js';
import { children } from './children';
import { CompileContext, type Compiled, type Local } from './compileContext';
import { compileNode } from './compileNode';
import type { ExprType } from './exprType';
import { NameCollector } from './namesLookedAt';
import { parseExpression } from './parse';
import type { ExpressionScope } from './scope';

export interface LocalName {
  readonly name: string;
  readonly type: ExprType;
}

export interface Inspected {
  readonly tree: ASTNode;
  /** From the outermost part that holds the offset to the innermost. */
  at(offset: number): readonly ASTNode[];
  find(isIt: (node: ASTNode) => boolean): ASTNode | null;
  /** Null: the check does not get there. */
  typeOf(node: ASTNode): ExprType | null;
  localsAt(node: ASTNode): readonly LocalName[];
}

/** Null when it does not parse. */
export function inspect(text: string, scope: ExpressionScope): Inspected | null {
  const parsed = parseExpression(text);
  if (!parsed.ok) return null;
  const tree = parsed.value;
  const types = new Map<ASTNode, ExprType>();
  const locals = new Map<ASTNode, Local | null>();
  const look = (node: ASTNode, context: CompileContext): Compiled => {
    const compiled = compileNode(node, context);
    types.set(node, compiled.type);
    locals.set(node, context.locals);
    // Some parts are compiled without what is in them: `state` of a field, what `has` asks for, the arguments of a function that does not exist.
    if (node.op !== 'rcall' || !loopsWithin(node)) for (const child of children(node)) if (!types.has(child)) look(child, context);
    return compiled;
  };
  const context = new CompileContext({ text, scope, problems: [], names: new NameCollector([]), compileNode: look });
  look(tree, context);
  return {
    tree,
    at: (offset) => pathTo(tree, offset),
    find: (isIt) => search(tree, isIt),
    typeOf: (node) => types.get(node) ?? null,
    localsAt: (node) => namesOf(locals.get(node) ?? null),
  };
}

/** The name of a loop's item is no expression of its own. */
function loopsWithin(node: Extract<ASTNode, { op: 'rcall' }>): boolean {
  return node.args[2][0]?.op === 'id' && node.args[2].length > 1;
}

function pathTo(node: ASTNode, offset: number): readonly ASTNode[] {
  const inner = children(node).find((child) => child.start <= offset && offset <= child.end);
  return inner === undefined ? [node] : [node, ...pathTo(inner, offset)];
}

function search(node: ASTNode, isIt: (node: ASTNode) => boolean): ASTNode | null {
  if (isIt(node)) return node;
  for (const child of children(node)) {
    const found = search(child, isIt);
    if (found !== null) return found;
  }
  return null;
}

/** The innermost first; one that another hides is left out. */
function namesOf(innermost: Local | null): readonly LocalName[] {
  const found = new Map<string, LocalName>();
  for (let local = innermost; local !== null; local = local.outer) if (!found.has(local.name)) found.set(local.name, { name: local.name, type: local.type });
  return [...found.values()];
}
