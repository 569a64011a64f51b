/** What the debugger needs of the program that it runs in: teams from files, runs that can be held. A port. */
import type { AskedStep, RunEvent, RunOptions } from '../engine/events/runEvent';
import type { PreviewPorts } from '../engine/preview/previewPrompt';
import type { HeldPlace } from '../engine/projections/heldPlace';
import type { JsonObject } from '../engine/shared/json';
import type { ApprovalAnswer } from '../engine/shared/person';
import type { Schemas } from '../engine/shared/schemas';
import type { RunHandle } from '../engine/supervisor/engine';
import type { StepGate } from '../engine/supervisor/stepGate';
import type { LoadedTeam } from '../engine/team/loadedTeam';
import type { Team } from '../engine/team/team';
import type { WantedTry } from './tryStep';

/** Who answers what a run asks: a person, yes or no to all, or nobody, so that it ends as waiting. */
export type Approvals = 'ask' | 'approve' | 'reject' | 'fail';

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
  readonly next?: AskedStep;
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
  /** One role alone, in a new run after step `at` of another. What it is asked was not answered before. Resolves with all of its events once it has ended. */
  attempt(launch: Launch, wanted: WantedTry, signal: AbortSignal): Promise<readonly RunEvent[]>;
  /** A run that was kept. Rejects with a sentence for people. */
  recorded(launch: Launch, run: string): Promise<readonly RunEvent[]>;
  schemas(): Promise<Schemas>;
  /** What prompts that are not built yet are filled in with. */
  previewing(): Promise<PreviewPorts>;
  /** What is being typed into a file goes to the disk. */
  save(file: string): Promise<void>;
  /** The whole text of a file, on the disk and wherever it is open. */
  write(file: string, text: string): Promise<void>;
  /** Where the debugger holds a run that it was given, for views; null: it goes on, or is let go. */
  held(run: string, place: HeldPlace | null): void;
  /** A person's answer to what a run that goes on asks. False: it does not ask that any more. */
  answer(run: string, id: string, answer: ApprovalAnswer): boolean;
}
