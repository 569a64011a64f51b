/** The built-in functions that make one kind of value from another. */
import type { Json } from '../../shared/json';
import { BOOL, DOUBLE, DYN, INT, STRING } from '../exprType';
import { checkLength, checkSize, spend, textWork } from '../frame';
import { fail } from '../problems';
import type { CallSite, FunctionSpec } from './functionSpec';

export const conversions: readonly FunctionSpec[] = [
  {
    name: 'string',
    style: 'function',
    takes: ['scalar'],
    gives: STRING,
    signature: 'string(value): string',
    doc: 'A number or a boolean as it is written.',
    run: ([value]) => String(value),
  },
  {
    name: 'json',
    style: 'function',
    takes: ['any'],
    gives: STRING,
    signature: 'json(value): string',
    doc: 'Any value as JSON.',
    run: ([value], { frame, span }) => {
      checkSize(value!, span);
      const text = JSON.stringify(value);
      spend(frame, textWork(text.length * 8), span);
      checkLength(text.length, span);
      return text;
    },
  },
  {
    name: 'int',
    style: 'function',
    takes: ['scalar'],
    gives: INT,
    signature: 'int(value): number',
    doc: 'A whole number: of a number without its fraction, of a string that writes one, 1 and 0 of a boolean.',
    run: ([value], site) => {
      const whole = Math.trunc(numberOf(value!, /^[-+]?\d+$/, 'a whole number', site)) + 0;
      return Number.isSafeInteger(whole) ? whole : fail('number-range', site.span, `${whole} is too large for a whole number.`);
    },
  },
  {
    name: 'double',
    style: 'function',
    takes: ['scalar'],
    gives: DOUBLE,
    signature: 'double(value): number',
    doc: 'A number: of a string that writes one, 1 and 0 of a boolean.',
    run: ([value], site) => numberOf(value!, /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/, 'a number', site),
  },
  {
    name: 'bool',
    style: 'function',
    takes: ['scalar'],
    gives: BOOL,
    signature: 'bool(value): boolean',
    doc: 'Of the strings true and false.',
    run: ([value], site) => {
      if (typeof value === 'boolean') return value;
      const text = String(value).toLowerCase();
      return text === 'true' || text === 'false' ? text === 'true' : fail('bad-value', site.span, `${JSON.stringify(value)} is neither true nor false.`);
    },
  },
  {
    name: 'dyn',
    style: 'function',
    takes: ['any'],
    gives: DYN,
    signature: 'dyn(value): value',
    doc: 'The value itself, without a check of its type.',
    run: ([value]) => value!,
  },
];

function numberOf(value: Json, form: RegExp, what: string, { span }: CallSite): number {
  if (typeof value !== 'string') return Number(value);
  const text = value.length <= 400 ? value.trim() : '';
  const number = form.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number + 0 : fail('bad-value', span, `${JSON.stringify(value.slice(0, 40))} is not ${what}.`);
}
