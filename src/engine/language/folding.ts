/** What can be folded in a card: keys and items that take several lines, and comments. */
import { rangeOf } from '../cards/cardNode';
import type { SourceCard } from '../team/loadedTeam';
import { placesOf } from './cardPlaces';

/** Lines count from 1; the first stays in view. */
export interface Fold {
  readonly first: number;
  readonly last: number;
  readonly kind: 'part' | 'comment';
}

/** Null: the card could not be read, and its indentation is all there is to go by. */
export function foldsOf(card: SourceCard): readonly Fold[] | null {
  if (card.map === null || card.broken) return null;
  const found = new Map<number, Fold>();
  for (const { at, node, within } of placesOf(card)) {
    if (at === 'key' || within === null) continue;
    const { start, end } = rangeOf(node);
    const inMap = within.node.kind === 'map' ? within.node.entries.find(({ value }) => value === node) : undefined;
    const first = inMap === undefined ? start.line : rangeOf(inMap.keyNode).start.line;
    if (end.line > first && end.line > (found.get(first)?.last ?? 0)) found.set(first, { first, last: end.line, kind: 'part' });
  }
  return [...found.values(), ...commentsIn(card.map.node.source.original)].sort((a, b) => a.first - b.first);
}

function commentsIn(text: string): readonly Fold[] {
  const lines = text.split('\n');
  const folds: Fold[] = [];
  let first = -1;
  for (let index = 0; index <= lines.length; index++) {
    const isComment = /^\s*#/.test(lines[index] ?? '');
    if (isComment && first < 0) first = index;
    if (isComment || first < 0) continue;
    if (index - first > 1) folds.push({ first: first + 1, last: index, kind: 'comment' });
    first = -1;
  }
  return folds;
}
