/**
 * Reads a large file as its parts, the entries of its map and the items of its long lists, so that a keystroke costs the part it is in: a part that did not
 * change is not parsed again. Only for files without a problem; of all others nothing is said here, and they are parsed as a whole. Both give the same tree.
 */
import { Recent } from '../shared/recent';
import type { CardNode, ListNode, MapEntry } from './cardNode';
import { Findings } from './findings';
import { parseYaml } from './parseYaml';
import { SourceText } from './sourceText';
import { syntaxProblems } from './yamlProblems';
import { maxNodes, TreeBuilder } from './yamlTree';

/** A shorter entry is not cut into the items of its list. */
const longEntry = 4 * 1024;

interface Part {
  readonly text: string;
  /** Its offset in the file. */
  readonly at: number;
}

interface ReadPart {
  /** With offsets in the part. */
  readonly node: CardNode | null;
  readonly size: number;
}

/** Null: it cannot stand for itself. */
type Read = ReadPart | { readonly node: null; readonly size: -1 };

const unfit: Read = { node: null, size: -1 };
/** As much as two files of the largest size. */
const entries = new Recent<Read>(512 * 1024);
const items = new Recent<Read>(512 * 1024);

/** Null: the file is no map of plain keys in block style, something is wrong in it, or a part of it needs another. */
export function readParts(source: SourceText): CardNode | null {
  const cut = loneReturn.test(source.original) ? null : entriesOf(source.original);
  const reader = new PartReader(source);
  const found = cut?.map((part) => reader.entry(part)) ?? [];
  const all = found.filter((entry) => entry !== null);
  const [first, last] = [all[0], all.at(-1)];
  if (first === undefined || last === undefined || all.length < found.length || reader.size > maxNodes) return null;
  // Reported where the whole is parsed.
  if (new Set(all.map(({ entry }) => entry.key)).size < all.length) return null;
  return { kind: 'map', flow: false, entries: all.map(({ entry }) => entry), start: first.entry.keyNode.start, end: last.end, source };
}

interface ReadEntry {
  readonly entry: MapEntry;
  /** Of the map, were this its last entry: a comment behind the value is within it. */
  readonly end: number;
}

class PartReader {
  /** Nodes in all parts. */
  size = 1;

  constructor(private readonly source: SourceText) {}

  entry(part: Part): ReadEntry | null {
    const cut = part.text.length > longEntry ? itemsOf(part) : null;
    if (cut === null) return this.single(part);
    const head = this.single(cut.head);
    const isHead = head?.entry.value.kind === 'scalar' && head.entry.value.value === null;
    const list = isHead ? this.list(cut.items) : null;
    return head === null || list === null ? null : { entry: { ...head.entry, value: list }, end: list.end };
  }

  private single({ text, at }: Part): ReadEntry | null {
    const node = this.read(entries.of(text, (each) => readPart(each, 0)), at);
    const [entry, ...others] = node?.kind === 'map' ? node.entries : [];
    return node === null || entry === undefined || others.length > 0 ? null : { entry, end: node.end };
  }

  private list(parts: readonly Part[]): ListNode | null {
    this.size++;
    const read = parts.map(({ text, at }) => this.read(items.of(text, (each) => readPart(each, 1)), at));
    const found = read.flatMap((node) => (node?.kind === 'list' && node.items.length === 1 ? [node] : []));
    const [first, last] = [found[0], found.at(-1)];
    if (first === undefined || last === undefined || found.length < read.length) return null;
    return { kind: 'list', items: found.flatMap((node) => node.items), start: first.start, end: last.end, source: this.source };
  }

  private read({ node, size }: Read, at: number): CardNode | null {
    this.size += size;
    return node === null ? null : this.moved(node, at);
  }

  /** The same with offsets in the file. */
  private moved(node: CardNode, by: number): CardNode {
    const place = { start: node.start + by, end: node.end + by, source: this.source };
    if (node.kind === 'scalar') return { ...node, ...place };
    if (node.kind === 'list') return { ...node, ...place, items: node.items.map((item) => this.moved(item, by)) };
    const moved = node.entries.map(({ key, keyNode, value }) => ({ key, keyNode: this.moved(keyNode, by) as MapEntry['keyNode'], value: this.moved(value, by) }));
    return { ...node, ...place, entries: moved };
  }
}

/** `depth`: how deep it lies in the file. */
function readPart(text: string, depth: number): Read {
  const documents = parseYaml(text);
  const [document] = documents;
  if (document === undefined || documents.length > 1 || syntaxProblems(documents, text).length > 0) return unfit;
  const findings = new Findings();
  const builder = new TreeBuilder(new SourceText('', text), findings);
  const node = builder.build(document.contents, depth);
  return findings.all.length > 0 || builder.hasAnchors || node === null ? unfit : { node, size: builder.size };
}

/** The library takes it for the end of some lines and not of others. */
const loneReturn = /\r(?!\n)/;
const plainKey = /^[A-Za-z_][\w-]*:(?=[ \t\r]|$)/;

/** From one key in the first column to the next. Null: something else stands there, or before the first. */
function entriesOf(text: string): readonly Part[] | null {
  const starts: number[] = [];
  for (const { at, line, indent } of linesOf(text)) {
    if (indent === 0 && plainKey.test(line)) starts.push(at);
    else if (starts.length === 0 || (indent === 0 && !isListItem(line))) return null;
  }
  return partsAt(starts, text, 0);
}

/** A key with nothing behind it, and the items of the list below. */
function itemsOf({ text, at }: Part): { readonly head: Part; readonly items: readonly Part[] } | null {
  const [key, ...lines] = linesOf(text);
  const [first] = lines;
  if (key === undefined || first === undefined || !isListItem(first.line.trimStart())) return null;
  // What is less far in is a comment at most, else the list would have ended.
  const outside = lines.some(({ line, indent }) => indent < first.indent || (indent === first.indent && !isListItem(line.trimStart())));
  if (outside) return null;
  const starts = lines.filter(({ indent }) => indent === first.indent).map((line) => line.at);
  return { head: { text: text.slice(0, first.at), at }, items: partsAt(starts, text, at) };
}

function partsAt(starts: readonly number[], text: string, by: number): readonly Part[] {
  return starts.map((start, index) => ({ text: text.slice(start, starts[index + 1] ?? text.length), at: by + start }));
}

function isListItem(line: string): boolean {
  return /^-(?=[ \t\r]|$)/.test(line);
}

interface Line {
  readonly at: number;
  readonly line: string;
  readonly indent: number;
}

/** Those that are neither blank nor, as far as can be told without parsing, a comment. */
function linesOf(text: string): readonly Line[] {
  const lines: Line[] = [];
  for (let at = 0; at < text.length; ) {
    const next = text.indexOf('\n', at);
    const end = next < 0 ? text.length : next;
    let start = at;
    while (start < end && text[start] === ' ') start++;
    const sign = text[start];
    if (start < end && sign !== '#' && sign !== '\r') lines.push({ at, line: text.slice(at, end), indent: start - at });
    at = end + 1;
  }
  return lines;
}
