/** What a tool is to the engine: a port. A tool never throws for what its arguments or the world do; that is told to the model. */
import type { Json, JsonObject } from '../shared/json';
import type { Result } from '../shared/result';

export interface ToolControl {
  readonly signal: AbortSignal;
}

/** What a call would do, for a person to look at before it is done. */
export interface Preview {
  /** Goes on from "May the role …", without its question mark. */
  readonly question: string;
  /** What exactly; kept in the log, and handed back to the call that was approved. `shows`, where there is one, is text of more than one line, such as a diff. */
  readonly what: JsonObject;
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject;
  /** `read` and `compute` have no effect outside. `write` may be done twice without harm, `network` may not. */
  readonly effect: 'read' | 'compute' | 'write' | 'network';
  /** A person is asked before each call. */
  readonly asks?: boolean;
  /** The error is told to the model, and nobody is asked. */
  preview?(args: JsonObject, control: ToolControl): Promise<Result<Preview, string>>;
  /** `approved`: what a person was shown and has allowed. */
  call(args: JsonObject, control: ToolControl & { readonly approved?: JsonObject }): Promise<Result<Json, string>>;
  /** Less of a result, so that a prompt holds only what is needed. */
  shape?(result: Json): Json;
  /** Sentences for the author of the team about how it works, each told once, e.g. that a server prints what is no message. */
  remarks?(): readonly string[];
}
