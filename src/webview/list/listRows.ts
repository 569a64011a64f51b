/** The rows of the list of steps: steps, what happened in them, and joined neighbours. Pure; drawing is stepList.tsx. */
import { totalTokens } from '../../engine/events/usage';
import type { HeldPlace } from '../../engine/projections/heldPlace';
import type { ActivityView, RunView, StepView } from '../../engine/projections/runView';
import { subtaskLabel } from '../../engine/projections/subtaskLabel';
import { isLater } from '../state/shownState';
import type { StepFilter, UiState } from '../state/uiState';

export type ListRow =
  | { readonly kind: 'step'; readonly key: string; readonly step: StepView; readonly isOpen: boolean; readonly canOpen: boolean; readonly level: number }
  | { readonly kind: 'activity'; readonly key: string; readonly step: StepView; readonly index: number; readonly activity: ActivityView; readonly level: number }
  | { readonly kind: 'group'; readonly key: string; readonly steps: readonly StepView[]; readonly role: string; readonly ofRole: number; readonly tokens: number; readonly isOpen: boolean }
  /** What comes behind a debugger that looks at an earlier place. */
  | { readonly kind: 'later'; readonly key: string }
  /** The supervisor is asked who is next: no step yet. */
  | { readonly kind: 'choosing'; readonly key: string; readonly at: number };

export type RowsOf = Pick<UiState, 'opened' | 'find' | 'filter' | 'isGrouped'>;

/** Fewer steps are shown one by one. */
export const groupFrom = 60;
const smallestGroup = 4;

export function listRows(view: RunView, ui: RowsOf, held: HeldPlace | null = null): readonly ListRow[] {
  const shown = view.steps.filter((step) => isOfFilter(step, ui.filter) && holds(step, ui.find));
  const isWhole = ui.filter === 'all' && ui.find === '';
  const rowsOf = (steps: readonly StepView[]) => (isWhole && ui.isGrouped && view.steps.length >= groupFrom ? grouped(steps, ui) : steps.flatMap((step) => stepRows(step, ui, 1)));
  const later = shown.filter((step) => isLater(step, held));
  const rows = later.length === 0 ? rowsOf(shown) : [...rowsOf(shown.filter((step) => !isLater(step, held))), { kind: 'later', key: 'later' } as const, ...rowsOf(later)];
  const choosing = view.loose.find((call) => call.state === 'running' && call.purpose === 'choose');
  return choosing !== undefined && isWhole ? [...rows, { kind: 'choosing', key: 'choosing', at: choosing.startedAt }] : rows;
}

export function countOf(steps: readonly StepView[], filter: StepFilter): number {
  return filter === 'all' ? steps.length : steps.filter((step) => isOfFilter(step, filter)).length;
}

export function findCount(steps: readonly StepView[], find: string): number {
  return steps.filter((step) => holds(step, find)).length;
}

function isOfFilter(step: StepView, filter: StepFilter): boolean {
  if (filter === 'rejected') return hasFailure(step);
  if (filter === 'failed') return step.state === 'failed' || step.state === 'escalated' || step.state === 'skipped';
  return true;
}

function holds(step: StepView, find: string): boolean {
  const wanted = find.trim().toLowerCase();
  if (wanted === '') return true;
  const texts = [step.role, String(step.step), subtaskLabel(step.subtask), step.outcome, ...step.activity.flatMap((row) => [row.label, row.text])];
  return texts.some((text) => text.toLowerCase().includes(wanted));
}

/** A step's view is the same object until something in it changes, so each is looked at once. */
const failures = new WeakMap<StepView, boolean>();

function hasFailure(step: StepView): boolean {
  let has = failures.get(step);
  if (has === undefined) failures.set(step, (has = step.activity.some((row) => row.state === 'failed')));
  return has;
}

/** A person's choice, else open where something went wrong or the model chose: exceptions speak. */
function isOpen(step: StepView, opened: UiState['opened']): boolean {
  return opened[step.step] ?? (hasFailure(step) || step.flags.length > 0 || step.activity.some((row) => row.kind === 'chosen by model'));
}

function stepRows(step: StepView, ui: RowsOf, level: number): readonly ListRow[] {
  const canOpen = step.activity.length > 1;
  const open = canOpen && isOpen(step, ui.opened);
  const row: ListRow = { kind: 'step', key: `s${step.step}`, step, isOpen: open, canOpen, level };
  if (!open) return [row];
  return [row, ...step.activity.map((activity, index): ListRow => ({ kind: 'activity', key: `s${step.step}.${index}`, step, index, activity, level: level + 1 }))];
}

/** Neighbours in which nothing went wrong are one row; the newest step is never joined, since it still changes. */
function grouped(steps: readonly StepView[], ui: RowsOf): readonly ListRow[] {
  const rows: ListRow[] = [];
  let quiet: StepView[] = [];
  const close = () => {
    if (quiet.length < smallestGroup) for (const step of quiet) rows.push(...stepRows(step, ui, 1));
    else rows.push(...groupRows(quiet, ui));
    quiet = [];
  };
  steps.forEach((step, index) => {
    if (isQuiet(step) && index < steps.length - 1) {
      quiet.push(step);
      return;
    }
    close();
    rows.push(...stepRows(step, ui, 1));
  });
  close();
  return rows;
}

function isQuiet(step: StepView): boolean {
  return step.state === 'committed' && step.rejectedTokens === 0 && step.decision.by !== 'model';
}

function groupRows(steps: readonly StepView[], ui: RowsOf): readonly ListRow[] {
  const counts = new Map<string, number>();
  for (const step of steps) counts.set(step.role, (counts.get(step.role) ?? 0) + 1);
  const [role, ofRole] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most));
  const key = `g${steps[0]!.step}`;
  const open = ui.opened[key] ?? false;
  const tokens = steps.reduce((sum, step) => sum + totalTokens(step.usage), 0);
  const row: ListRow = { kind: 'group', key, steps, role, ofRole, tokens, isOpen: open };
  return open ? [row, ...steps.flatMap((step) => stepRows(step, ui, 2))] : [row];
}

/** The row that is chosen: a step's, one of what happened in it, or the group that holds it. */
export function chosenIndex(rows: readonly ListRow[], { step, row }: Pick<UiState, 'step' | 'row'>): number {
  if (step === null) return -1;
  const exact = rows.findIndex((one) => (row === null ? one.kind === 'step' && one.step.step === step : one.kind === 'activity' && one.step.step === step && one.index === row));
  if (exact >= 0) return exact;
  return rows.findIndex((one) => (one.kind === 'step' && one.step.step === step) || (one.kind === 'group' && one.steps[0]!.step <= step && one.steps.at(-1)!.step >= step));
}
