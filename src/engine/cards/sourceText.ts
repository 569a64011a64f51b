/** The text of one file with its lines: turns offsets into places. Knows nothing of YAML. */
import type { SourcePosition, SourceRange } from '../shared/source';

/** Text put in before parsing, at an offset of the original, so that a mended file still reports places of the real one. */
export interface Insertion {
  readonly at: number;
  readonly text: string;
}

export class SourceText {
  /** The text that was parsed: the original with the insertions. Offsets of nodes count in it. */
  readonly parsed: string;
  private readonly lineStarts: number[] = [0];
  /** Where each insertion starts in the parsed text. */
  private readonly insertedAt: number[] = [];

  constructor(
    readonly file: string,
    readonly original: string,
    /** In order of their places. */
    private readonly insertions: readonly Insertion[] = [],
    /** The original with blanks in the place of what is not to be parsed. */
    private readonly readAs: string = original,
  ) {
    for (let at = original.indexOf('\n'); at >= 0; at = original.indexOf('\n', at + 1)) this.lineStarts.push(at + 1);
    let parsed = '';
    let done = 0;
    for (const { at, text } of insertions) {
      parsed += readAs.slice(done, at);
      this.insertedAt.push(parsed.length);
      parsed += text;
      done = at;
    }
    this.parsed = parsed + readAs.slice(done);
  }

  /** The same file with more text put in; `more` is in offsets of what was parsed. */
  withInsertions(more: readonly Insertion[]): SourceText {
    const moved = more.map(({ at, text }) => ({ at: this.toOriginal(at), text }));
    const all = [...this.insertions, ...moved].sort((a, b) => a.at - b.at);
    return new SourceText(this.file, this.original, all, this.readAs);
  }

  /** The range between two offsets of the parsed text, in the original file. */
  range(start: number, end: number): SourceRange {
    return { file: this.file, start: this.positionAt(this.toOriginal(start)), end: this.positionAt(this.toOriginal(end)) };
  }

  /** The original's range between two offsets of the original. */
  originalRange(start: number, end: number): SourceRange {
    return { file: this.file, start: this.positionAt(start), end: this.positionAt(end) };
  }

  /** What the user wrote between two offsets of the parsed text. */
  written(start: number, end: number): string {
    return this.original.slice(this.toOriginal(start), this.toOriginal(end));
  }

  toOriginal(offset: number): number {
    const index = lastAtOrBefore(this.insertedAt, offset - 1);
    const [last, start] = [this.insertions[index], this.insertedAt[index]];
    if (last === undefined || start === undefined) return offset;
    // An offset inside what was put in stands for the place where it was put.
    return last.at + Math.max(0, offset - start - last.text.length);
  }

  /** The line that an offset of the original lies in, counted from 0, with its start and the end before its line break. */
  lineAt(offset: number): { readonly line: number; readonly start: number; readonly end: number } {
    const line = lastAtOrBefore(this.lineStarts, offset);
    const start = this.lineStarts[line] ?? 0;
    let end = this.lineStarts[line + 1] ?? this.original.length;
    while (end > start && (this.original[end - 1] === '\n' || this.original[end - 1] === '\r')) end--;
    return { line, start, end };
  }

  private positionAt(place: number): SourcePosition {
    const offset = Math.min(place, this.original.length);
    const line = lastAtOrBefore(this.lineStarts, offset);
    return { line: line + 1, column: offset - (this.lineStarts[line] ?? 0) + 1 };
  }
}

/** Index of the last of the ascending numbers that is not above `wanted`; -1: none. */
function lastAtOrBefore(ascending: readonly number[], wanted: number): number {
  let low = -1;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((ascending[middle] ?? 0) <= wanted) low = middle;
    else high = middle - 1;
  }
  return low;
}
