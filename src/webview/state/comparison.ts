/** What the run that is shown is held against: another run, and the tries of one of its steps. Their events come as the shown run's do. */
import { signal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { RunEvent } from '../../engine/events/runEvent';
import type { RunView } from '../../engine/projections/runView';
import type { ComparedAs, ComparedTry } from '../protocol';
import { RunFeed } from './runFeed';

export interface Compared {
  readonly other: string;
  readonly about: ComparedAs;
  /** Of attempts: the step that was done again, and the other run's before. */
  readonly step: number;
  readonly otherStep: number;
  /** Those that did it once more each. */
  readonly tries: readonly ComparedTry[];
  readonly wanted: number;
}

export class Comparison {
  /** Null: the run is shown by itself. */
  readonly now: Signal<Compared | null> = signal(null);
  /** By run, as far as their events have come. */
  readonly views: Signal<ReadonlyMap<string, RunView>> = signal(new Map());
  private readonly feeds = new Map<string, RunFeed>();

  constructor(private readonly missing: (run: string, from: number) => void) {}

  /** More tries of the same comparison keep what has come. */
  begin({ other, about, step, otherStep, tries, wanted }: Compared): void {
    const runs = new Set([other, ...tries.map(({ run }) => run)]);
    for (const run of [...this.feeds.keys()].filter((one) => !runs.has(one))) this.forget(run);
    for (const run of runs) if (!this.feeds.has(run)) this.feeds.set(run, this.feedOf(run));
    this.now.value = { other, about, step, otherStep, tries, wanted };
  }

  end(): void {
    for (const run of [...this.feeds.keys()]) this.forget(run);
    this.now.value = null;
  }

  take(run: string, from: number, events: readonly RunEvent[]): void {
    this.feeds.get(run)?.take(from, events);
  }

  private feedOf(run: string): RunFeed {
    return new RunFeed({
      isCutOff: false,
      missing: (from) => this.missing(run, from),
      drawn: (view) => {
        this.views.value = new Map(this.views.value).set(run, view);
      },
    });
  }

  private forget(run: string): void {
    this.feeds.get(run)?.end();
    this.feeds.delete(run);
    this.views.value = new Map([...this.views.value].filter(([name]) => name !== run));
  }
}
