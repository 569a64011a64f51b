/** The words and signs of an expression, for colours and for what cannot be parsed yet. Judges nothing: a text with mistakes has tokens too. */
import type { TextSpan } from './problems';

/** `word`: true, false, null and `in`. */
export type TokenKind = 'name' | 'word' | 'number' | 'string' | 'operator' | 'bracket' | 'comment';

export interface Token extends TextSpan {
  readonly kind: TokenKind;
  readonly text: string;
}

const patterns: readonly (readonly [TokenKind, RegExp])[] = [
  ['comment', /\/\/[^\n]*/y],
  ['string', /[rRbB]{0,2}(?:"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?)/y],
  ['number', /0[xX][\da-fA-F]+|(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?[uU]?/y],
  ['name', /[\p{L}_][\p{L}\p{N}_]*/uy],
  ['operator', /==|!=|<=|>=|&&|\|\||[-+*/%<>!?:=]/y],
  ['bracket', /[()[\]{},.]/y],
];

const words: ReadonlySet<string> = new Set(['true', 'false', 'null', 'in']);

export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const token = tokenAt(text, at);
    if (token !== null) tokens.push(token);
    at = token?.end ?? at + 1;
  }
  return tokens;
}

function tokenAt(text: string, at: number): Token | null {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found === undefined) continue;
    return { kind: kind === 'name' && words.has(found) ? 'word' : kind, text: found, start: at, end: at + found.length };
  }
  return null;
}

export type PaintedKind = 'variable' | 'local' | 'property' | 'function' | 'method' | 'word' | 'number' | 'string' | 'operator' | 'comment';

export interface Painted extends TextSpan {
  readonly kind: PaintedKind;
}

/** What each token is, by what stands beside it. `isKnown`: names of the scope; any other that is no function is a loop's own. */
export function paint(text: string, isKnown: (name: string) => boolean): readonly Painted[] {
  const tokens = tokensOf(text);
  return tokens.flatMap((token, index): readonly Painted[] => {
    const { kind, start, end } = token;
    if (kind === 'bracket') return [];
    if (kind !== 'name') return [{ kind, start, end }];
    const isMember = tokens[index - 1]?.text === '.';
    const isCalled = tokens[index + 1]?.text === '(';
    if (isMember) return [{ kind: isCalled ? 'method' : 'property', start, end }];
    if (isCalled) return [{ kind: 'function', start, end }];
    return [{ kind: isKnown(token.text) ? 'variable' : 'local', start, end }];
  });
}
