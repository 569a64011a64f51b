/** How the process ends, by what became of a run. */
import type { RunStatus } from '../engine/events/runEvent';

export const exitCodes = { completed: 0, failed: 1, partial: 2, waiting: 3, stopped: 130 } as const satisfies Readonly<Record<RunStatus, number>>;

/** Also for what never became a run: a wrong command line, a broken team. */
export const invalid = exitCodes.failed;
