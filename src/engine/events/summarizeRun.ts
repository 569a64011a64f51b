/** One line of a list of runs, from a run's first event and its last ones. Needs no event between. */
import type { RunSummary } from './runLog';
import type { EventType, RunEvent } from './runEvent';

/** `events`: all of them, or the first and as many of the last as hold a step's number. */
export function summarizeRun(
  place: Pick<RunSummary, 'run' | 'location' | 'running'>,
  events: readonly RunEvent[],
): RunSummary {
  const first = events[0];
  const last = events.at(-1);
  if (first?.type !== 'run.started') {
    const problem = first === undefined ? 'It holds no event yet.' : 'It does not begin with the start of a run.';
    return { ...place, team: '', task: '', startedAt: 0, status: null, reason: null, steps: 0, problem };
  }
  const ended = last?.type === 'run.finished' ? last : null;
  return {
    ...place,
    team: first.team.name,
    task: first.task,
    startedAt: first.at,
    status: ended?.status ?? null,
    reason: ended?.reason ?? null,
    steps: events.reduce((steps, event) => Math.max(steps, dispatched(event) ?? 0), 0),
    ...(first.forked === undefined ? {} : { forked: first.forked }),
  };
}

/** Types whose step has been dispatched. A question to the supervisor's model names a step that may never be. */
const ofDispatched: ReadonlySet<EventType> = new Set<EventType>([
  'role.started', 'role.finished', 'output.proposed', 'output.refused', 'rule.checked', 'review.decided', 'tool.called', 'tool.returned', 'workspace.committed',
]);

/** The number of the step that an event belongs to, where that step has been dispatched. */
export function dispatched(event: RunEvent): number | null {
  // Steps within count too, and the next step is numbered behind them.
  if (event.type === 'team.event') return event.step + (dispatched(event.event) ?? 0);
  return ofDispatched.has(event.type) && 'step' in event ? event.step : null;
}
