/** The state of a run after any number of its events. Keeps some of them, so that going back does not begin at the beginning. */
import { foldRun } from '../engine/events/foldRun';
import type { RunEvent } from '../engine/events/runEvent';
import type { RunState } from '../engine/events/runState';

/** Events between two states that are kept: they share nearly all they hold. */
const keptEvery = 200;

export class RunStates {
  private readonly kept: (RunState | null)[] = [null];
  private last: { readonly count: number; readonly state: RunState | null } = { count: 0, state: null };

  constructor(private readonly events: readonly RunEvent[]) {}

  /** Null only for none. */
  after(count: number): RunState | null {
    const wanted = Math.min(count, this.events.length);
    const nearest = Math.min(Math.floor(wanted / keptEvery), this.kept.length - 1);
    const start = this.last.count <= wanted && this.last.count >= nearest * keptEvery ? this.last : { count: nearest * keptEvery, state: this.kept[nearest]! };
    let { state } = start;
    for (let at = start.count; at < wanted; at++) {
      state = foldRun(state, this.events[at]!);
      if ((at + 1) % keptEvery === 0) this.kept[(at + 1) / keptEvery] ??= state;
    }
    this.last = { count: wanted, state };
    return state;
  }
}
