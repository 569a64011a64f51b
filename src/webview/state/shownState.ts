/** The icon and colour of each state: the same in the list, the graph and the header. */
import type { HeldPlace } from '../../engine/projections/heldPlace';
import type { AttemptView, RunView, StepState, StepView } from '../../engine/projections/runView';
import type { ActivityView } from '../../engine/projections/runView';
import type { Tone } from '../parts/icon';

export interface Shown {
  readonly icon: string;
  readonly tone?: Tone;
}

export const stepShown: { readonly [S in StepState]: Shown } = {
  running: { icon: 'loading', tone: 'active' },
  committed: { icon: 'check', tone: 'done' },
  partial: { icon: 'warning', tone: 'attention' },
  skipped: { icon: 'debug-step-over' },
  failed: { icon: 'error', tone: 'failed' },
  escalated: { icon: 'arrow-up', tone: 'attention' },
  stopped: { icon: 'stop-circle' },
};

export const waitingShown: Shown = { icon: 'bell-dot', tone: 'attention' };

export function isAsking(view: RunView, step: number): boolean {
  return view.waiting.some((question) => question.step === step);
}

export const attemptShown: { readonly [S in AttemptView['state']]: Shown } = {
  running: { icon: 'loading', tone: 'active' },
  proposed: { icon: 'loading', tone: 'active' },
  'contract broken': { icon: 'circle-slash', tone: 'failed' },
  'precheck failed': { icon: 'circle-slash', tone: 'failed' },
  'review rejected': { icon: 'circle-slash', tone: 'failed' },
  approved: { icon: 'check', tone: 'done' },
  committed: { icon: 'check', tone: 'done' },
  failed: { icon: 'error', tone: 'failed' },
  stopped: { icon: 'stop-circle' },
};

const activityIcons: { readonly [K in ActivityView['kind']]: Shown } = {
  'chosen by model': { icon: 'sparkle', tone: 'quiet' },
  tool: { icon: 'search', tone: 'quiet' },
  draft: { icon: 'edit', tone: 'quiet' },
  revision: { icon: 'edit', tone: 'quiet' },
  retry: { icon: 'edit', tone: 'quiet' },
  'call failed': { icon: 'error', tone: 'failed' },
  'contract broken': { icon: 'circle-slash', tone: 'failed' },
  'precheck failed': { icon: 'circle-slash', tone: 'failed' },
  review: { icon: 'loading', tone: 'active' },
  'review rejected': { icon: 'circle-slash', tone: 'failed' },
  'review approved': { icon: 'check', tone: 'done' },
  commit: { icon: 'save', tone: 'quiet' },
  'commit refused': { icon: 'circle-slash', tone: 'failed' },
  judged: { icon: 'question', tone: 'quiet' },
  extend: { icon: 'add', tone: 'quiet' },
  flagged: { icon: 'warning', tone: 'attention' },
};

/** A search has its own icon; other tools are told by a wrench. */
export function activityShown(row: ActivityView, toolTypes: (tool: string) => string | null): Shown {
  if (row.state === 'running') return { icon: 'loading', tone: 'active' };
  if (row.kind === 'tool') return { icon: row.state === 'failed' ? 'error' : toolIcon(toolTypes(row.label)), tone: row.state === 'failed' ? 'failed' : 'quiet' };
  if (row.state === 'failed' && (row.kind === 'draft' || row.kind === 'revision' || row.kind === 'retry' || row.kind === 'review')) return { icon: 'circle-slash', tone: 'failed' };
  return activityIcons[row.kind];
}

export function toolIcon(type: string | null): string {
  const icons: Readonly<Record<string, string>> = { search: 'search', read_file: 'file', list_files: 'folder', write_file: 'save', http_get: 'globe', calculate: 'symbol-operator' };
  return icons[type ?? ''] ?? 'tools';
}

export const laterShown: Shown = { icon: 'history', tone: 'quiet' };

/** A debugger looks at a place of the record that lies before this step. */
export function isLater({ step, seq }: StepView, held: HeldPlace | null): boolean {
  return held !== null && seq > held.seq && step !== held.step;
}

export const heldShown: Shown = { icon: 'debug-stackframe', tone: 'attention' };

export type RunState = RunView['status'] | 'interrupted' | 'elsewhere' | 'held';

export const runShown: { readonly [S in RunState]: Shown } = {
  running: { icon: 'loading', tone: 'active' },
  completed: { icon: 'check', tone: 'done' },
  partial: { icon: 'warning', tone: 'attention' },
  failed: { icon: 'error', tone: 'failed' },
  stopped: { icon: 'stop-circle' },
  waiting: waitingShown,
  interrupted: { icon: 'debug-disconnect', tone: 'attention' },
  elsewhere: { icon: 'broadcast', tone: 'active' },
  held: heldShown,
};
