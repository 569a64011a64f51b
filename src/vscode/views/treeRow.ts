/** A row of a tree as plain data, and what changed between two trees. It knows neither VS Code nor what the rows are about. */

export type RowColor = 'done' | 'failed' | 'attention' | 'active';

/** What a click does: open a file at a place, or a read-only document. */
export type RowTarget =
  | { readonly kind: 'file'; readonly path: string; readonly line: number; readonly column: number }
  | { readonly kind: 'document'; readonly id: string };

export interface TreeRow {
  /** Unique in its tree and the same for the same thing, so that choice and open rows outlive a refresh. */
  readonly id: string;
  readonly label: string;
  /** At most 28 characters; the rest belongs into the tooltip. */
  readonly description?: string;
  /** A codicon's name. */
  readonly icon?: string;
  readonly color?: RowColor;
  /** What a screen reader says, where label and description do not do. */
  readonly spoken?: string;
  readonly kind?: string;
  readonly target?: RowTarget;
  readonly open?: boolean;
  /** Undefined: it cannot be opened. */
  readonly children?: () => readonly TreeRow[];
  /** Markdown; made only for the row that is pointed at. */
  readonly tooltip?: () => string;
}

export const maxDescription = 28;

/** Cut where it is longer than a tree shows. */
export function describe(text: string): string {
  return text.length <= maxDescription ? text : `${text.slice(0, maxDescription - 1).trimEnd()}…`;
}

export interface TreeChange {
  /** The top level has other rows or another order. */
  readonly isWhole: boolean;
  /** Rows whose own look or whose children changed; the children of a listed row are not listed. */
  readonly rows: readonly string[];
}

/**
 * What a view has to draw again. `isShown` tells whether a row's children were ever asked for: what nobody has opened needs no look.
 */
export function changedRows(before: readonly TreeRow[], after: readonly TreeRow[], isShown: (id: string) => boolean): TreeChange {
  if (!sameIds(before, after)) return { isWhole: true, rows: [] };
  const rows: string[] = [];
  after.forEach((row, index) => collect(before[index]!, row, isShown, rows));
  return { isWhole: false, rows };
}

function collect(before: TreeRow, after: TreeRow, isShown: (id: string) => boolean, rows: string[]): void {
  const isParent = Boolean(after.children);
  if (lookOf(before) !== lookOf(after) || isParent !== Boolean(before.children)) {
    rows.push(after.id);
    return;
  }
  if (!isParent || !isShown(after.id)) return;
  const [old, now] = [before.children?.() ?? [], after.children?.() ?? []];
  if (sameIds(old, now)) now.forEach((child, index) => collect(old[index]!, child, isShown, rows));
  else rows.push(after.id);
}

function lookOf({ label, description, icon, color, kind, target }: TreeRow): string {
  return JSON.stringify([label, description, icon, color, kind, target]);
}

function sameIds(a: readonly TreeRow[], b: readonly TreeRow[]): boolean {
  return a.length === b.length && a.every((row, index) => row.id === b[index]!.id);
}
