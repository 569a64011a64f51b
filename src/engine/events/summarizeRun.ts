/** One line of a list of runs, from a run's first event and its last ones. Needs no event between. */
import type { RunSummary } from './runLog';
import type { RunEvent } from './runEvent';

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
  };
}

/** The number of the step that an event belongs to. A question to the supervisor's model names one that may never be. */
export function dispatched(event: RunEvent): number | null {
  switch (event.type) {
    case 'role.started':
    case 'role.finished':
    case 'output.proposed':
    case 'output.refused':
    case 'rule.checked':
    case 'review.decided':
    case 'tool.called':
    case 'tool.returned':
    case 'workspace.committed':
      return event.step;
    case 'run.started':
    case 'run.resumed':
    case 'run.finished':
    case 'limit.reached':
    case 'role.skipped':
    case 'model.requested':
    case 'model.responded':
    case 'model.failed':
    case 'condition.judged':
    case 'signal.sent':
    case 'commit.refused':
      return null;
  }
}
