/** The replies of a script with their expressions compiled, each when it is first looked at. Which one is taken is scriptPool's business. */
import type { Bindings } from '../expressions/bindings';
import { compileExpression } from '../expressions/compileExpression';
import type { Expression } from '../expressions/expression';
import { compileJsonTemplate, type JsonPath, type JsonTemplate } from '../expressions/jsonTemplate';
import { loadPatterns, usesPatterns } from '../expressions/patterns';
import { DYN } from '../expressions/exprType';
import { scopeFor, type ExpressionScope } from '../expressions/scope';
import { isObject, type Json, type JsonObject } from '../shared/json';
import { err, ok, type Result } from '../shared/result';
import { showRef } from '../shared/source';
import type { Script, ScriptReply } from '../team/team';

export interface FilledReply {
  /** The members of the JSON reply; null where there are none. */
  readonly reply: JsonObject | null;
  readonly toolCalls: readonly { readonly name: string; readonly arguments: JsonObject }[];
}

export interface ScriptReplies {
  readonly file: string;
  readonly all: readonly ScriptReply[];
  /** To be awaited before anything else. */
  load(): Promise<void>;
  /** Whether the reply's `when` holds; without one it does. The error names file, line and expression. */
  holds(index: number, bindings: Bindings): Result<boolean, string>;
  fill(index: number, bindings: Bindings): Result<FilledReply, string>;
}

interface Templates {
  readonly reply: JsonTemplate | null;
  readonly toolCalls: readonly { readonly name: string; readonly arguments: JsonTemplate }[];
}

export function compileScript(script: Script): ScriptReplies {
  const whens = new Map<number, Result<Expression | null, string>>();
  const templates = new Map<number, Result<Templates, string>>();
  let scope: ExpressionScope | null = null;
  let loaded: Promise<void> | null = null;
  const scopeOf = (bindings: Bindings) => (scope ??= scriptScope(bindings));
  return {
    file: script.file,
    all: script.replies,
    load: () => (loaded ??= usesPatterns(JSON.stringify(script.replies)) ? loadPatterns() : Promise.resolve()),
    holds: (index, bindings) => {
      const when = kept(whens, index, () => compileWhen(script.replies[index]!, scopeOf(bindings)));
      if (!when.ok || when.value === null) return when.ok ? ok(true) : when;
      const holds = when.value.evaluateBoolean(bindings);
      return holds.ok ? holds : err(`${showRef(script.replies[index]!.when!.at)}: when: ${sentence(holds.error)}`);
    },
    fill: (index, bindings) => {
      const compiled = kept(templates, index, () => compileTemplates(script.replies[index]!, scopeOf(bindings)));
      return compiled.ok ? fill(compiled.value, bindings, script.replies[index]!) : compiled;
    },
  };
}

function kept<T>(cache: Map<number, T>, index: number, make: () => T): T {
  const found = cache.get(index);
  if (found !== undefined) return found;
  const made = make();
  cache.set(index, made);
  return made;
}

/** The check of the team knows the fields' types; here only their names, from the run's own state. */
function scriptScope(bindings: Bindings): ExpressionScope {
  const state = bindings.values['state'];
  const fields = Object.fromEntries(Object.keys(isObject(state) ? state : {}).map((name) => [name, { schema: null, hasInitial: true }]));
  const scope = scopeFor('script', { fields, roles: [] });
  const names = new Map(scope.names);
  names.set('run', { type: DYN, doc: names.get('run')?.doc ?? '' });
  return { ...scope, names };
}

function compileWhen(reply: ScriptReply, scope: ExpressionScope): Result<Expression | null, string> {
  if (reply.when === null) return ok(null);
  const compiled = compileExpression(reply.when.text, scope, 'boolean');
  return compiled.ok ? compiled : err(`${showRef(reply.when.at)}: when: ${sentence(compiled.error[0]!)}`);
}

function compileTemplates(reply: ScriptReply, scope: ExpressionScope): Result<Templates, string> {
  const members = reply.reply === null ? null : compileJsonTemplate(reply.reply, scope);
  if (members !== null && !members.ok) return err(`${showRef(reply.at)}: ${showPath(members.error[0]!.path)}: ${sentence(members.error[0]!)}`);
  const toolCalls: { name: string; arguments: JsonTemplate }[] = [];
  for (const [i, call] of reply.toolCalls.entries()) {
    const args = compileJsonTemplate(call.arguments, scope);
    if (!args.ok) return err(`${showRef(reply.at)}: ${showPath(['tool_calls', i, 'arguments', ...args.error[0]!.path])}: ${sentence(args.error[0]!)}`);
    toolCalls.push({ name: call.name, arguments: args.value });
  }
  return ok({ reply: members?.value ?? null, toolCalls });
}

function fill(templates: Templates, bindings: Bindings, { at }: ScriptReply): Result<FilledReply, string> {
  const reply = templates.reply?.evaluate(bindings) ?? ok(null);
  if (!reply.ok) return err(`${showRef(at)}: ${showPath(reply.error.path)}: ${sentence(reply.error)}`);
  const toolCalls: { name: string; arguments: JsonObject }[] = [];
  for (const [i, call] of templates.toolCalls.entries()) {
    const args = call.arguments.evaluate(bindings);
    const path = ['tool_calls', i, 'arguments'];
    if (!args.ok) return err(`${showRef(at)}: ${showPath([...path, ...args.error.path])}: ${sentence(args.error)}`);
    if (!isObject(args.value)) return err(`${showRef(at)}: ${showPath(path)}: This gives ${kindOf(args.value)}; it has to give an object.`);
    toolCalls.push({ name: call.name, arguments: args.value });
  }
  return ok({ reply: reply.value as JsonObject | null, toolCalls });
}

function sentence({ message, hint }: { readonly message: string; readonly hint?: string }): string {
  return hint === undefined ? message : `${message} ${hint}`;
}

function showPath(path: JsonPath): string {
  return path.map((part, i) => (typeof part === 'number' ? `[${part}]` : i === 0 ? part : `.${part}`)).join('');
}

function kindOf(value: Json): string {
  return value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}
