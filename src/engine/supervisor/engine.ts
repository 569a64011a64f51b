/** What hosts see of the engine: ports in, runs out. No logic. */
import type { AskedStep, RunEvent, RunOptions, RunStatus } from '../events/runEvent';
import type { RunLogWriter } from '../events/runLog';
import type { EarlierLogs } from '../models/earlierReplies';
import type { ModelProvider, TokenCounter } from '../models/model';
import type { JsonObject } from '../shared/json';
import type { Disposable } from '../shared/disposable';
import type { Clock, Ids, Sha256 } from '../shared/ports';
import type { Person } from '../shared/person';
import type { Redactor } from '../shared/redact';
import type { Schemas } from '../shared/schemas';
import type { Team } from '../team/team';
import type { ToolProvider } from '../tools/toolProvider';
import type { StepGate } from './stepGate';

export interface EnginePorts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly sha256: Sha256;
  /** Knows the secrets that the host has resolved. */
  readonly redactor: Redactor;
  /** Loaded when first used, since the libraries behind them are large. */
  readonly schemas: () => Promise<Schemas>;
  readonly tokens: () => Promise<TokenCounter>;
  readonly models: ModelProvider;
  readonly tools: ToolProvider;
}

export interface StartRun {
  readonly team: Team;
  readonly task: string;
  readonly options: RunOptions;
  readonly trigger: 'editor' | 'terminal' | 'test';
  readonly log: RunLogWriter;
  /** Asked at every place where a run can pause. Default: never pauses. */
  readonly gate?: StepGate;
  /** Default: nobody is there, so that a run that needs an answer ends as waiting. */
  readonly person?: Person;
  /** The runs that equal requests may be answered from, and recordings are played from. Default: none. */
  readonly earlier?: EarlierLogs;
}

export interface RunResult {
  readonly status: RunStatus;
  readonly reason: string;
}

export interface RunListener {
  /** In order, without gaps; the first call brings everything so far. */
  onEvents(events: readonly RunEvent[]): void;
  /** Text of a reply as it streams; not part of the record. */
  onText?(step: number, call: number, delta: string): void;
}

export interface RunHandle {
  readonly run: string;
  listen(listener: RunListener): Disposable;
  /** Works in every state; the run ends as `stopped`, its log closed. */
  stop(): void;
  /** Never rejects: a bug ends the run as failed, in the log. Resolves when the log is closed. */
  readonly finished: Promise<RunResult>;
}

export interface ResumeRun {
  /** Opened again for writing. */
  readonly log: RunLogWriter;
  /** Everything it holds. */
  readonly events: readonly RunEvent[];
  /** Replace those of the same name: higher limits, say. `set` is not among them: see `writes`. */
  readonly options?: Omit<RunOptions, 'set'>;
  /** A person's writes to shared fields, before anything else goes on. They replace the values. */
  readonly writes?: JsonObject;
  /** The dispatch that a person wants made first; the run fails where it cannot be. */
  readonly next?: AskedStep;
  /** Default: the recorded one. */
  readonly team?: Team;
  readonly gate?: StepGate;
  /** Default: nobody is there, so that a run that needs an answer ends as waiting. */
  readonly person?: Person;
  /** The runs that equal requests may be answered from, and recordings are played from. Default: none. */
  readonly earlier?: EarlierLogs;
}

export interface ForkRun {
  /** The log of the new run. */
  readonly log: RunLogWriter;
  /** Of the run it starts from. */
  readonly events: readonly RunEvent[];
  /** The step after which it starts; 0: right at the beginning. */
  readonly at: number;
  /** As in ResumeRun; what is copied stays as it was. */
  readonly options?: Omit<RunOptions, 'set'>;
  readonly writes?: JsonObject;
  readonly next?: AskedStep;
  readonly team?: Team;
  readonly trigger: StartRun['trigger'];
  readonly gate?: StepGate;
  /** Default: nobody is there, so that a run that needs an answer ends as waiting. */
  readonly person?: Person;
  /** The runs that equal requests may be answered from, and recordings are played from. Default: none. */
  readonly earlier?: EarlierLogs;
}

export interface ReplayRun {
  readonly events: readonly RunEvent[];
  /** Default: the recorded one. */
  readonly team?: Team;
}

/** `ok` false: the recording does not fit this team. `events`: those that were done again, the same as recorded. */
export type Replay =
  | { readonly ok: true; readonly events: readonly RunEvent[] }
  | { readonly ok: false; readonly events: readonly RunEvent[]; readonly step: number | null; readonly message: string };

export interface Engine {
  start(request: StartRun): Promise<RunHandle>;
  /** Goes on where the log ends: at the unfinished call. What was finished is not done again. */
  resume(request: ResumeRun): Promise<RunHandle>;
  /** A new run from an earlier step of another. Rejects with a RangeError when that run has no such step, or it has not ended. */
  fork(request: ForkRun): Promise<RunHandle>;
  /** Does a run again from its recording alone. No call is made. */
  replay(request: ReplayRun): Promise<Replay>;
}
