/** How the state of a run, and of a role in it, is shown: icon, colour and word, the same in every view. */
import { l10n } from 'vscode';
import type { RunSummary } from '../../engine/events/runLog';
import type { RunView, StepState } from '../../engine/projections/runView';
import { unreachable } from '../../engine/shared/result';
import type { RunRecord } from '../runs/runRecord';
import type { RowColor } from './treeRow';

export interface Shown {
  readonly icon: string;
  readonly color?: RowColor;
  readonly word: string;
}

export type RunState = RunView['status'] | 'interrupted' | 'elsewhere' | 'stopping' | 'paused';

/** Of a run that this window does not go on with, by its line in the list; null: it cannot be read. */
export function stateOfSummary({ status, running, problem }: RunSummary): RunState | null {
  if (running) return 'elsewhere';
  if (problem !== undefined) return null;
  return status === null || status === 'running' ? 'interrupted' : (status as RunState);
}

/** A log without an end that nobody is writing belongs to a run that was cut off. */
export function stateOfRun(view: RunView, run: Pick<RunRecord, 'isLive' | 'isStopping' | 'runsElsewhere' | 'held'>): RunState {
  if (view.status !== 'running') return view.status;
  if (run.isStopping) return 'stopping';
  if (run.runsElsewhere) return 'elsewhere';
  if (run.isLive && view.waiting.length > 0) return 'waiting';
  if (run.held !== null) return 'paused';
  return run.isLive ? 'running' : 'interrupted';
}

export function showRunState(state: RunState): Shown {
  switch (state) {
    case 'running':
      return { icon: 'loading~spin', color: 'active', word: l10n.t('running') };
    case 'stopping':
      return { icon: 'loading~spin', color: 'active', word: l10n.t('stopping') };
    case 'paused':
      return { icon: 'debug-pause', color: 'attention', word: l10n.t('paused') };
    case 'completed':
      return { icon: 'check', color: 'done', word: l10n.t('finished') };
    case 'partial':
      return { icon: 'warning', color: 'attention', word: l10n.t('finished in part') };
    case 'failed':
      return { icon: 'error', color: 'failed', word: l10n.t('failed') };
    case 'waiting':
      return { icon: 'bell-dot', color: 'attention', word: l10n.t('waiting for you') };
    case 'stopped':
      return { icon: 'stop-circle', word: l10n.t('stopped') };
    case 'elsewhere':
      return { icon: 'broadcast', color: 'active', word: l10n.t('running elsewhere') };
    case 'interrupted':
      return { icon: 'debug-disconnect', color: 'attention', word: l10n.t('cut off') };
    default:
      return unreachable(state);
  }
}

export type RoleState = StepState | 'waiting' | 'reviewing' | 'reviewed' | 'not reached';

export function showRoleState(state: RoleState): Shown {
  switch (state) {
    case 'running':
      return { icon: 'loading~spin', color: 'active', word: l10n.t('running') };
    case 'waiting':
      return { icon: 'bell-dot', color: 'attention', word: l10n.t('waiting for you') };
    case 'reviewing':
      return { icon: 'loading~spin', color: 'active', word: l10n.t('reviewing') };
    case 'committed':
      return { icon: 'check', color: 'done', word: l10n.t('done') };
    case 'reviewed':
      return { icon: 'check', color: 'done', word: l10n.t('reviewed') };
    case 'partial':
      return { icon: 'warning', color: 'attention', word: l10n.t('partial') };
    case 'skipped':
      return { icon: 'debug-step-over', word: l10n.t('skipped') };
    case 'failed':
      return { icon: 'error', color: 'failed', word: l10n.t('failed') };
    case 'escalated':
      return { icon: 'arrow-up', color: 'attention', word: l10n.t('escalated') };
    case 'stopped':
      return { icon: 'stop-circle', word: l10n.t('stopped') };
    case 'not reached':
      return { icon: 'circle-large-outline', word: l10n.t('not reached') };
    default:
      return unreachable(state);
  }
}
