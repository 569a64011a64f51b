/** A place in a run where one can stand: before something that a step is about to do, with all that was recorded until then. Types, and what is read off them. */
import type { PausePoint } from '../engine/supervisor/stepGate';

export interface Position extends Omit<PausePoint, 'lastEvent'> {
  /** Events of the run before it. */
  readonly seq: number;
}

/** Its thread: the step of the run itself that it is part of. */
export function threadOf({ within, step }: Pick<Position, 'within' | 'step'>): number {
  return within[0]?.step ?? step;
}

/** The roles above it, as a text that is equal for equal teams. */
export function teamPath({ within }: Pick<Position, 'within'>): string {
  return within.map(({ role }) => role).join('/');
}
