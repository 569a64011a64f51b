/** A YAML file's content as a small tree with places: aliases followed, tags gone, keys plain texts. Made by yamlTree.ts. */
import type { Json } from '../shared/json';
import type { SourceRange } from '../shared/source';
import type { SourceText } from './sourceText';

interface Placed {
  /** Offsets into what was parsed of `source`. */
  readonly start: number;
  readonly end: number;
  readonly source: SourceText;
}

export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded';

export interface ScalarNode extends Placed {
  readonly kind: 'scalar';
  readonly value: string | number | boolean | null;
  readonly style: ScalarStyle;
}

export interface ListNode extends Placed {
  readonly kind: 'list';
  readonly items: readonly CardNode[];
}

export interface MapEntry {
  readonly key: string;
  readonly keyNode: ScalarNode;
  readonly value: CardNode;
}

export interface MapNode extends Placed {
  readonly kind: 'map';
  /** Written as `{ … }`. */
  readonly flow: boolean;
  /** In order; a key that is given twice stands once. */
  readonly entries: readonly MapEntry[];
}

export type CardNode = ScalarNode | ListNode | MapNode;

export function rangeOf(node: Placed): SourceRange {
  return node.source.range(node.start, node.end);
}

export function entryOf(map: MapNode, key: string): MapEntry | undefined {
  return map.entries.find((entry) => entry.key === key);
}

/** The value as plain JSON. */
export function jsonOf(node: CardNode): Json {
  if (node.kind === 'scalar') return typeof node.value === 'number' && !Number.isFinite(node.value) ? null : node.value;
  if (node.kind === 'list') return node.items.map(jsonOf);
  return Object.fromEntries(node.entries.map((entry) => [entry.key, jsonOf(entry.value)]));
}

/** How a person would call what stands there. */
export function describeNode(node: CardNode): string {
  if (node.kind === 'list') return 'a list';
  if (node.kind === 'map') return 'a map';
  if (node.value === null) return 'nothing';
  if (typeof node.value === 'string') return node.value === '' ? 'an empty text' : 'a text';
  return `\`${node.source.written(node.start, node.end)}\``;
}
