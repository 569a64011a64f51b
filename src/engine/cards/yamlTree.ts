/**
 * Turns the YAML library's nodes into our tree: follows aliases, names duplicate and unsafe keys.
 * Not responsible for syntax errors, nor for what the keys mean.
 */
import { isAlias, isMap, isScalar, isSeq, type Alias, type Node, type Pair, type ParsedNode, type Scalar, type YAMLMap } from 'yaml';
import type { CardNode, MapEntry, ScalarNode, ScalarStyle } from './cardNode';
import type { Findings } from './findings';
import type { SourceText } from './sourceText';

/** Deeper than any card needs, and far from what overflows the stack. */
const maxDepth = 100;
/** Nodes after aliases are followed: a bomb multiplies, an honest file stays far below. */
export const maxNodes = 100_000;

const styles: Readonly<Record<string, ScalarStyle>> = {
  PLAIN: 'plain',
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'literal',
  BLOCK_FOLDED: 'folded',
};

/** Offsets of the first character and just behind the last, without trailing space. */
function spanOf(node: Node): readonly [number, number] {
  const range = node.range ?? [0, 0, 0];
  return [range[0], range[1]];
}

interface Anchored {
  readonly node: CardNode;
  readonly size: number;
}

export class TreeBuilder {
  private readonly anchors = new Map<string, Anchored | 'open'>();
  private nodes = 0;
  private tooLarge = false;

  constructor(
    private readonly source: SourceText,
    private readonly findings: Findings,
  ) {}

  /** How many nodes there are, each alias counted as what it stands for. */
  get size(): number {
    return this.nodes;
  }

  get hasAnchors(): boolean {
    return this.anchors.size > 0;
  }

  /** Null when there is nothing, or when the tree had to be given up (then it was reported). `depth`: how deep the contents lie in the file. */
  build(contents: ParsedNode | null, depth = 0): CardNode | null {
    const root = contents === null ? null : this.node(contents, depth);
    return this.tooLarge ? null : root;
  }

  private node(node: Node, depth: number): CardNode {
    const [start, end] = spanOf(node);
    if (depth > maxDepth) return this.giveUp('too-deep', start, end, `More than ${maxDepth} levels lie inside each other.`);
    if (this.tooLarge) return this.nothing(start);
    if (isAlias(node)) return this.alias(node);
    const before = this.nodes++;
    const anchor = 'anchor' in node && typeof node.anchor === 'string' ? node.anchor : undefined;
    if (anchor !== undefined) this.anchors.set(anchor, 'open');
    const built = this.collectionOrScalar(node, depth);
    if (anchor !== undefined) this.anchors.set(anchor, { node: built, size: this.nodes - before });
    return built;
  }

  private collectionOrScalar(node: Node, depth: number): CardNode {
    const [start, end] = spanOf(node);
    const { source } = this;
    if (isMap(node)) {
      return { kind: 'map', flow: node.flow === true, entries: this.entries(node, depth), start, end: this.trimmedEnd(start, end), source };
    }
    if (isSeq(node)) {
      const items = node.items.map((item) => (item === null ? this.nothing(end) : this.node(item as Node, depth + 1)));
      return { kind: 'list', items, start, end: this.trimmedEnd(start, end), source };
    }
    return isScalar(node) ? this.scalar(node) : this.nothing(start);
  }

  private scalar(node: Scalar): ScalarNode {
    const [start, whole] = spanOf(node);
    const end = this.trimmedEnd(start, whole);
    const { value } = node;
    const known = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null;
    const style = styles[node.type ?? 'PLAIN'] ?? 'plain';
    return { kind: 'scalar', value: known ? value : String(node.source ?? value), style, start, end, source: this.source };
  }

  private entries(map: YAMLMap, depth: number): readonly MapEntry[] {
    const seen = new Map<string, ScalarNode>();
    const entries: MapEntry[] = [];
    for (const pair of map.items as Pair<Node, Node | null>[]) {
      const keyNode = this.keyNode(pair.key);
      if (keyNode === null) continue;
      const key = String(keyNode.value ?? '');
      const value = pair.value === null ? this.nothing(keyNode.end) : this.node(pair.value, depth + 1);
      if (this.isFit(key, keyNode, seen.get(key))) entries.push({ key, keyNode, value });
      if (!seen.has(key)) seen.set(key, keyNode);
    }
    return entries;
  }

  private keyNode(key: unknown): ScalarNode | null {
    if (!isScalar(key)) return null;
    this.nodes++;
    const node = this.scalar(key);
    return { ...node, value: typeof node.value === 'string' ? node.value : String(key.source ?? node.value) };
  }

  private isFit(key: string, keyNode: ScalarNode, first: ScalarNode | undefined): boolean {
    const range = this.source.range(keyNode.start, keyNode.end);
    if (first !== undefined) {
      const related = [{ message: 'the first one', range: this.source.range(first.start, first.end) }];
      this.findings.add('duplicate-key', range, `\`${key}\` is given twice; the first stands in line ${related[0]?.range.start.line}.`, { related });
      return false;
    }
    if (key !== '__proto__') return true;
    this.findings.add('unsafe-key', range, '`__proto__` cannot be a key.');
    return false;
  }

  private alias(alias: Alias): CardNode {
    const [start, end] = spanOf(alias);
    const target = this.anchors.get(alias.source);
    const range = this.source.range(start, end);
    if (target === undefined || target === 'open') {
      const message = target === 'open' ? `\`*${alias.source}\` lies inside what it stands for.` : `\`*${alias.source}\` stands for an anchor that is not there.`;
      this.findings.add('bad-alias', range, message);
      return this.nothing(start);
    }
    this.nodes += target.size;
    if (this.nodes > maxNodes) return this.giveUp('alias-bomb', start, end, `The aliases of this file unfold to more than ${maxNodes} values.`);
    return target.node;
  }

  private giveUp(code: 'too-deep' | 'alias-bomb', start: number, end: number, message: string): CardNode {
    if (!this.tooLarge) this.findings.add(code, this.source.range(start, end), message);
    this.tooLarge = true;
    return this.nothing(start);
  }

  private nothing(at: number): ScalarNode {
    return { kind: 'scalar', value: null, style: 'plain', start: at, end: at, source: this.source };
  }

  /** Ranges of block collections and block scalars run to the next token: cut the space behind them. */
  private trimmedEnd(start: number, end: number): number {
    let at = end;
    while (at > start && /\s/.test(this.source.parsed[at - 1] ?? '')) at--;
    return at;
  }
}
