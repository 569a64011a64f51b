/** The built-in functions on strings, patterns excepted. Positions count characters from 0. */
import type { Json } from '../../shared/json';
import { DYN, INT, listOf, STRING } from '../exprType';
import { BOOL } from '../exprType';
import { checkCount, checkLength, spend, textWork } from '../frame';
import { fail } from '../problems';
import { characterCount, characters, cut, toCharacters, toOffset } from './characters';
import { findLastText, findText } from './findText';
import type { CallSite, FunctionSpec } from './functionSpec';

/** Pays for reading the texts among the arguments once, then runs. */
function method(spec: Omit<FunctionSpec, 'style' | 'run'> & { run(args: readonly string[], site: CallSite): Json }): FunctionSpec {
  const run = (args: readonly Json[], site: CallSite): Json => {
    for (const arg of args) if (typeof arg === 'string') spend(site.frame, textWork(arg.length), site.span);
    return spec.run(args as readonly string[], site);
  };
  return { ...spec, style: 'method', run };
}

/** An argument that is a position: whole, and from 0 to `max`. */
export function position(value: Json | undefined, max: number, site: CallSite, absent: number): number {
  if (value === undefined) return absent;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > max) {
    return fail('bad-value', site.span, `${JSON.stringify(value)} is no position from 0 to ${max}.`);
  }
  return value;
}

export const stringFunctions: readonly FunctionSpec[] = [
  method({
    name: 'charAt',
    takes: ['string', 'number'],
    gives: STRING,
    signature: 'string.charAt(index): string',
    doc: 'The character at a position; empty just behind the last.',
    run: ([text, index], site) => {
      const at = position(index as Json, characterCount(text!), site, 0);
      return cut(text!, at, at + 1);
    },
  }),
  method({
    name: 'contains',
    takes: ['string', 'string'],
    gives: BOOL,
    signature: 'string.contains(part): boolean',
    doc: 'Whether the part occurs in the string.',
    run: ([text, part]) => findText(text!, part!) >= 0,
  }),
  method({
    name: 'endsWith',
    takes: ['string', 'string'],
    gives: BOOL,
    signature: 'string.endsWith(part): boolean',
    doc: 'Whether the string ends with the part.',
    run: ([text, part]) => text!.endsWith(part!),
  }),
  method({
    name: 'indexOf',
    takes: ['string', 'string', 'number'],
    optional: 1,
    gives: INT,
    signature: 'string.indexOf(part[, from]): number',
    doc: 'The first position of the part, at or behind `from`; -1 when it does not occur.',
    run: ([text, part, from], site) => {
      const start = position(from as Json | undefined, characterCount(text!), site, 0);
      return toCharacters(text!, findText(text!, part!, toOffset(text!, start)));
    },
  }),
  method({
    name: 'lastIndexOf',
    takes: ['string', 'string'],
    gives: INT,
    signature: 'string.lastIndexOf(part): number',
    doc: 'The last position of the part; -1 when it does not occur.',
    run: ([text, part]) => toCharacters(text!, findLastText(text!, part!)),
  }),
  method({
    name: 'lowerAscii',
    takes: ['string'],
    gives: STRING,
    signature: 'string.lowerAscii(): string',
    doc: 'A to Z in lower case, everything else as it is.',
    run: ([text]) => text!.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()),
  }),
  method({
    name: 'replace',
    takes: ['string', 'string', 'string', 'number'],
    optional: 1,
    gives: STRING,
    signature: 'string.replace(part, by[, count]): string',
    doc: 'Every occurrence of the part replaced, or only the first `count`.',
    run: ([text, part, by, count], site) => {
      const pieces = splitText(text!, part!, (count as unknown as number | undefined) ?? -1, site);
      checkLength(text!.length + (pieces.length - 1) * (by!.length - part!.length), site.span);
      return pieces.join(by);
    },
  }),
  method({
    name: 'split',
    takes: ['string', 'string', 'number'],
    optional: 1,
    gives: listOf(STRING),
    signature: 'string.split(separator[, limit]): list',
    doc: 'The pieces between the separators, at most `limit`; an empty separator gives the characters.',
    run: ([text, separator, limit], site) => {
      const most = limit as unknown as number | undefined;
      if (most === 0) return [];
      return splitText(text!, separator!, most === undefined || most < 0 ? -1 : most - 1, site);
    },
  }),
  method({
    name: 'startsWith',
    takes: ['string', 'string'],
    gives: BOOL,
    signature: 'string.startsWith(part): boolean',
    doc: 'Whether the string starts with the part.',
    run: ([text, part]) => text!.startsWith(part!),
  }),
  method({
    name: 'substring',
    takes: ['string', 'number', 'number'],
    optional: 1,
    gives: STRING,
    signature: 'string.substring(start[, end]): string',
    doc: 'From one position to before another, or to the end.',
    run: ([text, start, end], site) => {
      const length = characterCount(text!);
      const from = position(start as Json, length, site, 0);
      const to = position(end as Json | undefined, length, site, length);
      return to < from ? fail('bad-value', site.span, `The end ${to} lies before the start ${from}.`) : cut(text!, from, to);
    },
  }),
  method({
    name: 'trim',
    takes: ['string'],
    gives: STRING,
    signature: 'string.trim(): string',
    doc: 'Without white space at both ends.',
    run: ([text]) => text!.trim(),
  }),
  method({
    name: 'upperAscii',
    takes: ['string'],
    gives: STRING,
    signature: 'string.upperAscii(): string',
    doc: 'a to z in upper case, everything else as it is.',
    run: ([text]) => text!.replace(/[a-z]+/g, (letters) => letters.toUpperCase()),
  }),
  {
    name: 'reverse',
    style: 'method',
    takes: ['sequence'],
    gives: ([of]) => of ?? DYN,
    signature: 'list.reverse(): list · string.reverse(): string',
    doc: 'The items or characters in the opposite order.',
    run: ([of], site) => {
      if (typeof of === 'string') {
        spend(site.frame, of.length / 8, site.span);
        return characters(of).reverse().join('');
      }
      spend(site.frame, (of as readonly Json[]).length / 8, site.span);
      return [...(of as readonly Json[])].reverse();
    },
  },
];

/** Cuts at the first `cuts` occurrences of the separator; a negative number means all. */
function splitText(text: string, separator: string, cuts: number, site: CallSite): string[] {
  if (separator === '') return splitCharacters(text, cuts, site);
  const pieces: string[] = [];
  let start = 0;
  for (let at = findText(text, separator); at >= 0 && pieces.length !== cuts; at = findText(text, separator, start)) {
    pieces.push(text.slice(start, at));
    start = at + separator.length;
    checkCount(pieces.length, site.span);
  }
  pieces.push(text.slice(start));
  spend(site.frame, pieces.length, site.span);
  return pieces;
}

/** An empty separator stands between all characters. */
function splitCharacters(text: string, cuts: number, site: CallSite): string[] {
  const all = characters(text);
  checkCount(all.length, site.span);
  spend(site.frame, all.length, site.span);
  return cuts < 0 || cuts >= all.length - 1 ? all : [...all.slice(0, cuts), all.slice(cuts).join('')];
}
