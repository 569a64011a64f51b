/** What everything inside one run shares. Made once at its start; holds no logic. */
import type { Model } from '../models/model';
import type { PromptBasis } from '../prompts/promptParts';
import type { TeamProgram } from '../rules/teamProgram';
import type { Ids, Clock, Sha256 } from '../shared/ports';
import type { Schemas } from '../shared/schemas';
import type { Tool } from '../tools/tool';
import type { Recorder } from './recorder';
import type { StepGate } from './stepGate';

export interface RunContext {
  readonly program: TeamProgram;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly sha256: Sha256;
  readonly schemas: Schemas;
  readonly basis: PromptBasis;
  /** By the name of the model entry. */
  readonly models: ReadonlyMap<string, Model>;
  /** By the tool's name in the team. */
  readonly tools: ReadonlyMap<string, Tool>;
  /** Aborts when the run is to stop. */
  readonly stop: AbortSignal;
  readonly gate: StepGate | null;
}
