/** What a tool is to the engine: a port. A tool never throws for what its arguments or the world do; that is told to the model. */
import type { Json, JsonObject } from '../shared/json';
import type { Result } from '../shared/result';
import type { ToolEntry } from '../team/team';

export interface Tool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject;
  /** `read` and `compute` have no effect outside. */
  readonly effect: 'read' | 'compute' | 'write' | 'network';
  call(args: JsonObject, control: { readonly signal: AbortSignal }): Promise<Result<Json, string>>;
}

/** Opens a team's tools for one run. `folder` is the team's: relative roots start there. */
export interface ToolProvider {
  open(entry: ToolEntry, folder: string): Promise<Result<Tool, string>>;
}
