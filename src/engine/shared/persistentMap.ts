/**
 * A map that never changes: `with` and `without` give another one, which shares all but a few nodes with this. What a change costs does not grow
 * with the map, so that a state which holds a thousand things can still be a plain value. Iterates in the order in which the keys first came in.
 */

/** Bits of a key's hash that choose the way at each level. */
const bits = 4;
const width = 1 << bits;

type Key = string | number;

interface Entry<K, V> {
  readonly key: K;
  readonly value: V;
  readonly hash: number;
  readonly order: number;
  /** Another key of the same hash. */
  readonly next: Entry<K, V> | null;
}

type Branch<K, V> = readonly Node<K, V>[];
type Node<K, V> = Branch<K, V> | Entry<K, V> | undefined;

export class PersistentMap<K extends Key, V> {
  private static readonly nothing = new PersistentMap<never, never>(undefined, 0, 0);

  private constructor(
    private readonly root: Node<K, V>,
    readonly size: number,
    /** Of the next key that comes in. */
    private readonly order: number,
  ) {}

  static empty<K extends Key, V>(): PersistentMap<K, V> {
    return PersistentMap.nothing as unknown as PersistentMap<K, V>;
  }

  get(key: K): V | undefined {
    return this.find(key)?.value;
  }

  has(key: K): boolean {
    return this.find(key) !== undefined;
  }

  with(key: K, value: V): PersistentMap<K, V> {
    const before = this.find(key);
    if (before !== undefined && before.value === value) return this;
    const entry = { key, value, hash: hashOf(key), order: before?.order ?? this.order, next: null };
    const isNew = before === undefined;
    return new PersistentMap(put(this.root, 0, entry), isNew ? this.size + 1 : this.size, isNew ? this.order + 1 : this.order);
  }

  without(key: K): PersistentMap<K, V> {
    if (!this.has(key)) return this;
    return this.size === 1 ? PersistentMap.empty() : new PersistentMap(take(this.root, 0, hashOf(key), key), this.size - 1, this.order);
  }

  keys(): readonly K[] {
    return this.entries().map((entry) => entry.key);
  }

  values(): readonly V[] {
    return this.entries().map((entry) => entry.value);
  }

  private entries(): readonly Entry<K, V>[] {
    if (this.size === 0) return [];
    const found: Entry<K, V>[] = [];
    collect(this.root, found);
    return found.sort((a, b) => a.order - b.order);
  }

  private find(key: K): Entry<K, V> | undefined {
    const hash = hashOf(key);
    let node = this.root;
    for (let level = 0; isBranch(node); level++) node = node[slot(hash, level)];
    for (let entry = node ?? null; entry !== null; entry = entry.next) if (entry.key === key) return entry;
    return undefined;
  }
}

function isBranch<K, V>(node: Node<K, V>): node is Branch<K, V> {
  return Array.isArray(node);
}

function slot(hash: number, level: number): number {
  return (hash >>> (level * bits)) & (width - 1);
}

function put<K, V>(node: Node<K, V>, level: number, entry: Entry<K, V>): Node<K, V> {
  if (node === undefined) return entry;
  if (isBranch(node)) {
    const at = slot(entry.hash, level);
    return withSlot(node, at, put(node[at], level + 1, entry));
  }
  if (node.hash === entry.hash) return { ...entry, next: unchained(node, entry.key) };
  const branch: Node<K, V>[] = new Array<Node<K, V>>(width).fill(undefined);
  branch[slot(node.hash, level)] = node;
  return put(branch, level, entry);
}

function take<K, V>(node: Node<K, V>, level: number, hash: number, key: K): Node<K, V> {
  if (node === undefined) return undefined;
  if (!isBranch(node)) return unchained(node, key) ?? undefined;
  const at = slot(hash, level);
  const rest = withSlot(node, at, take(node[at], level + 1, hash, key));
  return rest.every((one) => one === undefined) ? undefined : rest;
}

function withSlot<K, V>(branch: Branch<K, V>, at: number, node: Node<K, V>): Branch<K, V> {
  const copy = branch.slice();
  copy[at] = node;
  return copy;
}

/** The entries of one hash, but for a key's. */
function unchained<K, V>(entry: Entry<K, V> | null, key: K): Entry<K, V> | null {
  if (entry === null) return null;
  return entry.key === key ? entry.next : { ...entry, next: unchained(entry.next, key) };
}

function collect<K, V>(node: Node<K, V>, found: Entry<K, V>[]): void {
  if (isBranch(node)) for (const one of node) collect(one, found);
  else for (let entry = node ?? null; entry !== null; entry = entry.next) found.push(entry);
}

/** 32 bits: FNV-1a of a text; a number is its own. */
function hashOf(key: Key): number {
  if (typeof key === 'number') return key | 0;
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return hash | 0;
}
