/** Where a run can pause, and who is asked. Stepping is this port; no engine code knows that it is debugged. */
import type { RunEvent } from '../events/runEvent';

export type PausePhase = 'decided' | 'role' | 'prompt' | 'tool' | 'rule' | 'review' | 'commit';

export interface PausePoint {
  readonly phase: PausePhase;
  readonly step: number;
  readonly role: string;
  /** For `rule`: the index in the role's rules; for `decided` by a route: the route's. */
  readonly index?: number;
  /** Everything up to now. */
  readonly lastEvent: RunEvent;
}

export interface StepGate {
  /** Resolves when the run may go on. Time spent here is not counted as the run's. `signal` aborts at stop. */
  at(point: PausePoint, signal: AbortSignal): Promise<void>;
}
