/** Holds one scalar against the form that its key asks for. */
import { unreachable } from '../shared/result';
import { didYouMean, nearest } from '../shared/nearest';
import { describeNode, rangeOf, type ScalarNode } from './cardNode';
import { reportCutText } from './cutText';
import { parseDuration } from './duration';
import { renameTo, type Findings } from './findings';
import type { ScalarForm } from './shape';
import { quoted } from './tornValue';
import { reportYaml11 } from './yaml11';

/** A condition of nothing else is a question, and no expression. */
const plainWords = /^[\p{L}\p{N} ,’-]+$/u;

/** `what` names the key for people. The value is not null. */
export function checkScalar(node: ScalarNode, form: ScalarForm, what: string, findings: Findings): void {
  switch (form.is) {
    case 'text':
    case 'template':
      return checkProse(node, form, what, findings);
    case 'name':
    case 'path':
      return checkText(node, what, findings);
    case 'condition':
      return checkCondition(node, what, findings);
    case 'expression':
      return checkNotBlank(node, what, findings);
    case 'word':
      return checkWord(node, form.of, what, findings);
    case 'boolean':
      return typeof node.value === 'boolean' ? undefined : wrong(node, '`true` or `false`', what, findings);
    case 'duration':
      return checkDuration(node, what, findings);
    case 'number':
      return checkNumber(node, form, what, findings);
    default:
      return unreachable(form);
  }
}

function checkProse(node: ScalarNode, form: ScalarForm & { is: 'text' | 'template' }, what: string, findings: Findings): void {
  reportCutText(node, findings);
  checkText(node, what, findings, form.is === 'text' && form.mayBeBlank);
}

function checkCondition(node: ScalarNode, what: string, findings: Findings): void {
  if (plainWords.test(String(node.value))) reportCutText(node, findings);
  checkNotBlank(node, what, findings);
}

function checkText(node: ScalarNode, what: string, findings: Findings, mayBeBlank = false): void {
  if (typeof node.value === 'string') {
    reportYaml11(node, findings);
    return mayBeBlank ? undefined : checkNotBlank(node, what, findings);
  }
  const range = rangeOf(node);
  const fix = { title: 'Put it in quotes', range, text: quoted(node.source.written(node.start, node.end)) };
  findings.add('wrong-type', range, `${what} takes a text, but here is ${describeNode(node)}.`, { fix, hint: 'Put it in quotes.' });
}

function checkNotBlank(node: ScalarNode, what: string, findings: Findings): void {
  if (typeof node.value === 'string' && node.value.trim() === '') findings.add('wrong-type', rangeOf(node), `${what} is empty.`, { hint: 'Give it a value, or delete the key.' });
}

function checkWord(node: ScalarNode, words: readonly string[], what: string, findings: Findings): void {
  const value = String(node.value);
  if (typeof node.value === 'string' && words.includes(value)) return;
  const range = rangeOf(node);
  const close = nearest(value, words);
  findings.add('unknown-word', range, `${what} cannot be \`${shortened(value)}\`${didYouMean(close) || '.'}`, { fix: renameTo(close, range), hint: `It is one of: ${words.join(', ')}.` });
}

function checkDuration(node: ScalarNode, what: string, findings: Findings): void {
  const { value } = node;
  if ((typeof value === 'string' || typeof value === 'number') && parseDuration(value) !== null) return;
  findings.add('bad-duration', rangeOf(node), `${what} is no duration above zero.`);
}

function checkNumber(node: ScalarNode, form: ScalarForm & { is: 'number' }, what: string, findings: Findings): void {
  const { value } = node;
  const kind = form.integer === true ? 'a whole number' : 'a number';
  if (isQuotedNumber(node)) {
    const range = rangeOf(node);
    const fix = { title: 'Take off the quotes', range, text: String(value).trim() };
    return findings.add('wrong-type', range, `${what} takes ${kind}, but in quotes this is a text.`, { fix, hint: 'Take off the quotes.' });
  }
  if (typeof value !== 'number' || !Number.isFinite(value) || (form.integer === true && !Number.isSafeInteger(value))) return wrong(node, kind, what, findings);
  const bad = outside(value, form);
  if (bad !== null) findings.add('out-of-range', rangeOf(node), `${what} has to be ${bad}; it is ${value}.`);
}

function isQuotedNumber({ style, value }: ScalarNode): boolean {
  return typeof value === 'string' && (style === 'single' || style === 'double') && /^-?\d+(\.\d+)?$/.test(value.trim());
}

function outside(value: number, { min, max, above }: ScalarForm & { is: 'number' }): string | null {
  if (above !== undefined && value <= above) return `above ${above}`;
  const isLow = min !== undefined && value < min;
  const isHigh = max !== undefined && value > max;
  if (!isLow && !isHigh) return null;
  if (min !== undefined && max !== undefined) return `from ${min} to ${max}`;
  return isLow ? `${min} or more` : `${max} or less`;
}

function wrong(node: ScalarNode, kind: string, what: string, findings: Findings): void {
  findings.add('wrong-type', rangeOf(node), `${what} takes ${kind}, but here is ${describeNode(node)}.`);
}

function shortened(value: string): string {
  return value.length > 40 ? `${value.slice(0, 40)}…` : value;
}
