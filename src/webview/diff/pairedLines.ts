/** Lines with what differs as two columns: what was taken out stands beside what came in its place. Pure; drawing is sideBySide.tsx. */
import type { DiffLine } from './diffLines';

type ChangedLine = Extract<DiffLine, { kind: 'added' | 'removed' }>;

export type PairedRow =
  | { readonly kind: 'gap'; readonly count: number }
  | { readonly kind: 'same'; readonly line: Extract<DiffLine, { kind: 'same' }> }
  /** Null: the other side has a line more here. */
  | { readonly kind: 'changed'; readonly left: ChangedLine | null; readonly right: ChangedLine | null };

export function pairedRows(lines: readonly DiffLine[]): readonly PairedRow[] {
  const rows: PairedRow[] = [];
  let removed: ChangedLine[] = [];
  let added: ChangedLine[] = [];
  const close = () => {
    for (let index = 0; index < Math.max(removed.length, added.length); index++) rows.push({ kind: 'changed', left: removed[index] ?? null, right: added[index] ?? null });
    removed = [];
    added = [];
  };
  for (const line of lines) {
    if (line.kind === 'removed') removed.push(line);
    else if (line.kind === 'added') added.push(line);
    else {
      close();
      rows.push(line.kind === 'same' ? { kind: 'same', line } : line);
    }
  }
  close();
  return rows;
}
