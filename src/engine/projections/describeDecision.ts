/** Who decided that a role is next, for people: the column of a list and the rows of candidates. Decides nothing. */
import type { Decision, Refused } from '../events/runEvent';
import type { SourceRef } from '../shared/source';
import { showRef } from '../shared/source';
import type { Team } from '../team/team';

/** e.g. `team.yaml:28`, `model`, `pipeline`; `ref` where it is a place in a file. */
export function decidedBy(team: Team, decision: Decision): { readonly text: string; readonly ref: SourceRef | null } {
  if (decision.by === 'route') return byRoute(team, decision.route);
  return { text: describe(decision), ref: decision.by === 'model' ? (team.supervisor?.at ?? null) : null };
}

function byRoute(team: Team, index: number): { readonly text: string; readonly ref: SourceRef | null } {
  const ref = team.routes[index]?.at ?? null;
  return { text: ref === null ? `route ${index + 1}` : showRef(ref), ref };
}

function describe(decision: Exclude<Decision, { by: 'route' }>): string {
  switch (decision.by) {
    case 'pipeline':
      return 'pipeline';
    case 'model':
      return decision.fallback ? 'fallback' : 'model';
    case 'limit':
      return decision.limit;
    case 'escalation':
      return `escalation of step ${decision.step}`;
    case 'wake':
      return 'a change';
    case 'plan':
      return `plan of step ${decision.step}`;
    case 'person':
      return 'a person';
  }
}

export interface Candidate {
  readonly ref: SourceRef | null;
  /** The condition; null for a candidate that no route named. */
  readonly when: string | null;
  readonly role: string;
  readonly result: 'held' | 'did not hold' | 'passed over' | 'not tried';
  /** Why it was passed over although its turn had come. */
  readonly refused: Refused | null;
}

/** The routes as they were tried, in order, up to the one that decided; then candidates that were refused without a route. */
export function candidatesOf(team: Team, decision: Decision): readonly Candidate[] {
  const tried = decision.by === 'route' ? decision.route + 1 : decision.by === 'model' ? team.routes.length : 0;
  const routes = team.routes.slice(0, tried).map((route, index): Candidate => {
    const refused = decision.refused.find((one) => one.route === index) ?? null;
    const held = decision.by === 'route' && index === decision.route;
    return { ref: route.at, when: route.when.text, role: route.to, result: held ? 'held' : refused === null ? 'did not hold' : 'passed over', refused };
  });
  const others = decision.refused
    .filter((one) => one.route === undefined || one.route >= tried)
    .map((refused): Candidate => ({ ref: null, when: null, role: refused.role, result: 'passed over', refused }));
  return [...routes, ...others];
}
