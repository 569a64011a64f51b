/** What the debugger needs of the program that it runs in: teams from files, runs that can be held. A port. */
import type { RunEvent, RunOptions } from '../engine/events/runEvent';
import type { JsonObject } from '../engine/shared/json';
import type { Schemas } from '../engine/shared/schemas';
import type { RunHandle } from '../engine/supervisor/engine';
import type { StepGate } from '../engine/supervisor/stepGate';
import type { LoadedTeam } from '../engine/team/loadedTeam';
import type { Team } from '../engine/team/team';

/** Who answers what a run asks: a person, yes to all, or nobody, so that it ends as waiting. */
export type Approvals = 'ask' | 'all' | 'none';

/** What somebody wrote into a launch configuration, checked. */
export interface Launch {
  /** Absolute path of the team file. */
  readonly team: string;
  readonly task: string;
  readonly options: RunOptions;
  /** Stops before the first step. */
  readonly stopOnEntry: boolean;
  /** A run to walk through instead of a new one. */
  readonly replay?: string;
  readonly approvals: Approvals;
  /** Runs, and stops nowhere. */
  readonly noDebug: boolean;
}

export interface GoOn {
  readonly gate: StepGate;
  readonly writes?: JsonObject;
  readonly team?: Team;
}

export interface DebugHost {
  /** As the file is now, what is being typed included. */
  load(file: string): Promise<LoadedTeam>;
  /** Null: there is no such file, or it is none of text. */
  read(file: string): Promise<string | null>;
  start(team: Team, launch: Launch, gate: StepGate): Promise<RunHandle>;
  /** The same run, from where it was stopped. */
  resume(launch: Launch, run: string, how: GoOn): Promise<RunHandle>;
  /** A new run after step `at` of another; equal requests are answered from earlier runs. */
  fork(launch: Launch, run: string, at: number, how: GoOn): Promise<RunHandle>;
  /** A run that was kept. Rejects with a sentence for people. */
  recorded(launch: Launch, run: string): Promise<readonly RunEvent[]>;
  schemas(): Promise<Schemas>;
}
