/** Checking values against the users' JSON Schemas: a port, since the library behind it is loaded when first used. */
import type { Json, JsonObject } from './json';
import type { Result } from './result';

export interface SchemaProblem {
  /** Where in the value, e.g. `findings[1].source`; empty for the value itself. */
  readonly path: string;
  /** e.g. `must be string`. */
  readonly message: string;
}

export interface Schemas {
  /** Compiled once a schema, kept. The error says what is wrong with the schema itself. */
  compile(schema: JsonObject): Result<(value: Json) => readonly SchemaProblem[], string>;
  /** `value`, or a copy of it with the schema's defaults filled in. The schema must compile. */
  withDefaults(schema: JsonObject, value: Json): Json;
  /** What is wrong with a schema itself, each with its place in the schema; empty: it compiles. Cheaper than compiling. */
  problemsOf(schema: JsonObject): readonly SchemaProblem[];
}
