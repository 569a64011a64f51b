/** Blackboard: which roles look at the board again. Pure. */
import { jsonEquals, type JsonObject } from '../shared/json';
import type { Role, Team } from '../team/team';
import type { RunState } from './runState';

/** Roles that wake by themselves; one that only reviews others' output is not among them. */
export function watchers(team: Team): readonly Role[] {
  if (team.topology !== 'blackboard') return [];
  const reviewers = new Set(team.roles.map((role) => role.review?.by));
  return team.roles.filter((role) => role.writes.length > 0 || !reviewers.has(role.id));
}

/** A commit that changed nothing wakes nobody, and no role wakes itself. */
export function wake(state: RunState, by: string, values: JsonObject): ReadonlySet<string> {
  if (state.team.topology !== 'blackboard') return state.woken;
  const changed = Object.keys(values).filter((name) => !jsonEquals(values[name], state.values[name]));
  const woken = watchers(state.team).filter((role) => role.id !== by && (role.wakesOn ?? role.reads.map((read) => read.field)).some((field) => changed.includes(field)));
  return new Set([...state.woken, ...woken.map((role) => role.id)]);
}
