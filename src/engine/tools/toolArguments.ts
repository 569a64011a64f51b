/** The arguments of built-in tools: one zod object gives both the JSON Schema a model is told and the check of what it sends. */
import * as z from 'zod';
import type { JsonObject } from '../shared/json';
import { err, ok, type Result } from '../shared/result';
import { inOne } from '../shared/sentences';

export interface ToolArguments<T> {
  readonly parameters: JsonObject;
  /** The error is a sentence for the model. Nothing is coerced: a text that looks like a number stays what it is. */
  read(tool: string, args: JsonObject): Result<T, string>;
}

export function toolArguments<T>(schema: z.ZodType<T>): ToolArguments<T> {
  const { $schema: _dialect, ...parameters } = z.toJSONSchema(schema, { io: 'input' }) as JsonObject;
  return {
    parameters,
    read: (tool, args) => {
      const parsed = schema.safeParse(args);
      if (parsed.success) return ok(parsed.data);
      const problems = parsed.error.issues.slice(0, 3).map((issue) => (issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message));
      return err(`Wrong arguments for ${tool}: ${inOne(problems)}. ${describeParameters(parameters)}`);
    },
  };
}

/** `Arguments: query (string, required), max (integer).` */
export function describeParameters(parameters: JsonObject): string {
  const properties = Object.entries((parameters['properties'] ?? {}) as JsonObject);
  const required = Array.isArray(parameters['required']) ? parameters['required'] : [];
  if (properties.length === 0) return 'It takes no arguments: {}.';
  const shown = properties.map(([name, schema]) => {
    const type = (schema as JsonObject | null)?.['type'];
    const words = [typeof type === 'string' ? type : '', required.includes(name) ? 'required' : ''].filter((word) => word !== '');
    return words.length > 0 ? `${name} (${words.join(', ')})` : name;
  });
  return `Arguments: ${shown.join(', ')}.`;
}
