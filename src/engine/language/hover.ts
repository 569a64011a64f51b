/** What is said of the word at a place: a key, a word of a list, a name, or a part of an expression. Markdown; null where there is nothing to say. */
import type { ASTNode } from '@marcbachmann/cel-js';
import { rangeOf } from '../cards/cardNode';
import { describeShape } from '../cards/checkShape';
import type { Key } from '../cards/shape';
import { alsoDocs } from '../cards/wordDocs';
import { showType, type ExprType } from '../expressions/exprType';
import { inspect, type Inspected } from '../expressions/inspect';
import { tokensOf, type Token } from '../expressions/tokens';
import type { RunView } from '../projections/runView';
import type { SourcePosition, SourceRange } from '../shared/source';
import { isText, placesOf, usualShape, type CardPlace } from './cardPlaces';
import { code, describeFunction, describeName, describeWord } from './describe';
import type { LanguageTeam } from './languageTeam';
import { nameAt } from './lookUp';
import { holds } from './occurrences';
import { expressionsIn, textsOf, type ExpressionText } from './teamTexts';

export interface Hover {
  readonly range: SourceRange;
  readonly markdown: string;
}

export interface HoverRequest {
  readonly team: LanguageTeam;
  readonly file: string;
  readonly at: SourcePosition;
  /** The team's last run. */
  readonly run: RunView | null;
}

export function hoverAt({ team, file, at, run }: HoverRequest): Hover | null {
  const name = nameAt(team, file, at);
  const said = name === null ? null : describeName(name.of, name.name, team, run);
  if (name !== null && said !== null) return { range: name.range, markdown: said };
  return hoverInExpression(team, file, at) ?? hoverOnCard(team, file, at);
}

function hoverOnCard({ sources }: LanguageTeam, file: string, at: SourcePosition): Hover | null {
  const card = sources.cards.get(file);
  if (card === undefined) return null;
  let found: Hover | null = null;
  for (const place of placesOf(card)) {
    const { node } = place;
    const range = rangeOf(node);
    if (range.file !== file || node.kind !== 'scalar' || !holds(range, at)) continue;
    const markdown = place.at === 'key' ? describeKey(place.name ?? '', place.key) : describeValue(place);
    if (markdown !== null) found = { range, markdown };
  }
  return found;
}

/** Also for completion. */
export function describeKey(name: string, key: Key | null): string | null {
  if (key === null) return null;
  const spelling = key.spells === undefined ? '' : `Another spelling of ${code(key.spells)}.\n\n`;
  const choices = key.shape.scalar?.is === 'word' ? `\n\n${wordList(key)}` : '';
  return `**${name}** · ${describeShape(usualShape(key.shape) ?? key.shape)}${key.required === true ? ', required' : ''}\n\n${spelling}${key.doc}${choices}`;
}

function wordList({ shape: { scalar } }: Key): string {
  if (scalar?.is !== 'word') return '';
  return scalar.of.map((word) => `- ${code(word)}${scalar.docs?.[word] === undefined ? '' : ` ${scalar.docs[word]}`}`).join('\n');
}

function describeValue({ node, shape }: CardPlace): string | null {
  const scalar = usualShape(shape)?.scalar;
  if (!isText(node) || (scalar?.is !== 'word' && scalar?.is !== 'name')) return null;
  const doc = describeWord(node.value, scalar.is === 'word' ? scalar.docs : alsoDocs);
  return doc === null ? null : `${code(node.value)}\n\n${doc}`;
}

function hoverInExpression(team: LanguageTeam, file: string, at: SourcePosition): Hover | null {
  for (const place of textsOf(team)) {
    if (place.text.range.file !== file || !holds(place.text.range, at)) continue;
    for (const expression of expressionsIn(place)) {
      const token = tokensOf(expression.text).find(({ start, end }) => holds(expression.span(start, end), at));
      const markdown = token === undefined ? null : describeToken(token, expression);
      if (token !== undefined && markdown !== null) return { range: expression.span(token.start, token.end), markdown };
    }
  }
  return null;
}

function describeToken(token: Token, { text, scope }: ExpressionText): string | null {
  const { kind, text: word, start, end } = token;
  if (kind !== 'name') return null;
  const holder = /(\w*)\s*\.\s*$/.exec(text.slice(0, start))?.[1];
  const isCalled = /^\s*\(/.test(text.slice(end));
  const called = isCalled ? (describeFunction(word) ?? describeFunction(`${holder}.${word}`)) : null;
  if (called !== null) return called;
  const type = typeOfToken(token, holder !== undefined, inspect(text, scope));
  if (type !== null) return typed(word, type);
  const known = holder === undefined ? scope.names.get(word) : undefined;
  return known === undefined ? null : `${typed(word, known.type)}\n\n${known.doc}`;
}

/** Of a member, or of a name that a loop has made; null: it is neither, or not known. */
function typeOfToken(token: Token, isMember: boolean, looked: Inspected | null): ExprType | null {
  const inner = looked?.at(token.start).at(-1);
  if (looked === null || inner === undefined) return null;
  return isMember ? typeOfWord(looked, inner, token) : (looked.localsAt(inner).find(({ name }) => name === token.text)?.type ?? null);
}

/** The part that ends with the word. */
function typeOfWord(looked: Inspected, inner: ASTNode, { text: word, start }: Token): ExprType | null {
  const part = looked.find((node) => node.op === '.' && node.args[1] === word && node.pos === start);
  return looked.typeOf(part ?? inner);
}

function typed(name: string, type: ExprType): string {
  const members = type.kind === 'map' && type.fields.size > 0 ? `: ${[...type.fields.keys()].slice(0, 12).map(code).join(', ')}${type.fields.size > 12 ? ', …' : ''}` : '';
  return `**${name}** · ${showType(type)}${members}`;
}
