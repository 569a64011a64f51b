/** One time that a sub-team does a role's work: what it is given and what comes back. Types only, so that a step need not know how a run is run. */
import type { Feedback, ReachedLimit } from '../events/runEvent';
import type { GivenField } from '../prompts/promptParts';
import type { Json, JsonObject } from '../shared/json';
import type { Role } from '../team/team';

export interface Visit {
  readonly step: number;
  /** The role whose work it does. */
  readonly role: Role;
  readonly given: readonly GivenField[];
  /** The `subtask.input` of the dispatch. */
  readonly input: Json;
  /** What was wrong with what it handed in before; empty at first. */
  readonly feedback: readonly Feedback[];
}

export type VisitResult =
  | { readonly kind: 'made'; readonly output: JsonObject; readonly status: 'success' | 'partial'; readonly why: string; /** By the limit of this run, or of one above. */ readonly cutShort?: ReachedLimit }
  | { readonly kind: 'stopped' | 'waiting' }
  | { readonly kind: 'failed'; readonly why: string; readonly hint?: string };
