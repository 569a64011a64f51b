/** What the words and signs inside expressions and templates are, for their colours. Outside of them the editor's own YAML colours hold. */
import { paint, type PaintedKind } from '../expressions/tokens';
import type { SourceRange } from '../shared/source';
import type { LanguageTeam } from './languageTeam';
import { expressionsIn, textsOf } from './teamTexts';

/** On one line. */
export interface Coloured {
  readonly range: SourceRange;
  readonly kind: PaintedKind | 'brace';
}

/** In the order of the text. */
export function coloursOf(team: LanguageTeam, file: string): readonly Coloured[] {
  const found = new Map<string, Coloured>();
  const add = (range: SourceRange, kind: Coloured['kind']): void => {
    const isWhole = range.file === file && range.start.line === range.end.line && range.end.column > range.start.column;
    if (isWhole) found.set(`${range.start.line}:${range.start.column}`, { range, kind });
  };
  for (const place of textsOf(team)) {
    if (place.text.range.file !== file) continue;
    for (const { text, scope, braces, span } of expressionsIn(place)) {
      for (const [start, end] of braces) add(place.text.span(start, end), 'brace');
      for (const { kind, start, end } of paint(text, (name) => scope.names.has(name))) for (const [from, to] of lines(text, start, end)) add(span(from, to), kind);
    }
  }
  return [...found.values()].sort((a, b) => a.range.start.line - b.range.start.line || a.range.start.column - b.range.start.column);
}

/** A string or a comment may take several lines. */
function lines(text: string, start: number, end: number): readonly (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  for (let from = start; from < end; ) {
    const breakAt = text.indexOf('\n', from);
    const to = breakAt < 0 || breakAt > end ? end : breakAt;
    if (to > from) found.push([from, to]);
    from = to + 1;
  }
  return found;
}
