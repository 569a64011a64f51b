/** A team as nodes and edges: who follows whom by the routes' order, who reviews whom, whom only the supervisor's model calls. Nothing of a run. */
import type { Team } from '../../engine/team/team';

export interface GraphNode {
  /** A role's id, `supervisor` or `end`. */
  readonly id: string;
  readonly kind: 'role' | 'supervisor' | 'end';
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: 'flow' | 'choice' | 'review';
}

export interface TeamGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** Roles that only review, with the first role whose output they review. */
  readonly reviewers: ReadonlyMap<string, string>;
}

export const endId = 'end';
export const supervisorId = 'supervisor';

export function teamGraph(team: Team): TeamGraph {
  const flow = flowOrder(team);
  const reviewers = reviewersOf(team, flow);
  const rest = team.roles.map((role) => role.id).filter((id) => !flow.includes(id) && !reviewers.has(id));
  const chosen = team.supervisor === null || flow.length === 0 ? rest : rest.filter((id) => team.supervisor!.choices.includes(id));
  const hasHub = chosen.length > 0 && team.supervisor !== null;
  const nodes: GraphNode[] = [
    ...(hasHub ? [{ id: supervisorId, kind: 'supervisor' } as const] : []),
    ...flow.map((id): GraphNode => ({ id, kind: 'role' })),
    ...rest.map((id): GraphNode => ({ id, kind: 'role' })),
    ...[...reviewers.keys()].map((id): GraphNode => ({ id, kind: 'role' })),
    { id: endId, kind: 'end' },
  ];
  const steps = [...flow, endId];
  const edges: GraphEdge[] = [
    ...(flow.length === 0 ? [] : steps.slice(1).map((to, index): GraphEdge => ({ from: steps[index]!, to, kind: 'flow' }))),
    ...(hasHub ? chosen.map((to): GraphEdge => ({ from: supervisorId, to, kind: 'choice' })) : []),
    ...reviewEdges(team),
  ];
  return { nodes, edges, reviewers };
}

/** The order in which a run without surprises goes: the pipeline, else the routes' targets as they first appear. */
function flowOrder(team: Team): readonly string[] {
  const known = new Set(team.roles.map((role) => role.id));
  const order = team.pipeline.length > 0 ? team.pipeline : team.routes.map((route) => route.to);
  return [...new Set(order)].filter((id) => known.has(id));
}

function reviewersOf(team: Team, flow: readonly string[]): ReadonlyMap<string, string> {
  const reviewers = new Map<string, string>();
  for (const role of team.roles) {
    const by = role.review?.by;
    if (by !== undefined && !flow.includes(by) && !reviewers.has(by) && by !== role.id) reviewers.set(by, role.id);
  }
  return reviewers;
}

function reviewEdges(team: Team): readonly GraphEdge[] {
  return team.roles.flatMap((role): readonly GraphEdge[] => {
    if (role.review === null) return [];
    const { by } = role.review;
    return [{ from: role.id, to: by, kind: 'review' }, { from: by, to: role.id, kind: 'review' }];
  });
}
