/** Where events are kept: a port. An append-only log for each run; one writer at a time. */
import type { RunEvent } from './runEvent';
import type { Cost } from './usage';

export interface RunLogWriter {
  /** Unique among the runs kept in one place; what people type and see, e.g. `12`. */
  readonly run: string;
  /** Where it is, for people: a path. */
  readonly location: string;
  /** Queues; never blocks. Order is kept. */
  append(events: readonly RunEvent[]): void;
  /** Resolves when everything appended has reached the operating system: a killed process loses nothing before it. Rejects with a LogError. */
  flush(): Promise<void>;
  /** Resolves when everything appended has reached the disk. */
  sync(): Promise<void>;
  /** Syncs and gives up the lock. */
  close(): Promise<void>;
}

export interface ReadRun {
  readonly run: string;
  readonly location: string;
  readonly events: readonly RunEvent[];
  /** A writer holds it: more may come. */
  readonly running: boolean;
  /** What was dropped and why, e.g. a last line that was cut short. */
  readonly warnings: readonly string[];
}

/** The figures of a run, the same as its view's. */
export interface RunTotals {
  /** Without those of teams within it. */
  readonly ownSteps: number;
  readonly cost: Cost;
  /** Of a scripted model: what it would have cost. */
  readonly simulated: boolean;
}

export interface RunSummary {
  readonly run: string;
  readonly location: string;
  readonly team: string;
  readonly task: string;
  /** The scenario that it was of, where it was of one. */
  readonly scenario?: string;
  readonly startedAt: number;
  /** Null: it has no end; `running` tells whether a writer holds it. */
  readonly status: string | null;
  readonly reason: string | null;
  readonly running: boolean;
  /** Those of teams within it too. */
  readonly steps: number;
  readonly totals: RunTotals;
  /** After which step of which run it begins, where it is a fork. */
  readonly forked?: { readonly run: string; readonly step: number };
  /** Why it cannot be read, where it cannot. */
  readonly problem?: string;
  readonly problemKind?: LogError['kind'];
  /** What was left out and why, as of ReadRun. */
  readonly warnings: readonly string[];
}

/** A run that was not finished, to be written further. */
export interface ReopenedRun {
  readonly writer: RunLogWriter;
  readonly read: ReadRun;
}

/** The runs of one place (a workspace folder, a team's folder). */
export interface RunLogs {
  /** `folder` of the new run is made and locked. */
  create(): Promise<RunLogWriter>;
  read(run: string): Promise<ReadRun>;
  /**
   * Locks it. What cannot be read is cut off; where that is more than a last line that a crash cut short, the log as it was is kept beside it.
   * Rejects with `locked` while another process writes it.
   */
  reopen(run: string): Promise<ReopenedRun>;
  /** Newest first. `only`: no others are looked at. */
  list(only?: ReadonlySet<string>): Promise<readonly RunSummary[]>;
}

export class LogError extends Error {
  constructor(
    readonly kind: 'missing' | 'locked' | 'damaged' | 'newer' | 'io',
    message: string,
    readonly hint: string,
  ) {
    super(message);
    this.name = 'LogError';
  }
}
