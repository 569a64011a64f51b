/** From text to syntax tree, within the limits, with syntax errors in plain words. What names and types mean is not judged here. */
import type { ASTNode } from '@marcbachmann/cel-js';
import { Environment, ParseError } from '@marcbachmann/cel-js';
import type { Result } from '../shared/result';
import { err, ok } from '../shared/result';
import { children } from './children';
import { expressionLimits } from './limits';
import type { ExpressionProblem, TextSpan } from './problems';

// Only the library's parser is used. Its evaluator has no budget, gives Infinity for a division by zero, and offers no way to replace
// `has`, the loops or the operators it brings; its checker stops at the first mistake. See compileNode.ts for ours.
const grammar = new Environment({
  limits: {
    maxAstNodes: expressionLimits.nodes,
    maxDepth: expressionLimits.nesting,
    maxListElements: expressionLimits.literalItems,
    maxMapEntries: expressionLimits.literalItems,
    maxCallArguments: expressionLimits.callArguments,
  },
});

export function parseExpression(text: string): Result<ASTNode, ExpressionProblem> {
  if (text.trim() === '') return err(syntax('The expression is empty.', { start: 0, end: text.length }));
  if (text.length > expressionLimits.sourceLength) {
    return err(tooLarge(`The expression is longer than ${expressionLimits.sourceLength} characters.`, { start: expressionLimits.sourceLength, end: text.length }));
  }
  try {
    const { ast } = grammar.parse(text);
    return isDeeperThan(ast, expressionLimits.depth) ? err(tooLarge('The expression has too many parts in a row.', ast)) : ok(ast);
  } catch (error) {
    if (error instanceof ParseError) return err(explain(error, text));
    // The parser recurses on runs of `!` and `-`.
    return err(tooLarge('The expression is too deeply nested.', { start: 0, end: text.length }));
  }
}

function isDeeperThan(node: ASTNode, levels: number): boolean {
  return levels === 0 || children(node).some((child) => isDeeperThan(child, levels - 1));
}

function syntax(message: string, span: TextSpan, hint?: string): ExpressionProblem {
  return { code: 'syntax', severity: 'error', message, ...(hint === undefined ? {} : { hint }), start: span.start, end: span.end };
}

function tooLarge(message: string, span: TextSpan): ExpressionProblem {
  return { code: 'too-large', severity: 'error', message, hint: 'Split it into smaller expressions.', start: span.start, end: span.end };
}

/** What people write for an operator in other languages. */
const otherSpellings = new Map([
  ['=', 'Compare with `==`.'],
  ['&', 'Write `&&` for "and".'],
  ['|', 'Write `||` for "or".'],
  ['and', 'Write `&&` for "and".'],
  ['or', 'Write `||` for "or".'],
  ['not', 'Write `!` before what must not hold.'],
  ['is', 'Compare with `==`.'],
  ['“', 'Use straight quotes.'],
  ['”', 'Use straight quotes.'],
  ['‘', 'Use straight quotes.'],
  ['’', 'Use straight quotes.'],
  ['`', 'Use straight quotes.'],
]);

/** Operators that only have to be written another way. */
const mends = new Map([
  ['=', '=='],
  ['&', '&&'],
  ['|', '||'],
  ['and', '&&'],
  ['or', '||'],
]);

const tokens = new Map([
  ['LPAREN', '('],
  ['RPAREN', ')'],
  ['LBRACKET', '['],
  ['RBRACKET', ']'],
  ['LBRACE', '{'],
  ['RBRACE', '}'],
  ['COLON', ':'],
  ['COMMA', ','],
]);

interface Place extends TextSpan {
  readonly text: string;
  /** The word, or the one character, at the start of the span. */
  readonly found: string;
  readonly summary: string;
  readonly hint: string | undefined;
}

const explanations = new Map<string, (place: Place) => ExpressionProblem>([
  ['unexpected_token', (place) => (place.found === '' ? syntax('Something is missing at the end.', atEnd(place.text)) : syntax(`A value is expected before \`${place.found}\`.`, foundSpan(place), place.hint))],
  ['unexpected_character', (place) => syntax(`\`${place.found}\` is not expected here.`, foundSpan(place), place.hint)],
  ['expected_token', expected],
  ['limit_exceeded', (place) => tooLarge(place.summary.includes('maxDepth') ? 'The expression is too deeply nested.' : 'The expression has too many parts.', place)],
  ['reserved_identifier', (place) => syntax(`\`${place.found}\` is a reserved word.`, place)],
  ['invalid_macro_argument', (place) => syntax('The first argument is a name for the item, such as `x` in `list.all(x, x > 0)`.', place)],
  ['unterminated_string', (place) => syntax('The string is not closed.', place, 'Add the closing quote.')],
  ['unterminated_triple_quoted_string', (place) => syntax('The string is not closed.', place, 'Add the three closing quotes.')],
  ['newline_in_string', (place) => syntax('A string in single quotes ends on its line.', place, 'Use `\\n`, or three quotes for a longer text.')],
]);

function explain(error: ParseError, text: string): ExpressionProblem {
  const span = error.range ?? { start: 0, end: text.length };
  const found = wordAt(text, span.start);
  const hint = otherSpellings.get(found) ?? otherSpellings.get(wordBefore(text, span.start));
  const place = { start: span.start, end: span.end, text, found, summary: error.summary, hint };
  const problem = explanations.get(error.code)?.(place) ?? syntax(`${error.summary}.`, span);
  const mend = mends.get(text.slice(problem.start, problem.end));
  return mend === undefined ? problem : { ...problem, mend };
}

function foundSpan({ start, found }: Place): TextSpan {
  return { start, end: start + found.length };
}

function expected(place: Place): ExpressionProblem {
  const token = /^Expected (\w+)/.exec(place.summary)?.[1] ?? '';
  const wanted = token === 'IDENTIFIER' ? 'A name' : `\`${tokens.get(token) ?? token}\``;
  if (place.found === '') return syntax(`${wanted} is missing at the end.`, atEnd(place.text));
  return syntax(`${wanted} is expected before \`${place.found}\`.`, foundSpan(place), place.hint);
}

/** Just behind the last character that counts. */
function atEnd(text: string): TextSpan {
  const end = text.trimEnd().length;
  return { start: end, end };
}

/** The word, or the one character, that starts at `offset`. */
function wordAt(text: string, offset: number): string {
  return /^(?:[\p{L}\p{N}_]+|.)/su.exec(text.slice(offset))?.[0] ?? '';
}

/** `x is 3`: the parser stops behind the word that matters. */
function wordBefore(text: string, offset: number): string {
  return /([A-Za-z]{1,8})\s?$/.exec(text.slice(Math.max(0, offset - 9), offset))?.[1] ?? '';
}
