/** The editor's types of tokens for the parts of an expression: every theme knows them. */
import type { Coloured } from '../../engine/language/colours';

export const tokenTypes: Readonly<Record<Coloured['kind'], string>> = {
  variable: 'variable',
  local: 'parameter',
  property: 'property',
  function: 'function',
  method: 'method',
  word: 'keyword',
  number: 'number',
  string: 'string',
  operator: 'operator',
  comment: 'comment',
  brace: 'operator',
};
