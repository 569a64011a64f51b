/** Who is told how a run goes on while it does. Types only. */
import type { RunEvent } from '../../engine/events/runEvent';
import type { RunView } from '../../engine/projections/runView';

export interface Reporter {
  /** What happened before, in another process or another run: known, and not told again. */
  recall(events: readonly RunEvent[]): void;
  /** New events; `view` makes the run as it is with them, which costs something. */
  onEvents(events: readonly RunEvent[], view: () => RunView | null): void;
  /** A sentence that is no event, e.g. that the run is being stopped. */
  note(text: string): void;
  /** Leaves the terminal as a command should. */
  end(): void;
}

export const silentReporter: Reporter = { recall: () => undefined, onEvents: () => undefined, note: () => undefined, end: () => undefined };
