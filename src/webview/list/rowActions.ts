/** What can be done with a row of the list: choose it, open or close it. */
import type { PanelModel } from '../state/panelModel';
import type { ListRow } from './listRows';

export function rowId(row: ListRow): string {
  return `row-${row.key.replace('.', '-')}`;
}

/** A group stands for its first step. */
export function chooseRow(model: PanelModel, row: ListRow): void {
  if (row.kind === 'step') model.choose(row.step.step);
  if (row.kind === 'activity') model.choose(row.step.step, row.index, row.activity.attempt);
  if (row.kind === 'group') model.choose(row.steps[0]!.step);
}

export function toggleRow(model: PanelModel, row: ListRow): void {
  if (row.kind !== 'step' && row.kind !== 'group') return;
  const key = row.kind === 'step' ? String(row.step.step) : row.key;
  model.change({ opened: { ...model.ui.value.opened, [key]: !row.isOpen } });
}
