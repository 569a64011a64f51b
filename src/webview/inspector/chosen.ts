/** What the inspector shows: a step, one of its attempts and one of that attempt's requests. */
import type { AttemptView, CallView, RunView, StepView } from '../../engine/projections/runView';
import type { Role } from '../../engine/team/team';
import type { UiState } from '../state/uiState';

export interface Chosen {
  readonly view: RunView;
  readonly step: StepView;
  readonly role: Role | null;
  /** Null: nothing was asked of a model yet. */
  readonly attempt: AttemptView | null;
  /** The attempt before it. */
  readonly before: AttemptView | null;
}

export function chosenStep(view: RunView, ui: Pick<UiState, 'step' | 'attempt'>): Chosen | null {
  const step = view.steps.find((one) => one.step === ui.step);
  if (step === undefined) return null;
  const index = ui.attempt === null ? step.attempts.length - 1 : step.attempts.findIndex((one) => one.attempt === ui.attempt);
  const place = index < 0 ? step.attempts.length - 1 : index;
  return {
    view, step,
    role: view.team.roles.find((one) => one.id === step.role) ?? null,
    attempt: step.attempts[place] ?? null,
    before: step.attempts[place - 1] ?? null,
  };
}

/** The request that is shown: the chosen one of the attempt, else its last. */
export function chosenCall({ attempt }: Chosen, request: number | null): CallView | null {
  const calls = attempt?.calls ?? [];
  return (request === null ? calls.at(-1) : calls[request]) ?? calls.at(-1) ?? null;
}

export function isLost({ attempt }: Chosen): boolean {
  const state = attempt?.state;
  return state === 'contract broken' || state === 'precheck failed' || state === 'review rejected' || state === 'failed';
}
