/** Holds a tree against the tables of keys and reports all that does not fit: wrong types, unknown and missing keys. Resolves no names. */
import { didYouMean, nearest } from '../shared/nearest';
import type { SourceRange } from '../shared/source';
import { checkScalar } from './checkScalar';
import { describeNode, rangeOf, type CardNode, type MapEntry, type MapNode, type ScalarNode } from './cardNode';
import { renameTo, type Findings } from './findings';
import type { KeyTable, Shape } from './shape';
import { quoted } from './tornValue';
import { reportYaml11 } from './yaml11';

/** `what` names the thing for people: `a role card`, `limits`. */
export function checkShape(node: CardNode, shape: Shape, what: string, findings: Findings): void {
  if (shape.json === true) return checkJson(node, findings);
  if (node.kind === 'scalar') return checkScalarPlace(node, shape, what, findings);
  if (node.kind === 'list') {
    if (shape.list === undefined) return wrongType(node, shape, what, findings);
    // A list that the user began but did not fill has items without value.
    for (const item of node.items) checkShape(item, shape.list, `an item of ${what}`, findings);
    return;
  }
  if (shape.keys !== undefined && (shape.entries === undefined || shape.scalar !== undefined)) return checkKeys(node, shape, what, findings);
  if (shape.entries === undefined) return mapInstead(node, shape, what, findings);
  for (const { key, keyNode, value } of node.entries) {
    reportYaml11(keyNode, findings);
    checkShape(value, shape.entries, `\`${key}\``, findings);
  }
}

function checkScalarPlace(node: ScalarNode, shape: Shape, what: string, findings: Findings): void {
  if (node.value === null) {
    if (shape.empty !== true) findings.add('wrong-type', rangeOf(node), `${what} has no value; it takes ${describeShape(shape)}.`, { hint: 'Give it a value, or delete the key.' });
    return;
  }
  if (shape.scalar === undefined) return wrongType(node, shape, what, findings);
  if (shape.list !== undefined && node.style === 'plain' && /^-[^\s\d]/.test(String(node.value)) && shape.scalar.is !== 'expression' && shape.scalar.is !== 'condition') {
    findings.add('wrong-type', rangeOf(node), `${what} is read as one text: a space is missing behind \`-\`.`, { hint: 'Put a space behind each `-`.' });
    return;
  }
  checkScalar(node, shape.scalar, what, findings);
}

function checkKeys(map: MapNode, shape: Shape, what: string, findings: Findings): void {
  const table = shape.keys ?? {};
  const more = shape.more ?? new Set<string>();
  const unknown = map.entries.filter((entry) => !Object.hasOwn(table, entry.key) && !more.has(entry.key));
  const isNoneKnown = unknown.length > 0 && unknown.every((entry) => nearest(entry.key, Object.keys(table)) === null) && unknown.length === map.entries.length;
  if (shape.scalar !== undefined && isNoneKnown) return mapInstead(map, shape, what, findings);
  for (const entry of unknown) unknownKey(entry, table, more, what, findings);
  for (const entry of map.entries) {
    const key = Object.hasOwn(table, entry.key) ? table[entry.key] : undefined;
    if (key !== undefined) checkShape(entry.value, key.shape, `\`${entry.key}\``, findings);
    else if (more.has(entry.key)) checkJson(entry.value, findings);
  }
  const meant = unknown.map((entry) => nearest(entry.key, Object.keys(table)));
  checkRequired(map, table, meant, what, findings);
}

/** `meant`: keys that were probably meant by others; one slip of the pen is one problem. */
function checkRequired(map: MapNode, table: KeyTable, meant: readonly (string | null)[], what: string, findings: Findings): void {
  for (const [name, key] of Object.entries(table)) {
    if (key.required === true && !isGiven(map, name, table) && !meant.includes(name)) findings.add('missing-key', headOf(map), `${what} has no \`${name}\`.`, { hint: `Add \`${name}\`: ${key.doc}` });
  }
}

/** Under its own name or another spelling. */
function isGiven(map: MapNode, name: string, table: KeyTable): boolean {
  return map.entries.some((entry) => entry.key === name || (Object.hasOwn(table, entry.key) && table[entry.key]?.spells === name));
}

function unknownKey(entry: MapEntry, table: KeyTable, more: ReadonlySet<string>, what: string, findings: Findings): void {
  const range = rangeOf(entry.keyNode);
  if (entry.key === '<<') {
    findings.add('unknown-key', range, 'YAML merges (`<<`) are not read.', { hint: 'Write the keys out.' });
    return;
  }
  const close = nearest(entry.key, [...Object.keys(table), ...more]);
  const hint = Object.keys(table).length > 12 ? undefined : `It takes: ${Object.keys(table).join(', ')}.`;
  findings.add('unknown-key', range, `\`${entry.key}\` is no key of ${what}${didYouMean(close) || '.'}`, { fix: renameTo(close, range), hint });
}

/** A map where a text should be is mostly a text with a colon that YAML took for a key. */
function mapInstead(map: MapNode, shape: Shape, what: string, findings: Findings): void {
  const range = rangeOf(map);
  const isText = shape.scalar !== undefined && shape.scalar.is !== 'number' && shape.scalar.is !== 'boolean';
  if (!isText || map.flow || map.entries.length !== 1 || range.start.line !== range.end.line) return wrongType(map, shape, what, findings);
  const fix = { title: 'Put the value in quotes', range, text: quoted(map.source.written(map.start, map.end)) };
  if (shape.scalar?.is === 'expression') findings.add('torn-expression', range, 'YAML takes this expression for `key: value`: it needs quotes.', { fix });
  else findings.add('unquoted-text', range, 'YAML takes this text for `key: value`: it needs quotes.', { fix });
}

function wrongType(node: CardNode, shape: Shape, what: string, findings: Findings): void {
  if (isTornExpression(node, shape)) {
    const range = rangeOf(node);
    const fix = { title: 'Put the expression in quotes', range, text: quoted(node.source.written(node.start, node.end)) };
    findings.add('torn-expression', range, `${what} takes an expression, but YAML reads ${describeNode(node)} here: it needs quotes.`, { fix });
    return;
  }
  findings.add('wrong-type', rangeOf(node), `${what} takes ${describeShape(shape)}, but here is ${describeNode(node)}.`);
}

/** `when: [1, 2].size() > x` is torn by YAML with an error; `{'a': 1}` or `[1, 2]` alone without. A condition may be a list or a map; one with a key that holds nothing, `{state.x}`, is neither. */
function isTornExpression(node: CardNode, shape: Shape): boolean {
  const sign = node.source.parsed[node.start];
  const { start, end } = rangeOf(node);
  const isCondition = shape.scalar?.is === 'condition' && node.kind === 'map' && node.entries.some(({ value }) => value.start === value.end);
  return (shape.scalar?.is === 'expression' || isCondition) && node.kind !== 'scalar' && (sign === '[' || sign === '{') && start.line === end.line;
}

function checkJson(node: CardNode, findings: Findings): void {
  if (node.kind === 'scalar') return checkJsonScalar(node, findings);
  if (node.kind === 'list') return node.items.forEach((item) => checkJson(item, findings));
  for (const entry of node.entries) {
    reportYaml11(entry.keyNode, findings);
    checkJson(entry.value, findings);
  }
}

/** JSON has no infinity; `1e400` would become null in silence. */
function checkJsonScalar(node: ScalarNode, findings: Findings): void {
  if (typeof node.value === 'number' && !Number.isFinite(node.value)) findings.add('out-of-range', rangeOf(node), `${describeNode(node)} is no number that JSON can hold.`, { hint: 'Numbers go up to 1.79e308. For a text, put it in quotes.' });
  reportYaml11(node, findings);
}

function headOf(map: MapNode): SourceRange {
  const first = map.entries[0];
  return first === undefined ? rangeOf(map) : rangeOf(first.keyNode);
}

const scalarNames: Readonly<Record<string, string>> = {
  text: 'a text',
  name: 'a name',
  expression: 'an expression',
  template: 'a text',
  condition: 'an expression or a question',
  path: 'a path',
  duration: 'a duration such as 60s',
  boolean: '`true` or `false`',
  word: 'a word',
};

/** What may stand there, for people. */
export function describeShape(shape: Shape): string {
  const forms: string[] = [];
  if (shape.scalar?.is === 'number') forms.push(shape.scalar.integer === true ? 'a whole number' : 'a number');
  else if (shape.scalar !== undefined) forms.push(scalarNames[shape.scalar.is] ?? 'a text');
  if (shape.list !== undefined) forms.push('a list');
  if (shape.keys !== undefined || shape.entries !== undefined) forms.push('a map');
  return forms.length > 1 ? `${forms.slice(0, -1).join(', ')} or ${forms.at(-1)}` : (forms[0] ?? 'a value');
}
