/** Tells bare text that a model should judge from an expression with a mistake in it. Compiles nothing. */
import type { ExpressionScope } from './scope';

/** Signs that make an expression wherever they stand. */
const operators = /==|!=|<=|>=|&&|\|\||[=<>+*{}[\]]|\w\(/;

/** Signs that sentences have too; among single words they are operators. */
const punctuation = /[!?%/:.-]/;

const literal = /^(?:true|false|null|-?\d[\d.]*|"[^"]*"|'[^']*')$/;

/**
 * Whether `skip_when`, `exit_when`, `finish_when` or `criteria` mean a question to a model: no operator, no call, no name of the scope.
 * Everything else is an expression, and a mistake in it is the user's to mend.
 */
export function looksLikeQuestion(text: string, scope: ExpressionScope): boolean {
  const trimmed = text.trim();
  if (trimmed === '' || literal.test(trimmed) || operators.test(trimmed)) return false;
  if (wordsOf(trimmed).some((word) => scope.names.has(word))) return false;
  return readsLikeProse(trimmed) || !(punctuation.test(trimmed) || /\sin\s/.test(trimmed));
}

/** Two words side by side stand in no expression; `in` is an operator. */
export function readsLikeProse(text: string): boolean {
  // Single spaces, so that the pattern needs no repetition inside a repetition.
  const spaced = text.replaceAll(/\s+/g, ' ');
  return /[\p{L}\p{N}_'’] (?!in )(?<! in )[\p{L}\p{N}_]/u.test(spaced) || /[^\p{ASCII}]/u.test(text.replaceAll(/"[^"]*"|'[^']*'/g, ''));
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[A-Za-z_]\w*/g) ?? [];
}
