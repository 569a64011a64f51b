/** Every step of a run, those of the teams that do a role's work included, each under the name that people call it by. */
import type { RunView, StepView } from '../../engine/projections/runView';

export interface NamedStep {
  /** `4`, or `4.2` for the second step of the team that did the work of step 4. */
  readonly name: string;
  /** `make`, or `make/draft`. */
  readonly role: string;
  /** The run that it is a step of: the sub-team's own, for one of its steps. */
  readonly run: RunView;
  readonly step: StepView;
}

/** In order, inner steps behind the one they are the work of. Several visits of a team in one step are numbered on. */
export function allSteps(run: RunView): readonly NamedStep[] {
  return run.steps.flatMap((step) => named(String(step.step), step.role, run, step));
}

function named(name: string, role: string, run: RunView, step: StepView): readonly NamedStep[] {
  const inner = step.visits.flatMap((visit) => visit.steps.map((one) => ({ visit, one })));
  return [{ name, role, run, step }, ...inner.flatMap(({ visit, one }, index) => named(`${name}.${index + 1}`, `${role}/${one.role}`, visit, one))];
}

/** A step that a person is asked about waits, though nothing is at work on it. */
export function stepState({ status, waiting }: RunView, { step, state }: StepView): StepView['state'] | 'waiting' {
  return state === 'stopped' && status === 'waiting' && waiting.some((asked) => asked.step === step) ? 'waiting' : state;
}
