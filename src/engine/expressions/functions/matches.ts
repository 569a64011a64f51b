/** `text.matches(pattern)`. A pattern written as a literal is compiled, and its mistakes shown, when the expression is. */
import type { Json } from '../../shared/json';
import { BOOL } from '../exprType';
import { spend } from '../frame';
import { compilePattern, type Pattern } from '../patterns';
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
    const pattern = compilePattern(source as string);
    return pattern.ok ? occurs(pattern.value, text!, site) : fail('bad-pattern', site.span, pattern.error);
  },
};

export function occurs(pattern: Pattern, text: Json, site: CallSite): boolean {
  spend(site.frame, pattern.work((text as string).length), site.span);
  return pattern.occursIn(text as string);
}
