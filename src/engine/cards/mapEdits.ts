/**
 * Text edits that give a map one key more or less, in the form and at the depth in which it is written: comments and all other lines stay.
 * Null where that cannot be done in one stroke. Knows nothing of what keys mean.
 */
import type { QuickFix } from '../shared/source';
import { rangeOf, type MapEntry, type MapNode } from './cardNode';
import type { SourceText } from './sourceText';
import { quoted } from './tornValue';

/** Replaces what stands between two offsets of the original text. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** `key: value` behind the last entry, or behind the last of the entries called `behind` that is there. `value` may have lines of its own, indented from its key. */
export function addEntry(map: MapNode, key: string, value: string, behind: readonly string[] = []): Edit | null {
  const last = map.entries.filter((entry) => behind.includes(entry.key)).at(-1) ?? map.entries.at(-1);
  if (last === undefined) return map.flow && map.end - map.start >= 2 ? insertion(map.source.toOriginal(map.start) + 1, ` ${key}: ${value} `) : null;
  // An alias stands for text elsewhere.
  if (!isOwn(map, last)) return null;
  const end = map.source.toOriginal(last.value.end);
  if (map.flow) return last.value.end === last.keyNode.end || value.includes('\n') ? null : insertion(end, `, ${key}: ${value}`);
  const line = map.source.lineAt(end);
  const [eol, indent] = [lineBreakOf(map.source, line.end), ' '.repeat(columnOf(map.source, last))];
  const lines = `${key}:${value.startsWith('\n') ? '' : ' '}${value}`.split('\n').map((each) => `${eol}${indent}${each}`);
  return insertion(line.end, lines.join(''));
}

/** The entry with its lines, or with its comma; a comment behind it stays. Its map must keep another. */
export function deleteEntry(map: MapNode, entry: MapEntry): Edit | null {
  const index = map.entries.indexOf(entry);
  if (index < 0 || map.entries.length < 2 || !isOwn(map, entry)) return null;
  return map.flow ? deleteInFlow(map, index) : deleteLines(map.source, entry);
}

/** The key alone under another name; its value stays. */
export function renameKey(map: MapNode, entry: MapEntry, name: string): Edit {
  return { start: map.source.toOriginal(entry.keyNode.start), end: map.source.toOriginal(entry.keyNode.end), text: name };
}

/** `key: value` in place of the whole entry. */
export function replaceEntry(map: MapNode, entry: MapEntry, text: string): Edit | null {
  return isOwn(map, entry) ? { start: map.source.toOriginal(entry.keyNode.start), end: map.source.toOriginal(entry.value.end), text } : null;
}

/** One stroke that does all of it. What lies between is written again as it was. Null where one of them cannot be done, or two touch the same text. */
export function quickFix(title: string, source: SourceText, ...edits: readonly (Edit | null)[]): QuickFix | undefined {
  const all = edits.filter((edit) => edit !== null).sort((a, b) => a.start - b.start || a.end - b.end);
  const [first] = all;
  if (first === undefined || all.length < edits.length) return undefined;
  let text = '';
  let done = first.start;
  for (const edit of all) {
    if (edit.start < done) return undefined;
    text += source.original.slice(done, edit.start) + edit.text;
    done = edit.end;
  }
  return { title, range: source.originalRange(first.start, done), text };
}

/** A text as a plain scalar, or in quotes where YAML would take it for something else. */
export function scalarText(value: string): string {
  const isPlain = /^[^\s[\]{},!&*|>'"%@`#?:-]/.test(value) && !/:(?:\s|$)|\s#|[[\]{},]|\s$/.test(value);
  return isPlain ? value : quoted(value);
}

function insertion(at: number, text: string): Edit {
  return { start: at, end: at, text };
}

function deleteInFlow(map: MapNode, index: number): Edit {
  const { source, entries } = map;
  const entry = entries[index]!;
  const next = entries[index + 1];
  const before = entries[index - 1];
  const [start, end] = next === undefined ? [before!.value.end, entry.value.end] : [entry.keyNode.start, next.keyNode.start];
  return { start: source.toOriginal(start), end: source.toOriginal(end), text: '' };
}

/** Null where something else stands on its lines. */
function deleteLines(source: SourceText, entry: MapEntry): Edit | null {
  const first = source.lineAt(source.toOriginal(entry.keyNode.start));
  const end = source.toOriginal(Math.max(entry.value.end, entry.keyNode.end));
  const last = source.lineAt(end);
  const before = source.original.slice(first.start, source.toOriginal(entry.keyNode.start));
  const behind = source.original.slice(end, last.end);
  const comment = /^\s*:?\s*(#.*)?$/.exec(behind);
  if (before.trim() !== '' || comment === null) return null;
  const eol = lineBreakAt(source.original, last.end);
  return { start: first.start, end: last.end + eol.length, text: comment[1] === undefined ? '' : `${before}${comment[1]}${eol}` };
}

function isOwn(map: MapNode, { keyNode, value }: MapEntry): boolean {
  return value.source === map.source && value.start >= keyNode.end && value.end <= map.source.parsed.length && rangeOf(value).start.line >= rangeOf(keyNode).start.line && value.end <= Math.max(map.end, keyNode.end + 1);
}

function columnOf(source: SourceText, { keyNode }: MapEntry): number {
  const at = source.toOriginal(keyNode.start);
  return at - source.lineAt(at).start;
}

/** The line break at this place, else the first of the file. */
function lineBreakOf(source: SourceText, at: number): string {
  return lineBreakAt(source.original, at) || (/\r\n|\n/.exec(source.original)?.[0] ?? '\n');
}

function lineBreakAt(text: string, at: number): string {
  return text.startsWith('\r\n', at) ? '\r\n' : text.startsWith('\n', at) ? '\n' : '';
}
