/** Where each role, field, tool and model of a team is named: in keys, in values, and inside expressions and templates. Knows nothing of an editor. */
import type { ScalarNode } from '../cards/cardNode';
import { CardText } from '../cards/mapReader';
import type { NameOf } from '../cards/shape';
import { nameUses } from '../expressions/nameUses';
import type { SourcePosition, SourceRange } from '../shared/source';
import { isText, placesOf, usualShape, type CardPlace } from './cardPlaces';
import type { LanguageTeam } from './languageTeam';
import { expressionsIn, textsOf } from './teamTexts';

export interface Occurrence {
  readonly of: NameOf;
  readonly name: string;
  /** Of the name alone, without quotes. */
  readonly range: SourceRange;
  /** It comes to be here. */
  readonly declares: boolean;
  /** `plain`: YAML without quotes. `member`: behind a dot of an expression. `quoted`: within quotes of either. */
  readonly as: 'plain' | 'quoted' | 'member';
}

export type Occurrences = ReadonlyMap<string, readonly Occurrence[]>;

const kept = new WeakMap<LanguageTeam, Occurrences>();

/** By file, in the order of the text. */
export function occurrencesOf(team: LanguageTeam): Occurrences {
  const known = kept.get(team) ?? collect(team);
  kept.set(team, known);
  return known;
}

export function occurrenceAt(team: LanguageTeam, file: string, at: SourcePosition): Occurrence | null {
  return occurrencesOf(team).get(file)?.find(({ range }) => holds(range, at)) ?? null;
}

/** Both ends count: a cursor stands behind a name as well as before it. */
export function holds({ start, end }: SourceRange, { line, column }: SourcePosition): boolean {
  const isBehindStart = line > start.line || (line === start.line && column >= start.column);
  return isBehindStart && (line < end.line || (line === end.line && column <= end.column));
}

function collect(team: LanguageTeam): Occurrences {
  const found = new Map<string, Map<string, Occurrence>>();
  const add = (one: Occurrence): void => {
    const inFile = found.get(one.range.file) ?? new Map<string, Occurrence>();
    const key = `${one.range.start.line}:${one.range.start.column}`;
    if (!inFile.has(key)) inFile.set(key, one);
    found.set(one.range.file, inFile);
  };
  for (const { idText } of team.sources.roles) if (idText !== null) add(inYaml('role', idText, true));
  for (const card of team.sources.cards.values()) for (const place of placesOf(card)) for (const one of namesAt(place)) add(one);
  for (const one of inExpressions(team)) add(one);
  return new Map([...found].map(([file, inFile]) => [file, [...inFile.values()].sort(byPlace)]));
}

function namesAt({ at, node, shape, within }: CardPlace): readonly Occurrence[] {
  if (!isText(node) || node.value.trim() === '') return [];
  if (at === 'key') return keysOf(node, within);
  const scalar = usualShape(shape)?.scalar;
  const isName = scalar?.is === 'name' && scalar.also?.includes(node.value) !== true;
  if (!isName) return [];
  return [inYaml(scalar.of, new CardText(node.value, node), scalar.declares === true)];
}

function keysOf(node: ScalarNode & { readonly value: string }, within: CardPlace | null): readonly Occurrence[] {
  const keys = usualShape(within?.shape ?? null)?.keysAre;
  return keys === undefined ? [] : [inYaml(keys.of, new CardText(node.value, node), keys.declares === true)];
}

function inYaml(of: NameOf, text: CardText, declares: boolean): Occurrence {
  return { of, name: text.text, range: text.span(0, text.text.length), declares, as: text.isPlain ? 'plain' : 'quoted' };
}

function* inExpressions(team: LanguageTeam): Generator<Occurrence, void, undefined> {
  for (const place of textsOf(team)) {
    for (const { text, span } of expressionsIn(place)) {
      for (const { of, name, as, start, end } of nameUses(text)) yield { of, name, range: span(start, end), declares: false, as: as === 'member' ? 'member' : 'quoted' };
    }
  }
}

function byPlace(a: Occurrence, b: Occurrence): number {
  return a.range.start.line - b.range.start.line || a.range.start.column - b.range.start.column;
}
