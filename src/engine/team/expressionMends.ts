/** Mends of expressions and conditions, where one is right: a name that was meant, an operator in its own spelling, plain words as the expression they mean. Reports nothing. */
import { scalarText } from '../cards/mapEdits';
import type { CardText } from '../cards/mapReader';
import { plainCondition } from '../expressions/plainCondition';
import type { ExpressionProblem } from '../expressions/problems';
import type { ExpressionScope } from '../expressions/scope';
import type { QuickFix, SourceRange } from '../shared/source';
import type { TextPlace } from './expressionPlaces';

/** The problem's own mend, inside the text. */
export function mendOf({ mend, start, end }: ExpressionProblem, text: CardText): QuickFix | undefined {
  const range = text.span(start, end);
  // Where its characters cannot be told from the text's own lines, nothing is put in their place.
  const isExact = range.start.line === range.end.line && range.end.column - range.start.column === end - start;
  return mend === undefined || !isExact ? undefined : { title: `Change to \`${mend}\``, range, text: mend };
}

/** Plain words as an expression. `range`: what it takes the place of. */
export function expressionFor(text: CardText, scope: ExpressionScope, range: SourceRange = text.range): QuickFix | undefined {
  const output = scope.names.get('output')?.type;
  const proposes = (field: string): boolean => scope.place === 'rule' && output?.kind === 'map' && output.fields.has(field);
  const expression = plainCondition(text.text, { fields: scope.fields, rootOf: (field) => (proposes(field) ? 'output' : 'state') });
  return expression === null ? undefined : { title: `Write it as \`${expression}\``, range, text: scalarText(expression) };
}

/** Prose where an expression is expected: the expression it means, else a question where one is legal. */
export function proseMend({ text, scope, mayAsk, range }: TextPlace): QuickFix | undefined {
  return expressionFor(text, scope, range) ?? (mayAsk && text.isPlain ? { title: 'Ask a model', range: text.range, text: `{ ask: ${JSON.stringify(text.text)} }` } : undefined);
}
