/** The built-in functions on lists, and `size`. None changes its list: each gives a new one. */
import type { Json } from '../../shared/json';
import { canonicalJson, isObject } from '../../shared/json';
import type { ExprType } from '../exprType';
import { DOUBLE, DYN, INT, listOf, STRING } from '../exprType';
import { checkCount, checkLength, checkSize, spend, textWork } from '../frame';
import { comparator } from '../loops';
import { fail } from '../problems';
import { showValue } from '../values';
import { characterCount } from './characters';
import type { CallSite, FunctionSpec } from './functionSpec';
import { position } from './stringFunctions';

const item = ([list]: readonly ExprType[]): ExprType => (list?.kind === 'list' ? list.item : DYN);
const same = ([list]: readonly ExprType[]): ExprType => (list?.kind === 'list' ? list : listOf(DYN));

type ListSpec = Omit<FunctionSpec, 'style' | 'run'> & { run(list: readonly Json[], args: readonly Json[], site: CallSite): Json };

/** Pays for going through the list once, then runs. */
function method(spec: ListSpec): FunctionSpec {
  const run = ([list, ...args]: readonly Json[], site: CallSite): Json => {
    spend(site.frame, 1 + (list as readonly Json[]).length / 8, site.span);
    return spec.run(list as readonly Json[], args, site);
  };
  return { ...spec, style: 'method', run };
}

export const listFunctions: readonly FunctionSpec[] = [
  {
    name: 'size',
    style: 'either',
    takes: ['sized'],
    gives: INT,
    signature: 'size(value): number',
    doc: 'The number of items, fields or characters; 0 for null.',
    run: ([of], site) => size(of!, site),
  },
  method({
    name: 'distinct',
    takes: ['list'],
    gives: same,
    signature: 'list.distinct(): list',
    doc: 'Without repeated items; the first of each stays.',
    run: (list, _args, site) => {
      checkSize(list, site.span);
      const seen = new Set<string>();
      return list.filter((value) => {
        const key = canonicalJson(value);
        spend(site.frame, 8 + textWork(key.length * 8), site.span);
        return !seen.has(key) && seen.add(key);
      });
    },
  }),
  method({ name: 'first', takes: ['list'], gives: item, signature: 'list.first(): item', doc: 'The first item; null of an empty list.', run: (list) => list[0] ?? null }),
  method({
    name: 'flatten',
    takes: ['list'],
    gives: (types) => (item(types).kind === 'list' ? item(types) : listOf(DYN)),
    signature: 'list.flatten(): list',
    doc: 'The items of the lists in it, one level down.',
    run: (list, _args, site) => {
      const made: Json[] = [];
      for (const value of list) {
        if (Array.isArray(value)) for (const inner of value as readonly Json[]) made.push(inner);
        else made.push(value);
        checkCount(made.length, site.span);
      }
      spend(site.frame, made.length / 8, site.span);
      return made;
    },
  }),
  method({
    name: 'join',
    takes: ['list', 'string'],
    optional: 1,
    gives: STRING,
    signature: "list.join([separator]): string",
    doc: 'The strings, numbers and booleans of a list as one string.',
    run: (list, [separator], site) => joinTexts(list, (separator as string | undefined) ?? '', site),
  }),
  method({ name: 'last', takes: ['list'], gives: item, signature: 'list.last(): item', doc: 'The last item; null of an empty list.', run: (list) => list.at(-1) ?? null }),
  method({ name: 'max', takes: ['list'], gives: item, signature: 'list.max(): item', doc: 'The largest of numbers or strings; null of an empty list.', run: (list, _args, site) => extreme(list, 1, site) }),
  method({ name: 'min', takes: ['list'], gives: item, signature: 'list.min(): item', doc: 'The smallest of numbers or strings; null of an empty list.', run: (list, _args, site) => extreme(list, -1, site) }),
  method({
    name: 'slice',
    takes: ['list', 'number', 'number'],
    optional: 1,
    gives: same,
    signature: 'list.slice(start[, end]): list',
    doc: 'From one position to before another, or to the end.',
    run: (list, [start, end], site) => list.slice(position(start, list.length, site, 0), position(end, list.length, site, list.length)),
  }),
  method({
    name: 'sort',
    takes: ['list'],
    gives: same,
    signature: 'list.sort(): list',
    doc: 'Numbers or strings in ascending order.',
    run: (list, _args, site) => [...list].sort(comparator(list, site.frame, site.span)),
  }),
  method({
    name: 'sum',
    takes: ['list'],
    gives: DOUBLE,
    signature: 'list.sum(): number',
    doc: 'The numbers added up; 0 for an empty list.',
    run: (list, _args, site) => {
      const sum = list.reduce<number>((total, value) => (typeof value === 'number' ? total + value : fail('wrong-type', site.span, `\`sum\` adds numbers, not ${showValue(value)}.`)), 0);
      return Number.isFinite(sum) ? sum : fail('number-range', site.span, 'The result is too large for a number.');
    },
  }),
];

function size(of: Json, { frame, span }: CallSite): number {
  if (Array.isArray(of)) return of.length;
  if (typeof of === 'string') {
    spend(frame, textWork(of.length), span);
    return characterCount(of);
  }
  return isObject(of) ? Object.keys(of).length : 0;
}

function extreme(list: readonly Json[], sign: 1 | -1, site: CallSite): Json {
  const compare = comparator(list, site.frame, site.span);
  return list.length === 0 ? null : list.reduce((best, value) => (compare(value, best) * sign > 0 ? value : best));
}

function joinTexts(list: readonly Json[], separator: string, site: CallSite): string {
  let length = separator.length * Math.max(0, list.length - 1);
  const texts = list.map((value) => {
    if (value === null || typeof value === 'object') return fail('wrong-type', site.span, `\`join\` takes strings, numbers and booleans, not ${showValue(value)}.`, 'Make strings of the items first: `.map(x, json(x))`.');
    length += String(value).length;
    checkLength(length, site.span);
    return String(value);
  });
  spend(site.frame, texts.length + textWork(length), site.span);
  return texts.join(separator);
}
