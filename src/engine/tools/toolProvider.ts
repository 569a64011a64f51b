/** Where a run's tools come from: a port. */
import type { Result } from '../shared/result';
import type { ToolEntry } from '../team/team';
import type { RunLifetime } from './runLifetime';
import type { Tool } from './tool';
import type { ToolSource } from './toolSource';

/** Opens a team's tools for one run. `folder` is the team's: relative roots start there. */
export interface ToolProvider {
  open(entry: ToolEntry, folder: string): Promise<Result<Tool, string>>;
  /** Of an entry that stands for tools which have to be asked for (isSource). The error says why there are none here. */
  source?(entry: ToolEntry, at: SourcePlace): Result<ToolSource, string>;
}

export interface SourcePlace {
  readonly folder: string;
  /** Names that models know other tools by. */
  readonly taken: readonly string[];
  readonly lifetime: RunLifetime;
}
