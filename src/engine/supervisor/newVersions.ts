/** What a commit adds to the shared workspace, and the versions that it gives the fields it changes. Pure. */
import { applyReducer, beyond } from '../events/applyReducer';
import type { OutputStatus, RunEvent } from '../events/runEvent';
import type { Proposal, RunState } from '../events/runState';
import { jsonEquals, type JsonObject } from '../shared/json';

/** Of a team that has gone on, what it has made since it was stopped; else all of the output. */
export function contributionOf({ open, team }: RunState, step: number, { output }: Proposal): JsonObject {
  const before = open.get(step)?.handedIn ?? null;
  if (before === null) return output;
  return Object.fromEntries(Object.entries(output).map(([name, value]) => [name, beyond(team.fields[name]!, before[name] ?? null, value)]));
}

/**
 * A field that stays as it was gets no new version: roles that hand the same to each other come to rest. Where what is known of it changes all the same (it is
 * partial no more, say, or its writer had failed since), it is written under the version that it has.
 */
export function newVersions({ team, values, meta, progress }: RunState, contributions: JsonObject, status: OutputStatus): Readonly<Record<string, number>> {
  const versions: Record<string, number> = {};
  for (const [name, contribution] of Object.entries(contributions)) {
    const field = team.fields[name];
    const now = meta[name];
    if (field === undefined || now === undefined) continue;
    const isSame = now.version > 0 && jsonEquals(applyReducer(field, values[name] ?? null, contribution), values[name]);
    if (isSame && now.status === status) continue;
    // Recordings of 0.1.0 have a new version here.
    versions[name] = isSame && progress !== null ? now.version : now.version + 1;
  }
  return versions;
}

/**
 * Fields of which a commit replaces what a sibling in the same fan-out has written: none of the two has seen the other's, and only the last one's stays. By
 * field, the sibling's step. `before`: the workspace that the fan-out began with.
 */
export function overwrittenSiblings({ state, past }: { readonly state: RunState; readonly past: readonly RunEvent[] }, before: RunState, versions: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [name, version] of Object.entries(versions)) {
    const { version: now } = state.meta[name]!;
    if (state.team.fields[name]?.reducer !== 'replace' || version === now || now === (before.meta[name]?.version ?? 0)) continue;
    const last = past.findLast((event) => event.type === 'workspace.committed' && event.versions[name] !== undefined);
    if (last?.type === 'workspace.committed' && last.step !== null) found[name] = last.step;
  }
  return found;
}
