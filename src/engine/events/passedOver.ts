/** Which subtasks of a plan were passed over, and why, so that each reason is told once. Pure. */
import type { Refused } from './runEvent';
import type { RunState } from './runState';

type Planned = RunState['planned'];

export function withPassedOver(planned: Planned, refused: readonly Refused[]): Planned {
  return refused.reduce((all, one) => {
    const subtask = one.subtask === undefined ? undefined : all.get(one.subtask);
    return subtask === undefined ? all : all.with(subtask.id, { ...subtask, passedOver: reasonOf(one) });
  }, planned);
}

/** Two that are equal need not both be told. */
export function reasonOf({ why, detail }: Refused): string {
  return `${why}\n${detail ?? ''}`;
}
