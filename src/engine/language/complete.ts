/** Completion: keys, names, words, and what expressions may say, for a text as it is being typed. Reads no file. */
import { MapReader } from '../cards/mapReader';
import { readRoleCard } from '../cards/roleCard';
import { readScenarioCard } from '../cards/scenarioCard';
import { readScriptCard } from '../cards/scriptCard';
import { readTeamCard } from '../cards/teamCard';
import type { CardKind } from '../team/loadedTeam';
import { textsOfReply, textsOfRole, textsOfScenario, textsOfTeam, type TextPlace } from '../team/expressionPlaces';
import { usualShape, type CardPlace } from './cardPlaces';
import { completeExpression } from './completeExpression';
import { completeKeys } from './completeKeys';
import { completeValue } from './completeValues';
import type { Completion } from './completion';
import { cursorAt, mark, type Cursor } from './cursor';
import type { LanguageTeam } from './languageTeam';
import { expressionsIn } from './teamTexts';

export interface CompletionRequest {
  readonly text: string;
  readonly offset: number;
  readonly kind: CardKind;
  readonly file: string;
  /** The team as it was checked last; its names are offered. */
  readonly team: LanguageTeam;
}

export function completeAt({ text, offset, kind, file, team }: CompletionRequest): readonly Completion[] {
  if (isInComment(text, offset)) return [];
  const cursor = cursorAt(text, offset, kind, file);
  if (cursor === null) return [];
  const { place } = cursor;
  if (place.at === 'key') return cursor.isName ? completeKeys(cursor, team) : [];
  const inText = mayBeExpression(place) ? completeText(cursor, kind, file, team) : null;
  const values = inText ?? (cursor.isName ? completeValue(cursor, team) : []);
  return [...values, ...completeKeys(cursor, team)];
}

/** In JSON any text may be a template. */
function mayBeExpression({ shape }: CardPlace): boolean {
  const usual = usualShape(shape);
  const form = usual?.scalar?.is;
  return usual === null || usual.json === true || form === 'expression' || form === 'condition' || form === 'template';
}

/** Null: it is no expression, and no template at this place. */
function completeText(cursor: Cursor, kind: CardKind, file: string, team: LanguageTeam): readonly Completion[] | null {
  const { node } = cursor.place;
  for (const found of textsIn(cursor, kind, file, team)) {
    if (found.text.node !== node) continue;
    const isAsked = found.form === 'question' && cursor.place.name === 'ask';
    const isBare = found.mayAsk && !isAsked && !found.text.text.includes('{{');
    const place: TextPlace = isBare ? { ...found, form: 'expression' } : found;
    const expression = expressionsIn(place).find(({ text }) => text.includes(mark));
    // A sentence is being written.
    if (expression === undefined || (isBare && /\s\S+\s/.test(found.text.text) && found.form !== 'expression')) return place.form === 'template' ? [] : null;
    return completeExpression({ text: expression.text, scope: expression.scope, team, replace: cursor.word });
  }
  return null;
}

/** The texts of the card as it is being typed. */
function* textsIn({ root }: Cursor, kind: CardKind, file: string, { sources, scopes }: LanguageTeam): Generator<TextPlace, void, undefined> {
  if (root.kind !== 'map') return;
  const map = new MapReader(root);
  if (kind === 'role') yield* textsOfRole(readRoleCard(map, file), scopes);
  if (kind === 'scenario') yield* textsOfScenario(readScenarioCard(map, file), sources.roles, scopes);
  if (kind === 'script') for (const reply of readScriptCard(map)) yield* textsOfReply(reply, sources.roles, scopes);
  if (kind !== 'team') return;
  const typed = readTeamCard(map, file);
  yield* textsOfTeam(typed, scopes);
  for (const role of typed.roles) yield* textsOfRole(role, scopes);
}

function isInComment(text: string, offset: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^\s*#/.test(line) || /\s#[^"'{}]*$/.test(line);
}
