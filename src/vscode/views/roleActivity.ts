/** What each role of a run is doing or has done, for lists of roles. A pure look at a RunView. */
import type { RunView, SpendRow, StepView } from '../../engine/projections/runView';
import type { RoleState } from './runState';

export interface RoleActivity {
  readonly state: RoleState;
  /** Dispatches of it. */
  readonly steps: number;
  /** The newest dispatch. */
  readonly lastStep: StepView | null;
  readonly spend: SpendRow | null;
}

/** Roles that did nothing are left out. `isLive`: false for a run that nobody is going on with. */
export function roleActivities(view: RunView, isLive: boolean): ReadonlyMap<string, RoleActivity> {
  const stepsOf = new Map<string, StepView[]>();
  for (const step of view.steps) {
    const known = stepsOf.get(step.role);
    if (known) known.push(step);
    else stepsOf.set(step.role, [step]);
  }
  const reviewers = isLive ? reviewingNow(view.steps.at(-1)) : new Set<string>();
  const roles = new Set([...stepsOf.keys(), ...view.spend.byRole.map(({ name }) => name)]);
  return new Map([...roles].map((role) => {
    const steps = stepsOf.get(role) ?? [];
    const lastStep = steps.at(-1) ?? null;
    const spend = view.spend.byRole.find(({ name }) => name === role) ?? null;
    const isWaiting = view.waiting.some(({ step }) => step === lastStep?.step);
    return [role, { state: isWaiting ? 'waiting' : stateOf(lastStep, reviewers.has(role), isLive), steps: steps.length, lastStep, spend }];
  }));
}

function stateOf(lastStep: StepView | null, isReviewing: boolean, isLive: boolean): RoleState {
  if (isReviewing) return 'reviewing';
  if (!lastStep) return 'reviewed';
  return lastStep.state === 'running' && !isLive ? 'stopped' : lastStep.state;
}

function reviewingNow(step: StepView | undefined): ReadonlySet<string> {
  if (step?.state !== 'running') return new Set();
  const calls = step.attempts.flatMap(({ reviewCalls }) => reviewCalls);
  return new Set(calls.filter(({ state }) => state === 'running').map(({ role }) => role));
}
