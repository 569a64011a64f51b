/** Completion inside an expression: names, members of what stands before a dot, functions and methods that fit, ids of roles where one is compared. */
import type { ASTNode } from '@marcbachmann/cel-js';
import { literalText } from '../expressions/children';
import { showType, type ExprType } from '../expressions/exprType';
import { takesType } from '../expressions/functions/functionSpec';
import { functionDocs, functionsByName } from '../expressions/functions/functionTable';
import { inspect, type Inspected, type LocalName } from '../expressions/inspect';
import { nameUses } from '../expressions/nameUses';
import type { ExpressionScope } from '../expressions/scope';
import { tokensOf } from '../expressions/tokens';
import { builtInFields } from '../team/buildFields';
import { plainSnippet, type Completion } from './completion';
import { mark, type Span } from './cursor';
import { describeFunction, describeName } from './describe';
import type { LanguageTeam } from './languageTeam';

export interface ExpressionRequest {
  /** With the mark in it. */
  readonly text: string;
  readonly scope: ExpressionScope;
  readonly team: LanguageTeam;
  readonly replace: Span;
}

export function completeExpression(request: ExpressionRequest): readonly Completion[] {
  const whole = closed(request.text);
  for (const text of [request.text, whole, ...tails(whole)]) {
    const looked = inspect(text, request.scope);
    const node = looked?.find(isMarked) ?? null;
    if (looked !== null && node !== null) return completeNode(node, looked, text, request);
  }
  return /\.\s*$/.test(request.text.slice(0, request.text.indexOf(mark))) ? [] : completeNames([], request);
}

function isMarked(node: ASTNode): boolean {
  if (node.op === 'id') return node.args === mark;
  if (node.op === '.') return node.args[1] === mark;
  if (node.op === 'call' || node.op === 'rcall') return node.args[0] === mark;
  return literalText(node)?.includes(mark) === true;
}

function completeNode(node: ASTNode, looked: Inspected, text: string, request: ExpressionRequest): readonly Completion[] {
  if (node.op === '.') return completeMembers(node.args[0], looked, request);
  if (node.op === 'rcall') return completeMembers(node.args[1], looked, request);
  if (node.op === 'value') return completeText(text, request);
  return completeNames(looked.localsAt(node), request);
}

function completeMembers(receiver: ASTNode, looked: Inspected, request: ExpressionRequest): readonly Completion[] {
  const { team, replace } = request;
  if (receiver.op === 'id' && ['math', 'cel'].includes(receiver.args)) return functionDocs.filter(({ name }) => name.startsWith(`${receiver.args}.`)).map(({ name }) => functionItem(name, replace, name.slice(receiver.args.length + 1)));
  const type = looked.typeOf(receiver);
  if (type === null) return [];
  const isShared = receiver.op === 'id' && ['state', 'meta', 'output'].includes(receiver.args);
  const members = type.kind === 'map' ? [...type.fields] : [];
  const items = members.map(([name, of]) => memberItem(name, of, isShared ? team : null, replace));
  // Of what has these members and no others nobody asks how many there are.
  return type.kind === 'map' && type.rest === null ? builtInLast(items, team) : [...items, ...methodsOf(type, replace)];
}

function builtInLast(items: readonly Completion[], { sources }: LanguageTeam): readonly Completion[] {
  const isBuiltIn = ({ kind, label }: Completion): boolean => kind === 'field' && builtInFields(sources).includes(label.replace('state.', ''));
  return [...items.filter((item) => !isBuiltIn(item)), ...items.filter(isBuiltIn)];
}

/** A name that cannot stand behind a dot is written in brackets. */
function memberItem(name: string, type: ExprType, team: LanguageTeam | null, replace: Span): Completion {
  const known = { label: name, detail: showType(type), ...(team === null ? { kind: 'property' as const } : { kind: 'field' as const, doc: () => describeName('field', name, team, null) }) };
  if (/^[A-Za-z_]\w*$/.test(name)) return { ...known, insert: plainSnippet(name), replace };
  return { ...known, insert: plainSnippet(`['${name}']`), replace: { start: replace.start - 1, end: replace.end }, filter: `.${name}` };
}

function methodsOf(type: ExprType, replace: Span): readonly Completion[] {
  const takesList = type.kind === 'list' || type.kind === 'map' || type.kind === 'dyn';
  return functionDocs.flatMap(({ name, kind }) => {
    const spec = functionsByName.get(name);
    const isFit = kind === 'loop' ? takesList : spec !== undefined && spec.style !== 'function' && takesType(spec.takes[0] ?? 'any', type);
    return isFit ? [functionItem(name, replace)] : [];
  });
}

function functionItem(name: string, replace: Span, label = name): Completion {
  const found = functionDocs.find((doc) => doc.name === name);
  const takesNothing = found?.signature.includes('()') === true;
  const insert = found?.kind === 'loop' ? `${label}(\${1:x}, $0)` : takesNothing ? `${label}()` : `${label}($0)`;
  const kind = found?.kind === 'function' ? 'function' : 'method';
  return { label, kind, insert, replace, ...(found === undefined ? {} : { detail: found.signature }), doc: () => describeFunction(name) };
}

/** Functions that also stand alone, and those that do only. */
function completeNames(locals: readonly LocalName[], { scope, team, replace }: ExpressionRequest): readonly Completion[] {
  const own = locals.map(({ name, type }): Completion => ({ label: name, kind: 'variable', detail: showType(type), insert: name, replace }));
  const names = [...scope.names].map(([name, { type, doc }]): Completion => ({ label: name, kind: 'variable', detail: showType(type), doc: () => doc, insert: name, replace }));
  const fields = scope.names.has('state')
    ? [...scope.fields.keys()].map((name): Completion => ({ label: `state.${name}`, kind: 'field', insert: `state.${name}`, replace, doc: () => describeName('field', name, team, null) }))
    : [];
  const words = ['true', 'false', 'null'].map((word): Completion => ({ label: word, kind: 'word', insert: word, replace }));
  const functions = functionDocs.filter(({ name, kind }) => kind === 'function' && functionsByName.get(name)?.style !== 'method').map(({ name }) => functionItem(name, replace));
  return [...own, ...names, ...builtInLast(fields, team), ...functions, ...words];
}

/** Inside quotes: the id of a role where one is compared, a field where one is looked up. */
function completeText(text: string, { team, replace }: ExpressionRequest): readonly Completion[] {
  const use = nameUses(text).find(({ name }) => name === mark);
  if (use === undefined) return [];
  const known = use.of === 'role' ? team.sources.roles.flatMap(({ id }) => id ?? []) : Object.keys(team.fields);
  return known.map((name) => ({ label: name, kind: use.of, insert: plainSnippet(name), replace, doc: () => describeName(use.of, name, team, null) }));
}

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** The text up to the mark, with what is open there closed. */
function closed(text: string): string {
  const cut = text.slice(0, text.indexOf(mark) + mark.length);
  const open: string[] = [];
  let end = '';
  for (const { kind, text: token } of tokensOf(cut)) {
    if (kind === 'bracket' && token in closers) open.push(closers[token]!);
    else if (kind === 'bracket' && open.at(-1) === token) open.pop();
    else if (kind === 'string' && token.includes(mark)) end = token.replace(/^[rRbB]+/, '')[0] ?? '';
  }
  return cut + end + open.reverse().join('');
}

/** The shorter and shorter ends of a text whose beginning is broken. */
function tails(text: string): readonly string[] {
  return tokensOf(text).slice(1, 200).map(({ start }) => text.slice(start));
}
