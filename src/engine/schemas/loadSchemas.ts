/** Loads the schema library when it is first needed: it is larger than everything that starts with the editor. */
import type { Schemas } from '../shared/schemas';

let loading: Promise<Schemas> | null = null;

/** The same instance every time, so that a schema is compiled once. */
export function loadSchemas(): Promise<Schemas> {
  loading ??= import('./ajvSchemas').then((module) => module.createAjvSchemas());
  return loading;
}
