/** Events of one run as they arrive: put in order, asked for again where some are missing, and folded at most once a frame. */
import type { RunEvent } from '../../engine/events/runEvent';
import { createRunFold } from '../../engine/projections/foldRunView';
import type { RunView } from '../../engine/projections/runView';

export interface RunFeedHost {
  /** Nobody goes on with it: what its log leaves open has been interrupted. */
  readonly isCutOff: boolean;
  /** Events from that number on are missing; asked once for each gap. */
  missing(from: number): void;
  drawn(view: RunView, events: readonly RunEvent[]): void;
}

export class RunFeed {
  private readonly fold = createRunFold();
  private waiting: RunEvent[] = [];
  private lastSeq = 0;
  private askedFor = 0;
  private frame = 0;

  constructor(private readonly host: RunFeedHost) {}

  take(from: number, events: readonly RunEvent[]): void {
    const next = this.lastSeq + 1;
    if (from > next) {
      if (this.askedFor !== next) this.host.missing(next);
      this.askedFor = next;
      return;
    }
    const fresh = events.filter((event) => event.seq > this.lastSeq);
    if (fresh.length === 0) return;
    for (const event of fresh) this.waiting.push(event);
    this.lastSeq = fresh.at(-1)!.seq;
    if (this.frame === 0) this.frame = requestAnimationFrame(() => this.draw());
  }

  /** Nothing more is drawn. */
  end(): void {
    if (this.frame !== 0) cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.waiting = [];
  }

  private draw(): void {
    this.frame = 0;
    const events = this.waiting;
    this.waiting = [];
    this.fold.apply(events);
    if (this.host.isCutOff && this.fold.view?.status === 'running') this.fold.interrupt();
    const { view } = this.fold;
    if (view !== null) this.host.drawn(view, events);
  }
}
