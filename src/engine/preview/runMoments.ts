/** The moments of a run that a role's prompt can be previewed for: its steps, its reviews, and the same in the teams that did a role's work. */
import type { RunEvent } from '../events/runEvent';
import type { RunView, StepView } from '../projections/runView';

/** One time that a team did the work of a role. */
export interface VisitPlace {
  /** Of the run that the team worked for. */
  readonly step: number;
  /** From 0: a revision is a visit of its own. */
  readonly visit: number;
}

export interface RunMoment {
  /** From the outermost run inwards; empty: the run's own step. */
  readonly within: readonly VisitPlace[];
  readonly step: number;
  /** The attempt of the step that the role reviewed; left out: it worked on the step. */
  readonly attempt?: number;
}

export interface FoundMoment extends RunMoment {
  /** Whose attempt it reviewed; null: none. */
  readonly author: string | null;
  /** One line: what came of it. */
  readonly outcome: string;
}

/** In the order in which they began. `file`: the team file that the role belongs to. Moments at which nothing was asked of it are left out. */
export function momentsIn(view: RunView, file: string, role: string, within: readonly VisitPlace[] = []): readonly FoundMoment[] {
  const isOwn = `${view.team.folder}/${view.team.file}` === file;
  return view.steps.flatMap((step) => [
    ...(isOwn ? momentsOf(step, role, within) : []),
    ...step.visits.flatMap((visit, index) => momentsIn(visit, file, role, [...within, { step: step.step, visit: index }])),
  ]);
}

function momentsOf({ step, role: author, outcome, attempts }: StepView, role: string, within: readonly VisitPlace[]): readonly FoundMoment[] {
  const worked = author === role && attempts.some(({ calls }) => calls.length > 0);
  const reviewed = attempts.filter(({ reviewCalls }) => reviewCalls.some((call) => call.role === role));
  return [
    ...(worked ? [{ within, step, author: null, outcome }] : []),
    ...reviewed.map(({ attempt, review }) => ({ within, step, attempt, author, outcome: review === null ? outcome : review.verdict })),
  ];
}

/** Null: the run has no such visit. */
export function viewWithin(view: RunView, within: readonly VisitPlace[]): RunView | null {
  return within.reduce<RunView | null>((outer, { step, visit }) => outer?.steps.find((each) => each.step === step)?.visits[visit] ?? null, view);
}

/** Each visit's events are a run of their own. */
export function eventsWithin(events: readonly RunEvent[], within: readonly VisitPlace[]): readonly RunEvent[] {
  return within.reduce((outer, { step, visit }) => {
    const all = outer.flatMap((event) => (event.type === 'team.event' && event.step === step ? [event.event] : []));
    const starts = all.flatMap((event, index) => (event.type === 'run.started' ? [index] : []));
    return starts[visit] === undefined ? [] : all.slice(starts[visit], starts[visit + 1]);
  }, events);
}
