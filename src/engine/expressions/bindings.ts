/** The values that an expression may look at. Built by the caller, read only here; never cloned. */
import type { Json } from '../shared/json';

export interface Bindings {
  /** By name (`state`, `meta`, `task`, `subtask`, `output`, …). `state` holds every field, unset ones with their empty value. */
  readonly values: Readonly<Record<string, Json | undefined>>;
  /** What `has(state.<field>)` answers: whether the field was committed or has an initial value. */
  readonly hasField: (field: string) => boolean;
}
