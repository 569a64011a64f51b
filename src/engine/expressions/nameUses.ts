/** Where an expression names shared fields and roles: `state.plan`, `meta['plan']`, `output.plan`, `run.calls.writer`, `path == ['writer']`. Needs no types, so that it works on what has other mistakes. */
import type { ASTNode } from '@marcbachmann/cel-js';
import { children, literalText, namedAccess } from './children';
import { isLoop } from './loops';
import { parseExpression } from './parse';
import type { TextSpan } from './problems';
import { tokensOf } from './tokens';

/** The span is that of the name alone, without quotes. */
export interface NameUse extends TextSpan {
  readonly of: 'field' | 'role';
  readonly name: string;
  /** `member`: behind a dot, where only a name can stand. */
  readonly as: 'member' | 'text';
}

const fieldRoots: ReadonlySet<string> = new Set(['state', 'meta', 'output']);
const roleCounts: ReadonlySet<string> = new Set(['calls', 'done', 'failed']);
const keepsRoles: ReadonlySet<string> = new Set(['filter', 'slice', 'distinct', 'sort']);

export function nameUses(text: string): readonly NameUse[] {
  const parsed = parseExpression(text);
  if (!parsed.ok) return usesByTokens(text);
  const walk = new NameWalk(text);
  walk.visit(parsed.value, new Map());
  return walk.found.sort((a, b) => a.start - b.start);
}

/** In a text that does not parse yet, what is plain to see. */
function usesByTokens(text: string): readonly NameUse[] {
  const tokens = tokensOf(text);
  return tokens.flatMap(({ kind, text: name, start, end }, index) => {
    const [root, dot] = [tokens[index - 2], tokens[index - 1]];
    const isField = kind === 'name' && dot?.text === '.' && root?.kind === 'name' && fieldRoots.has(root.text) && tokens[index - 3]?.text !== '.';
    return isField ? [{ of: 'field' as const, name, as: 'member' as const, start, end }] : [];
  });
}

/** The names that loops have taken; true: it holds a role's id. */
type Locals = ReadonlyMap<string, boolean>;

class NameWalk {
  readonly found: NameUse[] = [];

  constructor(private readonly text: string) {}

  visit(node: ASTNode, locals: Locals): void {
    this.access(node, locals);
    this.comparison(node, locals);
    if (node.op !== 'rcall') {
      for (const child of children(node)) this.visit(child, locals);
      return;
    }
    const [, receiver, args] = node.args;
    this.visit(receiver, locals);
    const inner = this.within(node, locals);
    for (const body of inner === null ? args : args.slice(1)) this.visit(body, inner ?? locals);
  }

  /** The names inside a loop or `cel.bind`; null: it is neither. */
  private within({ args: [name, receiver, [variable, ...bodies]] }: Extract<ASTNode, { op: 'rcall' }>, locals: Locals): Locals | null {
    if (variable?.op !== 'id') return null;
    if (receiver.op === 'id' && receiver.args === 'cel' && name === 'bind') return new Map([...locals, [variable.args, false]]);
    return isLoop(name, bodies.length + 1) ? new Map([...locals, [variable.args, this.isRoleList(receiver, locals)]]) : null;
  }

  private access(node: ASTNode, locals: Locals): void {
    const access = namedAccess(node);
    if (access === null) return;
    const root = rootOf(access.of, locals);
    if (root !== null && fieldRoots.has(root)) return this.add('field', access, node.op === '.');
    const outer = namedAccess(access.of);
    const holder = outer === null ? null : rootOf(outer.of, locals);
    const isRole = (holder === 'run' && roleCounts.has(outer!.name)) || (holder === 'spend' && outer!.name === 'roles');
    if (isRole) this.add('role', access, node.op === '.');
  }

  /** Texts that are held against a role's id, or a list of them. */
  private comparison(node: ASTNode, locals: Locals): void {
    if (node.op !== '==' && node.op !== '!=' && node.op !== 'in') return;
    const [a, b] = node.args;
    for (const [one, other] of [[a, b], [b, a]] as const) {
      if (this.isRole(one, locals) || this.isRoleList(one, locals)) for (const literal of other.op === 'list' ? other.args : [other]) this.literal(literal);
    }
  }

  private literal(node: ASTNode): void {
    const name = literalText(node);
    if (name !== null) this.add('role', { name, start: node.start, end: node.end }, false);
  }

  private add(of: NameUse['of'], { name, start, end }: TextSpan & { readonly name: string }, isMember: boolean): void {
    if (isMember) return void this.found.push({ of, name, as: 'member', start, end: start + name.length });
    // A text that is written with escapes is left alone.
    if (this.text.slice(start + 1, end - 1) === name) this.found.push({ of, name, as: 'text', start: start + 1, end: end - 1 });
  }

  private isRole(node: ASTNode, locals: Locals): boolean {
    if (node.op === 'id') return locals.get(node.args) ?? node.args === 'role';
    if (node.op === '[]' && this.isRoleList(node.args[0], locals)) return true;
    if (node.op === 'rcall') return (node.args[0] === 'first' || node.args[0] === 'last') && this.isRoleList(node.args[1], locals);
    const access = namedAccess(node);
    if (access === null) return false;
    if (access.name === 'role') return rootOf(access.of, locals) === 'subtask';
    const outer = namedAccess(access.of);
    return access.name === 'writer' && outer !== null && rootOf(outer.of, locals) === 'meta';
  }

  private isRoleList(node: ASTNode, locals: Locals): boolean {
    if (node.op === 'rcall') return keepsRoles.has(node.args[0]) && this.isRoleList(node.args[1], locals);
    return rootOf(node, locals) === 'path';
  }
}

/** The name of a node that is one, unless a loop has taken it. */
function rootOf(node: ASTNode, locals: Locals): string | null {
  return node.op === 'id' && !locals.has(node.args) ? node.args : null;
}
