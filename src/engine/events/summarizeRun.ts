/** One line of a list of runs, kept up to date event by event, so that whoever writes a run has it at hand at the end. */
import type { RunSummary } from './runLog';
import type { RunEvent } from './runEvent';

/** What the events alone tell of a run. */
export type RunDigest = Omit<RunSummary, 'run' | 'location' | 'running' | 'warnings'>;

export class RunSummarizer {
  private first: RunEvent | null = null;
  private last: RunEvent | null = null;
  private steps = 0;

  /** In order, from the first. */
  add(event: RunEvent): void {
    this.first ??= event;
    this.last = event;
    this.steps += dispatches(event);
  }

  get digest(): RunDigest {
    const { first, last, steps } = this;
    if (first?.type !== 'run.started') return unreadable(first === null ? 'It holds no event yet.' : 'It does not begin with the start of a run.');
    const ended = last?.type === 'run.finished' ? last : null;
    return {
      team: first.team.name,
      task: first.task,
      ...(first.options.scenario === undefined ? {} : { scenario: first.options.scenario }),
      startedAt: first.at,
      status: ended?.status ?? null,
      reason: ended?.reason ?? null,
      steps,
      ...(first.forked === undefined ? {} : { forked: first.forked }),
    };
  }
}

/** `events`: all of them. */
export function digestOf(events: readonly RunEvent[]): RunDigest {
  const summarizer = new RunSummarizer();
  for (const event of events) summarizer.add(event);
  return summarizer.digest;
}

export function unreadable(problem: string): RunDigest {
  return { team: '', task: '', startedAt: 0, status: null, reason: null, steps: 0, problem };
}

/** Steps within a step count too. */
function dispatches(event: RunEvent): number {
  return event.type === 'role.started' ? 1 : event.type === 'team.event' ? dispatches(event.event) : 0;
}
