/** What a commit adds to the shared workspace, and the versions that it gives the fields it changes. Pure. */
import { applyReducer, beyond } from '../events/applyReducer';
import type { OutputStatus } from '../events/runEvent';
import type { Proposal, RunState } from '../events/runState';
import { jsonEquals, type JsonObject } from '../shared/json';

/** Of a team that has gone on, what it has made since it was stopped; else all of the output. */
export function contributionOf({ open, team }: RunState, step: number, { output }: Proposal): JsonObject {
  const before = open.get(step)?.handedIn ?? null;
  if (before === null) return output;
  return Object.fromEntries(Object.entries(output).map(([name, value]) => [name, beyond(team.fields[name]!, before[name] ?? null, value)]));
}

/** A field that stays as it was gets no new version: roles that hand the same to each other come to rest. */
export function newVersions({ team, values, meta }: RunState, contributions: JsonObject, status: OutputStatus): Readonly<Record<string, number>> {
  const versions: Record<string, number> = {};
  for (const [name, contribution] of Object.entries(contributions)) {
    const field = team.fields[name];
    const now = meta[name];
    if (field === undefined || now === undefined) continue;
    const isSame = now.version > 0 && now.status === status && jsonEquals(applyReducer(field, values[name] ?? null, contribution), values[name]);
    if (!isSame) versions[name] = now.version + 1;
  }
  return versions;
}
