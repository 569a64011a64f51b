/** The keys of the list of steps: arrows choose, open and close, Enter goes to the inspector. */
import type { PanelModel } from '../state/panelModel';
import type { ListRow } from './listRows';
import { chooseRow, toggleRow } from './rowActions';

export function handleListKey(event: KeyboardEvent, model: PanelModel, rows: readonly ListRow[], chosen: number, page: number): void {
  if (event.ctrlKey || event.metaKey || event.altKey || rows.length === 0) return;
  if (!act(event.key, model, rows, chosen, page)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** True where the key meant something. */
function act(key: string, model: PanelModel, rows: readonly ListRow[], chosen: number, page: number): boolean {
  const by: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -rows.length, End: rows.length };
  const move = by[key];
  if (move !== undefined) {
    const from = chosen < 0 ? (move > 0 ? -1 : 0) : chosen;
    const to = Math.min(rows.length - 1, Math.max(0, from + move));
    // Steps stand on either side of a boundary.
    chooseRow(model, rows[rows[to]!.kind === 'later' ? to + Math.sign(move) : to]!);
    return true;
  }
  const row = rows[chosen];
  switch (key) {
    case 'ArrowRight':
      return row !== undefined && open(model, rows, row, chosen);
    case 'ArrowLeft':
      return row !== undefined && close(model, rows, row);
    case ' ':
      if (row !== undefined) toggleRow(model, row);
      return true;
    case 'Enter':
      model.change({ isStepShown: true });
      model.focusOn('inspector');
      return true;
    default:
      return false;
  }
}

function open(model: PanelModel, rows: readonly ListRow[], row: ListRow, chosen: number): boolean {
  const next = rows[chosen + 1];
  if (row.kind === 'group' || (row.kind === 'step' && row.canOpen)) {
    if (!row.isOpen) toggleRow(model, row);
    else if (next !== undefined) chooseRow(model, next);
  }
  return true;
}

function close(model: PanelModel, rows: readonly ListRow[], row: ListRow): boolean {
  const parent = parentOf(rows, row);
  if ((row.kind === 'step' || row.kind === 'group') && row.isOpen) toggleRow(model, row);
  else if (parent?.kind === 'group') toggleRow(model, parent);
  else if (parent !== undefined) chooseRow(model, parent);
  return true;
}

function parentOf(rows: readonly ListRow[], row: ListRow): ListRow | undefined {
  if (row.kind === 'activity') return rows.find((one) => one.kind === 'step' && one.step.step === row.step.step);
  if (row.kind !== 'step' || row.level === 1) return undefined;
  return rows.find((one) => one.kind === 'group' && one.steps.includes(row.step));
}
