/** What the parts of the compiler share while one expression is checked and made executable. Knows no operator and no function. */
import type { ASTNode } from '@marcbachmann/cel-js';
import { nearest } from '../shared/nearest';
import type { Severity } from '../shared/source';
import type { ExprType } from './exprType';
import { DYN } from './exprType';
import type { Run } from './frame';
import type { NameCollector } from './namesLookedAt';
import type { ExpressionProblem, ExpressionProblemCode, TextSpan } from './problems';
import type { ExpressionScope } from './scope';

export interface Compiled {
  readonly type: ExprType;
  readonly run: Run;
}

/** Stands for a part with a mistake, so that one mistake is reported once. Never run. */
export const broken: Compiled = { type: DYN, run: () => null };

export interface Local {
  readonly name: string;
  readonly type: ExprType;
  /** Index into the frame's slots. */
  readonly slot: number;
  readonly outer: Local | null;
}

interface Compilation {
  readonly text: string;
  readonly scope: ExpressionScope;
  readonly problems: ExpressionProblem[];
  readonly names: NameCollector;
  readonly compileNode: (node: ASTNode, context: CompileContext) => Compiled;
}

export class CompileContext {
  constructor(
    private readonly whole: Compilation,
    readonly locals: Local | null = null,
    /** How many loops this part lies within. */
    readonly loops: number = 0,
  ) {}

  get scope(): ExpressionScope {
    return this.whole.scope;
  }

  get names(): NameCollector {
    return this.whole.names;
  }

  compile(node: ASTNode): Compiled {
    return this.whole.compileNode(node, this);
  }

  /** The same expression inside a loop or `cel.bind`, with one name more. */
  withLocal(name: string, type: ExprType, kind: 'loop' | 'bind'): { readonly context: CompileContext; readonly slot: number } {
    const slot = this.locals === null ? 0 : this.locals.slot + 1;
    const context = new CompileContext(this.whole, { name, type, slot, outer: this.locals }, this.loops + (kind === 'loop' ? 1 : 0));
    return { context, slot };
  }

  local(name: string): Local | null {
    for (let local = this.locals; local !== null; local = local.outer) if (local.name === name) return local;
    return null;
  }

  /** The name of the scope that a node is, unless a loop has taken the name. */
  rootName(node: ASTNode): string | null {
    return node.op === 'id' && this.local(node.args) === null && this.scope.names.has(node.args) ? node.args : null;
  }

  sourceOf(span: TextSpan): string {
    return this.whole.text.slice(span.start, span.end);
  }

  /** Whether the expression asks anywhere if this is there. */
  isAskedFor(source: string): boolean {
    return /\bhas\s*\(/.test(this.whole.text) && this.whole.text.replaceAll(/\s/g, '').includes(`has(${source})`);
  }

  error(code: ExpressionProblemCode, span: TextSpan, message: string, hint?: string | Meant | null): Compiled {
    this.report('error', code, span, message, hint);
    return broken;
  }

  report(severity: Severity, code: ExpressionProblemCode, span: TextSpan, message: string, hint?: string | Meant | null): void {
    const advice = typeof hint === 'string' || !hint ? { ...(hint ? { hint } : {}) } : { hint: hint.hint, ...(this.sourceOf(span) === hint.written ? { mend: hint.name } : {}) };
    this.whole.problems.push({ code, severity, message, ...advice, start: span.start, end: span.end });
  }

  /** The span of the name in `receiver.name(…)`. */
  methodSpan(node: TextSpan, receiver: TextSpan, name: string): TextSpan {
    const start = this.whole.text.indexOf(name, this.whole.text.indexOf('.', receiver.end));
    return start < 0 ? node : { start, end: start + name.length };
  }
}

/** A name that was probably meant by what was written. */
export interface Meant {
  readonly hint: string;
  readonly written: string;
  readonly name: string;
}

export function didYouMean(written: string, known: Iterable<string>): Meant | null {
  const name = nearest(written, known);
  return name === null ? null : { hint: `Did you mean \`${name}\`?`, written, name };
}
