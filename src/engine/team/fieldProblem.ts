/** Whether a value that somebody gives fits a shared field: its schema, else its type. Says nothing of its reducer. */
import type { Json } from '../shared/json';
import type { SchemaProblem, Schemas } from '../shared/schemas';
import type { Field } from './team';

/** Null: it fits, or the field takes anything. `schemas` is loaded only where there is something to check. */
export async function fieldProblem({ schema: own, type }: Field, value: Json, schemas: () => Promise<Schemas>): Promise<SchemaProblem | null> {
  const schema = own ?? (type === null ? null : { type });
  if (schema === null) return null;
  const compiled = (await schemas()).compile(schema);
  return (compiled.ok ? compiled.value(value)[0] : undefined) ?? null;
}
