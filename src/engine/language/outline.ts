/** The outline of a card: its keys, and what is in those that hold roles, fields, routes and the like. */
import { rangeOf, type CardNode, type MapEntry, type MapNode } from '../cards/cardNode';
import { map, type NameOf, type Shape } from '../cards/shape';
import type { SourceRange } from '../shared/source';
import type { SourceCard } from '../team/loadedTeam';
import { kinds } from '../team/teamSources';
import { shapeIn, usualShape } from './cardPlaces';

export interface OutlineItem {
  readonly name: string;
  /** One short line; may be empty. */
  readonly detail: string;
  readonly kind: NameOf | 'key' | 'item';
  /** All of it. */
  readonly range: SourceRange;
  /** What to go to. */
  readonly at: SourceRange;
  readonly children: readonly OutlineItem[];
}

/** Deeper, nobody looks for anything. */
const maxDepth = 4;
const maxDetail = 60;

/** What tells an item of a list from the others, the first that is there. */
const tellingKeys = ['role', 'agent_id', 'to', 'rule', 'that', 'judge', 'before', 'after', 'when', 'id', 'name', 'input'];
const secondKeys = ['when', 'message', 'choice', 'verdict', 'for_each'];

/** Empty where the card could not be read. */
export function outlineOf({ kind, map: card }: SourceCard): readonly OutlineItem[] {
  return card === null ? [] : entriesOf(card.node, map(kinds[kind].keys), 1);
}

function entriesOf({ entries }: MapNode, shape: Shape | null, depth: number): readonly OutlineItem[] {
  return entries.map((entry) => entryItem(entry, shape, depth));
}

function entryItem({ key, keyNode, value }: MapEntry, within: Shape | null, depth: number): OutlineItem {
  const at = rangeOf(keyNode);
  const whole = rangeOf(value);
  // An alias stands elsewhere.
  const isBehind = whole.file === at.file && whole.end.line >= at.end.line && whole.start.line >= at.start.line;
  const item = { name: key === '' ? '""' : key, detail: detailOf(value), kind: within?.keysAre?.of ?? ('key' as const), at };
  if (!isBehind) return { ...item, range: at, children: [] };
  return { ...item, range: { ...at, end: laterOf(at.end, whole.end) }, children: childrenOf(value, usualShape(shapeIn(within, key)), depth + 1) };
}

function childrenOf(value: CardNode, shape: Shape | null, depth: number): readonly OutlineItem[] {
  if (depth > maxDepth || shape === null) return [];
  if (value.kind === 'map') return shape.keys === undefined && shape.keysAre === undefined ? [] : entriesOf(value, shape, depth);
  if (value.kind !== 'list') return [];
  const items = usualShape(shape.list ?? null);
  return value.items.flatMap((item) => (item.kind === 'map' && items?.keys !== undefined ? [listItem(item, items, depth)] : []));
}

function listItem(item: MapNode, shape: Shape, depth: number): OutlineItem {
  const told = (keys: readonly string[]): string | undefined => keys.map((key) => textOf(item, key)).find((text) => text !== '');
  const range = rangeOf(item);
  const isRole = shape.keys !== undefined && 'responsibility' in shape.keys;
  const children = isRole ? entriesOf(item, shape, depth + 1) : [];
  return { name: told(tellingKeys) ?? '…', detail: told(secondKeys) ?? '', kind: isRole ? 'role' : 'item', range, at: { ...range, end: range.start }, children };
}

function textOf(map: MapNode, key: string): string {
  const value = map.entries.find((entry) => entry.key === key)?.value;
  return value === undefined ? '' : detailOf(value);
}

function detailOf(value: CardNode): string {
  if (value.kind !== 'scalar' || value.value === null) return '';
  const text = String(value.value).replaceAll(/\s+/g, ' ').trim();
  return text.length > maxDetail ? `${text.slice(0, maxDetail - 1)}…` : text;
}

function laterOf(a: SourceRange['end'], b: SourceRange['end']): SourceRange['end'] {
  return a.line > b.line || (a.line === b.line && a.column > b.column) ? a : b;
}
