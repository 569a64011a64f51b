/** The order in which a team's roles are listed: as the work goes, where the team file says so. Decides nothing about a run. */
import type { RoleOutline } from '../../engine/team/loadedTeam';
import type { Team } from '../../engine/team/team';

/** As the pipeline, else the routes name them, then as the cards come. `team`: the last whole one, so that a mistake in a card moves no row. */
export function rolesInOrder(roles: readonly RoleOutline[], team: Team | null): readonly RoleOutline[] {
  if (!team) return roles;
  const named = team.topology === 'pipeline' ? team.pipeline : [...team.routes.map(({ to }) => to), ...(team.supervisor?.choices ?? [])];
  const reviewers = team.roles.flatMap(({ review }) => (review ? [review.by] : []));
  const placeOf = (id: string): number => {
    const place = named.indexOf(id);
    if (place >= 0) return place;
    return reviewers.includes(id) ? named.length + 1 : named.length;
  };
  return roles.map((role, index) => ({ role, index })).sort((a, b) => placeOf(a.role.id) - placeOf(b.role.id) || a.index - b.index).map(({ role }) => role);
}
