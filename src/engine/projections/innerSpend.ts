/** What a team spent in a run of another, where it does the work of one of its roles. Pure. */
import { addUsage, sumDollars } from '../events/usage';
import { joinPath } from '../shared/paths';
import type { Team } from '../team/team';
import type { RunView, SpendRow } from './runView';

/** The roles whose work it does, each with the roles above it: `make`, `make/draft`. `file`: absolute, of the team. */
export function rolesDoneBy(file: string, team: Team): readonly string[] {
  return team.roles.flatMap(({ id, team: inner }) => {
    if (inner === undefined) return [];
    const deeper = rolesDoneBy(file, inner).map((role) => `${id}/${role}`);
    return joinPath(inner.folder, inner.file) === file ? [id, ...deeper] : deeper;
  });
}

/** In all its visits of that run together, its teams within included; with `role`, of this role of it. Null: it was not asked. */
export function innerSpend(view: Pick<RunView, 'team' | 'spend'>, file: string, role?: string): SpendRow | null {
  const rows = rolesDoneBy(file, view.team).flatMap((above) => view.spend.byRole.filter(({ name }) => (role === undefined ? name.startsWith(`${above}/`) : name === `${above}/${role}`)));
  return rows.length === 0 ? null : rows.reduce(together);
}

function together(a: SpendRow, b: SpendRow): SpendRow {
  const cost = (of: 'cost' | 'rejectedCost') => ({ known: sumDollars(a[of].known, b[of].known), incomplete: a[of].incomplete || b[of].incomplete });
  return {
    ...a,
    models: [...new Set([...a.models, ...b.models])],
    calls: a.calls + b.calls,
    usage: addUsage(a.usage, b.usage),
    cost: cost('cost'),
    unanswered: a.unanswered + b.unanswered,
    unpriced: a.unpriced || b.unpriced,
    simulated: a.simulated || b.simulated,
    rejectedTokens: a.rejectedTokens + b.rejectedTokens,
    rejectedCost: cost('rejectedCost'),
    contextHitRate: null,
    usedRate: null,
  };
}
