/** What hosts see of the engine: ports in, runs out. No logic. */
import type { RunEvent, RunOptions, RunStatus } from '../events/runEvent';
import type { RunLogWriter } from '../events/runLog';
import type { ModelProvider, TokenCounter } from '../models/model';
import type { Disposable } from '../shared/disposable';
import type { Clock, Ids, Sha256 } from '../shared/ports';
import type { Redactor } from '../shared/redact';
import type { Schemas } from '../shared/schemas';
import type { Team } from '../team/team';
import type { ToolProvider } from '../tools/tool';
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

export interface Engine {
  start(request: StartRun): Promise<RunHandle>;
}
