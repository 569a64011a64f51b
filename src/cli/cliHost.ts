/** What a command may use of the machine and of the engine. Types only; src/cli.ts makes it. */
import type { RunLogs } from '../engine/events/runLog';
import type { Disposable } from '../engine/shared/disposable';
import type { Clock, Files } from '../engine/shared/ports';
import type { Schemas } from '../engine/shared/schemas';
import type { Engine } from '../engine/supervisor/engine';
import type { LintLevels } from '../engine/team/lint/lintCodes';
import type { LoadedTeam } from '../engine/team/loadedTeam';

/** One of the two output streams. Writing never fails: a reader that has gone is not an error. */
export interface TextOutput {
  write(text: string): void;
  /** Somebody looks on, and lines can be drawn over. */
  readonly isTerminal: boolean;
  /** Colours are wanted and understood. */
  readonly isColored: boolean;
  /** Of the terminal now; 80 where there is none. */
  columns(): number;
}

export interface CliHost {
  readonly version: string;
  /** Absolute, with `/`: where paths on the command line start. */
  readonly cwd: string;
  /** A path as typed, as an absolute one with `/`. */
  readonly resolve: (path: string) => string;
  /** Results only. */
  readonly out: TextOutput;
  /** Progress and problems. */
  readonly err: TextOutput;
  readonly clock: Clock;
  readonly files: Files;
  /** Resolves also for a broken team; rejects with a FileError when there is no such file. */
  readonly loadTeam: (teamFile: string, levels?: LintLevels) => Promise<LoadedTeam>;
  readonly engine: () => Promise<Engine>;
  readonly schemas: () => Promise<Schemas>;
  /** `.rolecall/runs` for a path in a team's folder; it need not exist. */
  readonly runsFolder: (path: string) => Promise<string>;
  readonly runLogs: (runsFolder: string) => RunLogs;
  /** Ctrl+C, or being asked to end. While nobody listens, the process ends as usual. */
  readonly onInterrupt: (listener: () => void) => Disposable;
}
