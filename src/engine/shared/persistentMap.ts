/**
 * A map that never changes: `with` and `without` give another one, which shares all but a few nodes with this. What a change costs does not grow
 * with the map, so that a state which holds a thousand things can still be a plain value. Iterates in the order in which the keys first came in.
 */

type Key = string | number;

interface Entry<K, V> {
  readonly key: K;
  readonly value: V;
  /** 0 in a list. */
  readonly hash: number;
  readonly order: number;
  /** Another key of the same hash. */
  readonly next: Entry<K, V> | null;
}

/** Most maps are small: up to this size they are a list, which is looked through. */
const longestList = 8;
/** Above it, bits of a key's hash choose the way at each level of a tree. */
const bits = 4;
const width = 1 << bits;

type Branch<K, V> = readonly Node<K, V>[];
type Node<K, V> = Branch<K, V> | Entry<K, V> | undefined;

export class PersistentMap<K extends Key, V> {
  private static readonly nothing = new PersistentMap<never, never>([], null, 0, 0);

  private constructor(
    /** By their order; empty where there is a tree. */
    private readonly list: readonly Entry<K, V>[],
    private readonly tree: Branch<K, V> | null,
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
    if (before === undefined) return this.add(key, value);
    if (before.value === value) return this;
    const entry = { key, value, hash: before.hash, order: before.order, next: null };
    if (this.tree !== null) return new PersistentMap<K, V>([], put(this.tree, 0, entry) as Branch<K, V>, this.size, this.order);
    const list = this.list.slice();
    list[this.list.indexOf(before)] = entry;
    return new PersistentMap(list, null, this.size, this.order);
  }

  without(key: K): PersistentMap<K, V> {
    const before = this.find(key);
    if (before === undefined) return this;
    if (this.size === 1) return PersistentMap.empty();
    if (this.tree === null) return new PersistentMap(this.list.filter((entry) => entry !== before), null, this.size - 1, this.order);
    return new PersistentMap<K, V>([], take(this.tree, 0, before.hash, key) as Branch<K, V>, this.size - 1, this.order);
  }

  keys(): readonly K[] {
    return this.entries().map((entry) => entry.key);
  }

  values(): readonly V[] {
    return this.entries().map((entry) => entry.value);
  }

  private add(key: K, value: V): PersistentMap<K, V> {
    const size = this.size + 1;
    const { order } = this;
    if (this.tree === null && size <= longestList) return new PersistentMap([...this.list, { key, value, hash: 0, order, next: null }], null, size, order + 1);
    const tree = this.tree ?? this.list.reduce<Node<K, V>>((node, one) => put(node, 0, { ...one, hash: hashOf(one.key) }), emptyBranch<K, V>());
    return new PersistentMap<K, V>([], put(tree, 0, { key, value, hash: hashOf(key), order, next: null }) as Branch<K, V>, size, order + 1);
  }

  private entries(): readonly Entry<K, V>[] {
    if (this.tree === null) return this.list;
    const found: Entry<K, V>[] = [];
    collect(this.tree, found);
    return found.sort((a, b) => a.order - b.order);
  }

  private find(key: K): Entry<K, V> | undefined {
    const { list } = this;
    for (let at = 0; at < list.length; at++) if (list[at]!.key === key) return list[at];
    if (this.tree === null) return undefined;
    const hash = hashOf(key);
    let node: Node<K, V> = this.tree;
    for (let level = 0; isBranch(node); level++) node = node[slot(hash, level)];
    for (let entry = node ?? null; entry !== null; entry = entry.next) if (entry.key === key) return entry;
    return undefined;
  }
}

function isBranch<K, V>(node: Node<K, V>): node is Branch<K, V> {
  return Array.isArray(node);
}

function emptyBranch<K, V>(): Node<K, V>[] {
  return new Array<Node<K, V>>(width).fill(undefined);
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
  const branch = emptyBranch<K, V>();
  branch[slot(node.hash, level)] = node;
  return put(branch, level, entry);
}

/** An empty branch stays one only at the top: it has to be a branch. */
function take<K, V>(node: Node<K, V>, level: number, hash: number, key: K): Node<K, V> {
  if (node === undefined) return undefined;
  if (!isBranch(node)) return unchained(node, key) ?? undefined;
  const at = slot(hash, level);
  const rest = withSlot(node, at, take(node[at], level + 1, hash, key));
  return level > 0 && rest.every((one) => one === undefined) ? undefined : rest;
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
