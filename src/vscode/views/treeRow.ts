/** A row of a tree as plain data, and what changed between two trees. It knows neither VS Code nor what the rows are about. */
import type { JsonObject } from '../../engine/shared/json';

export type RowColor = 'done' | 'failed' | 'attention' | 'active';

/** What a click does: open a file at a place, or a read-only document, or what a command opens. */
export type RowTarget =
  | { readonly kind: 'file'; readonly path: string; readonly line: number; readonly column: number }
  | { readonly kind: 'document'; readonly id: string }
  | { readonly kind: 'command'; readonly command: string; readonly argument: JsonObject };

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

/** As many of the parts as fit, in order; the first one always, cut where it has to be. */
export function describeParts(parts: readonly string[]): string {
  const [first = '', ...rest] = parts.filter((part) => part !== '');
  return rest.reduce((text, part) => (text.length + 3 + part.length <= maxDescription ? `${text} · ${part}` : text), describe(first));
}

export interface TreeChange {
  /** The top level has other rows, another order, or rows that can be opened now and could not before. */
  readonly isWhole: boolean;
  /** Rows whose own look or whose children changed; the children of a listed row are not listed. */
  readonly rows: readonly string[];
}

/** A tree as far as anybody has opened it. */
export interface ShownTree {
  readonly rows: readonly TreeRow[];
  /** Undefined: nobody has opened it. */
  readonly childrenOf: (row: TreeRow) => readonly TreeRow[] | undefined;
}

/** What a view has to draw again. What nobody has opened is not looked at. */
export function changedRows(before: ShownTree, after: ShownTree): TreeChange {
  if (!sameLevel(before.rows, after.rows)) return { isWhole: true, rows: [] };
  const changed: string[] = [];
  const compare = (old: readonly TreeRow[], now: readonly TreeRow[]): void => {
    now.forEach((row, index) => {
      const known = old[index]!;
      if (lookOf(known) !== lookOf(row)) {
        changed.push(row.id);
        return;
      }
      const children = before.childrenOf(known);
      if (!children) return;
      const childrenNow = after.childrenOf(row) ?? [];
      if (sameLevel(children, childrenNow)) compare(children, childrenNow);
      else changed.push(row.id);
    });
  };
  compare(before.rows, after.rows);
  return { isWhole: false, rows: changed };
}

function lookOf({ label, description, icon, color, kind, target }: TreeRow): string {
  return JSON.stringify([label, description, icon, color, kind, target]);
}

/** Rows that can be opened count as well: VS Code indents all rows of a level alike, but only when it draws them together. */
function sameLevel(a: readonly TreeRow[], b: readonly TreeRow[]): boolean {
  return a.length === b.length && a.every((row, index) => row.id === b[index]!.id && Boolean(row.children) === Boolean(b[index]!.children));
}
