/** The expressions in a team's texts, each cut out of its template, with the places of its characters. Compiles nothing. */
import type { CardText } from '../cards/mapReader';
import type { ExpressionScope } from '../expressions/scope';
import { splitTemplate } from '../expressions/splitTemplate';
import type { SourceRange } from '../shared/source';
import { teamTexts, textsOfScenario, type TextPlace } from '../team/expressionPlaces';
import type { LanguageTeam } from './languageTeam';

/** One expression; of a template with two, two. */
export interface ExpressionText {
  readonly text: string;
  readonly scope: ExpressionScope;
  readonly place: TextPlace;
  /** Where it begins in the text it stands in. */
  readonly offset: number;
  /** The braces around it, in offsets of the text it stands in. */
  readonly braces: readonly (readonly [number, number])[];
  span(start: number, end: number): SourceRange;
}

const kept = new WeakMap<LanguageTeam, readonly TextPlace[]>();

/** Of every file of the team. */
export function textsOf(team: LanguageTeam): readonly TextPlace[] {
  const known = kept.get(team) ?? [...allTexts(team)];
  kept.set(team, known);
  return known;
}

function* allTexts({ sources, scopes }: LanguageTeam): Generator<TextPlace, void, undefined> {
  yield* teamTexts(sources.team, sources.roles, sources, scopes);
  for (const scenario of sources.scenarios) yield* textsOfScenario(scenario, sources.roles, scopes);
}

export function expressionsIn(place: TextPlace): readonly ExpressionText[] {
  const { text, form, scope } = place;
  if (form === 'question') return [];
  if (form === 'expression') return [expressionAt(place, text, scope, text.text, 0, [])];
  return splitTemplate(text.text).flatMap(({ kind, text: inner, start, end }) => {
    if (kind === 'text') return [];
    const isClosed = kind === 'expression';
    const braces = [[start, start + 2] as const, ...(isClosed ? [[end - 2, end] as const] : [])];
    return [expressionAt(place, text, scope, isClosed ? inner : inner.slice(2), start + 2, braces)];
  });
}

function expressionAt(place: TextPlace, whole: CardText, scope: ExpressionScope, text: string, offset: number, braces: ExpressionText['braces']): ExpressionText {
  return { text, scope, place, offset, braces, span: (start, end) => whole.span(offset + start, offset + end) };
}
