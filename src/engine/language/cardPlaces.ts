/** Every key and value of a card with what the tables of keys say of it: the one walk that hovers, references, completion and outlines are made of. */
import type { CardNode, MapEntry, ScalarNode } from '../cards/cardNode';
import { map, type Key, type Shape } from '../cards/shape';
import type { SourceCard } from '../team/loadedTeam';
import { kinds } from '../team/teamSources';

export interface CardPlace {
  readonly at: 'key' | 'value';
  readonly node: CardNode;
  /** Of the value; null: the tables say nothing of it. */
  readonly shape: Shape | null;
  /** The table's entry it stands under, or is the key of. */
  readonly key: Key | null;
  /** The key's name, for what stands in a map. */
  readonly name: string | null;
  /** Key: the map it stands in, with the map's shape. Value: what it stands in. */
  readonly within: CardPlace | null;
}

export function placesOf({ kind, map: card }: SourceCard): Generator<CardPlace, void, undefined> {
  return card === null ? nothing() : placesIn(card.node, map(kinds[kind].keys));
}

/** From the outside to the inside, in the order of the text. */
export function* placesIn(root: CardNode, shape: Shape): Generator<CardPlace, void, undefined> {
  yield* inside({ at: 'value', node: root, shape, key: null, name: null, within: null });
}

/** What a place usually holds, which is more than what it may hold. */
export function usualShape(shape: Shape | null): Shape | null {
  return shape?.usually ?? shape;
}

function* nothing(): Generator<CardPlace, void, undefined> {}

function* inside(place: CardPlace): Generator<CardPlace, void, undefined> {
  yield place;
  const { node, shape, key, name } = place;
  const usual = usualShape(shape);
  if (node.kind === 'list') {
    for (const item of node.items) yield* inside({ at: 'value', node: item, shape: usual?.list ?? null, key, name, within: place });
  } else if (node.kind === 'map') {
    for (const entry of node.entries) yield* entryOf(entry, usual, place);
  }
}

function* entryOf({ key: name, keyNode, value }: MapEntry, shape: Shape | null, within: CardPlace): Generator<CardPlace, void, undefined> {
  const key = keyIn(shape, name);
  const own = shapeIn(shape, name);
  yield { at: 'key', node: keyNode, shape: own, key, name, within };
  yield* inside({ at: 'value', node: value, shape: own, key, name, within });
}

function keyIn(shape: Shape | null, name: string): Key | null {
  return shape?.keys !== undefined && Object.hasOwn(shape.keys, name) ? shape.keys[name]! : null;
}

/** Of the value under a key. */
export function shapeIn(shape: Shape | null, name: string): Shape | null {
  return keyIn(shape, name)?.shape ?? shape?.entries ?? null;
}

export function isText(node: CardNode): node is ScalarNode & { readonly value: string } {
  return node.kind === 'scalar' && typeof node.value === 'string';
}
