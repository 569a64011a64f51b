/** What one evaluation carries along: the bindings, the items of its loops, and the work it may still do. */
import type { Json } from '../shared/json';
import { isObject } from '../shared/json';
import type { Result } from '../shared/result';
import type { Bindings } from './bindings';
import { expressionLimits } from './limits';
import type { Pattern } from './patterns';
import type { TextSpan } from './problems';
import { fail } from './problems';

export interface Frame {
  readonly bindings: Bindings;
  /** The current items of the loops, outermost first. */
  readonly slots: Json[];
  /** In the units of `expressionLimits.work`. */
  work: number;
  /** Patterns that were put together while it ran. */
  patterns: Map<string, Result<Pattern, string>> | null;
}

/** One part of an expression, made executable. Throws EvaluationFailure. */
export type Run = (frame: Frame) => Json;

export function newFrame(bindings: Bindings): Frame {
  return { bindings, slots: [], work: expressionLimits.work, patterns: null };
}

export function spend(frame: Frame, units: number, span: TextSpan): void {
  frame.work -= units;
  if (frame.work < 0) fail('too-much-work', span, 'This takes too long with these values.', 'Loop over fewer items, or match against a shorter text.');
}

/** The work of reading a text once. */
export function textWork(length: number): number {
  return 1 + length / 64;
}

export function checkLength(length: number, span: TextSpan): void {
  if (length > expressionLimits.textLength) fail('too-large', span, `This makes a text of more than ${expressionLimits.textLength.toLocaleString('en-US')} characters.`);
}

export function checkCount(count: number, span: TextSpan): void {
  if (count > expressionLimits.values) fail('too-large', span, `This makes a list of more than ${expressionLimits.values.toLocaleString('en-US')} items.`);
}

/**
 * Walks a value as if it were written out as JSON, so that one that refers to the same list many times cannot grow without bound.
 * Throws when it is larger than the limits allow.
 */
export function checkSize(value: Json, span: TextSpan): void {
  if (typeof value === 'string') return checkLength(value.length, span);
  if (typeof value !== 'object' || value === null) return;
  const size = { values: 0, text: 0 };
  addSize(value, size, span);
}

function addSize(value: Json, size: { values: number; text: number }, span: TextSpan): void {
  size.values++;
  checkCount(size.values, span);
  if (typeof value === 'string') {
    size.text += value.length;
    checkLength(size.text, span);
  } else if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) addSize(item, size, span);
  } else if (isObject(value)) {
    for (const key of Object.keys(value)) {
      size.text += key.length;
      addSize(value[key]!, size, span);
    }
  }
}
