/** Reads values out of a map of the tree with their places. What does not fit is left out in silence: checkShape has reported it. */
import type { Json, JsonObject } from '../shared/json';
import type { SourceRange } from '../shared/source';
import { entryOf, jsonOf, rangeOf, type CardNode, type MapEntry, type MapNode, type ScalarNode } from './cardNode';
import { parseDuration } from './duration';
import { rangeInside } from './scalarOffsets';

/** A text of the user's that can tell the place of each of its characters. */
export class CardText {
  constructor(
    readonly text: string,
    readonly node: ScalarNode,
  ) {}

  get range(): SourceRange {
    return rangeOf(this.node);
  }

  /** The place of `text.slice(start, end)`. */
  span(start: number, end: number): SourceRange {
    return rangeInside(this.node, start, end);
  }

  /** In quotes or a block: then a mend inside it is not simply new text. */
  get isPlain(): boolean {
    return this.node.style === 'plain';
  }
}

export interface Placed<T> {
  readonly value: T;
  readonly range: SourceRange;
}

/** Only what is a text, and not blank. */
export function cardText(node: CardNode | undefined): CardText | null {
  return node?.kind === 'scalar' && typeof node.value === 'string' && node.value.trim() !== '' ? new CardText(node.value, node) : null;
}

/** An expression: a number or boolean without quotes is one too. */
export function expressionText(node: CardNode | undefined): CardText | null {
  if (node?.kind !== 'scalar' || node.value === null || typeof node.value === 'string') return cardText(node);
  return new CardText(node.source.written(node.start, node.end), node);
}

export class MapReader {
  constructor(readonly node: MapNode) {}

  get range(): SourceRange {
    return rangeOf(this.node);
  }

  entry(key: string): MapEntry | undefined {
    return entryOf(this.node, key);
  }

  has(key: string): boolean {
    return this.entry(key) !== undefined;
  }

  /** The place of the key itself. */
  keyRange(key: string): SourceRange | null {
    const entry = this.entry(key);
    return entry === undefined ? null : rangeOf(entry.keyNode);
  }

  value(key: string): CardNode | undefined {
    return this.entry(key)?.value;
  }

  text(key: string): CardText | null {
    return cardText(this.value(key));
  }

  expression(key: string): CardText | null {
    return expressionText(this.value(key));
  }

  /** One, or a list of them. */
  texts(key: string): readonly CardText[] {
    return textsOf(this.value(key));
  }

  word<T extends string>(key: string, words: readonly T[]): T | null {
    const text = this.text(key)?.text;
    return words.find((word) => word === text) ?? null;
  }

  number(key: string): number | null {
    const node = this.value(key);
    return node?.kind === 'scalar' && typeof node.value === 'number' && Number.isFinite(node.value) ? node.value : null;
  }

  boolean(key: string): boolean | null {
    const node = this.value(key);
    return node?.kind === 'scalar' && typeof node.value === 'boolean' ? node.value : null;
  }

  /** In milliseconds. */
  duration(key: string): number | null {
    const node = this.value(key);
    if (node?.kind !== 'scalar' || (typeof node.value !== 'string' && typeof node.value !== 'number')) return null;
    return parseDuration(node.value);
  }

  json(key: string): Json | undefined {
    const node = this.value(key);
    return node === undefined ? undefined : jsonOf(node);
  }

  object(key: string): JsonObject | null {
    const node = this.value(key);
    return node?.kind === 'map' ? (jsonOf(node) as JsonObject) : null;
  }

  map(key: string): MapReader | null {
    const node = this.value(key);
    return node?.kind === 'map' ? new MapReader(node) : null;
  }

  /** The maps of a list. */
  maps(key: string): readonly MapReader[] {
    const node = this.value(key);
    if (node?.kind !== 'list') return [];
    return node.items.flatMap((item) => (item.kind === 'map' ? [new MapReader(item)] : []));
  }

  list(key: string): readonly CardNode[] {
    const node = this.value(key);
    return node?.kind === 'list' ? node.items : [];
  }

  get entries(): readonly MapEntry[] {
    return this.node.entries;
  }
}

export function textsOf(node: CardNode | undefined): readonly CardText[] {
  const nodes = node === undefined ? [] : node.kind === 'list' ? node.items : [node];
  return nodes.flatMap((each) => cardText(each) ?? []);
}
