/** From what the supervisor knows to what an expression may look at. Shares the state's objects, copies none. */
import { elapsedMs } from '../events/foldRun';
import type { Proposal, RunState } from '../events/runState';
import type { Subtask } from '../events/runEvent';
import { totalTokens } from '../events/usage';
import type { Bindings } from '../expressions/bindings';
import { byName } from '../shared/byName';
import type { Json, JsonObject } from '../shared/json';
import type { PersistentMap } from '../shared/persistentMap';

export interface BindingExtras {
  readonly now: number;
  readonly role?: string;
  readonly subtask?: Subtask & { readonly revision: number };
  readonly proposal?: Pick<Proposal, 'output' | 'confidence' | 'status'>;
}

/** `shared`: the workspace, where it is not today's. */
export function stateBindings(state: RunState, extras: BindingExtras, shared: Pick<RunState, 'values' | 'meta' | 'present'> = state): Bindings {
  const { proposal } = extras;
  const values: Record<string, Json | undefined> = {
    state: shared.values,
    meta: shared.meta as unknown as JsonObject,
    task: state.task,
    /** Made when looked at: few expressions do. */
    get run() {
      return runValues(state, extras.now);
    },
    role: extras.role,
    subtask: extras.subtask as unknown as JsonObject | undefined,
    output: proposal?.output,
    confidence: proposal?.confidence,
    status: proposal?.status,
  };
  return { values, hasField: (field) => shared.present.has(field) };
}

function runValues(state: RunState, now: number): Json {
  return {
    steps: state.steps,
    elapsed_s: elapsedMs(state, now) / 1000,
    tokens: totalTokens(state.usage),
    cost_usd: state.cost.incomplete ? null : state.cost.known,
    get calls() {
      return byRole(state.requests);
    },
    get done() {
      return byRole(state.done);
    },
    get failed() {
      return byRole(state.failed);
    },
  };
}

function byRole(counts: PersistentMap<string, number>): JsonObject {
  return byName(counts.keys(), (role) => counts.get(role) ?? 0);
}
