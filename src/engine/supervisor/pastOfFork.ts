/** The events that a fork begins with: those of its origin up to the end of a step, under the new run's name. Pure. */
import type { RunEvent } from '../events/runEvent';

export interface Fork {
  readonly run: string;
  readonly at: number;
  /** When it begins, in milliseconds since 1970. */
  readonly startedAt?: number;
}

/** Throws a RangeError that says which steps there are. */
export function pastOfFork(events: readonly RunEvent[], { run, at, startedAt }: Fork): readonly RunEvent[] {
  const kept = events.slice(0, endOfStep(events, at));
  return kept.map((event) => (event.type === 'run.started' ? { ...event, run, forked: { run: event.run, step: at, ...(startedAt === undefined ? {} : { startedAt }) } } : event));
}

/** How many events belong to it: a fan-out is one place, since it is committed together. */
export function endOfStep(events: readonly RunEvent[], at: number): number {
  if (at === 0) return 1;
  const open = new Set<number>();
  let seen = false;
  for (const [index, event] of events.entries()) {
    if (event.type === 'role.started') open.add(event.step);
    if (event.type !== 'role.finished') continue;
    open.delete(event.step);
    seen ||= event.step === at;
    if (seen && open.size === 0) return index + 1;
  }
  const ended = events.flatMap((event) => (event.type === 'role.finished' ? [event.step] : []));
  throw new RangeError(ended.length === 0 ? `step ${at} has not ended, and no other has` : `the run has no step ${at} that ended; ${listOf(ended)}`);
}

/** Steps of teams within are numbered along, so that there may be gaps. */
function listOf(steps: readonly number[]): string {
  const sorted = steps.toSorted((a, b) => a - b);
  const shown = sorted.length <= 12 ? sorted : [...sorted.slice(0, 6), '…', ...sorted.slice(-6)];
  return sorted.length === 1 ? `only step ${sorted[0]} has` : `steps ${shown.slice(0, -1).join(', ')} and ${shown.at(-1)} have`;
}
