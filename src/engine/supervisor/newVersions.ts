/** The versions that a commit gives the fields it changes. Pure. */
import { applyReducer } from '../events/applyReducer';
import type { Proposal, RunState } from '../events/runState';
import { jsonEquals } from '../shared/json';

/** A field that stays as it was gets no new version: roles that hand the same to each other come to rest. */
export function newVersions({ team, values, meta }: RunState, proposal: Proposal, status: Proposal['status']): Readonly<Record<string, number>> {
  const versions: Record<string, number> = {};
  for (const [name, contribution] of Object.entries(proposal.output)) {
    const field = team.fields[name];
    const now = meta[name];
    if (field === undefined || now === undefined) continue;
    const isSame = now.version > 0 && now.status === status && jsonEquals(applyReducer(field, values[name] ?? null, contribution), values[name]);
    if (!isSame) versions[name] = now.version + 1;
  }
  return versions;
}
