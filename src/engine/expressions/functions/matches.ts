/** `text.matches(pattern)`. A pattern written as a literal is compiled, and its mistakes shown, when the expression is. */
import type { Json } from '../../shared/json';
import type { Result } from '../../shared/result';
import { BOOL } from '../exprType';
import { spend } from '../frame';
import type { Pattern } from '../patterns';
import { compilePattern } from '../patterns';
import { fail } from '../problems';
import type { CallSite, FunctionSpec } from './functionSpec';

export const matches: FunctionSpec = {
  name: 'matches',
  style: 'either',
  takes: ['string', 'string'],
  gives: BOOL,
  signature: 'string.matches(pattern): boolean',
  doc: 'Whether a regular expression (RE2 syntax) occurs in the string; `^` and `$` tie it to the ends.',
  run: ([text, source], site) => {
    const pattern = patternOf(source as string, site);
    return pattern.ok ? occurs(pattern.value, text!, site) : fail('bad-pattern', site.span, pattern.error);
  },
};

export function occurs(pattern: Pattern, text: Json, site: CallSite): boolean {
  spend(site.frame, pattern.work((text as string).length), site.span);
  return pattern.occursIn(text as string);
}

/** Each pattern is made, and paid for, once an evaluation. */
function patternOf(source: string, { frame, span }: CallSite): Result<Pattern, string> {
  frame.patterns ??= new Map();
  const known = frame.patterns.get(source);
  if (known !== undefined) return known;
  const made = compilePattern(source);
  frame.patterns.set(source, made);
  spend(frame, made.ok ? made.value.cost : 60 * source.length, span);
  return made;
}
