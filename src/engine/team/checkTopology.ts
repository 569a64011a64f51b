/** Who can be reached, and whether the order of things is told: pipeline, routes, supervisor. */
import type { RoleCard } from '../cards/roleCard';
import type { CardRoute } from '../cards/teamCard';
import { nearest } from '../shared/nearest';
import { plannersOf } from './buildTeam';
import type { Check } from './check';
import { isRoleId } from './names';
import { orderFromCards } from './pipelineOrder';

export function checkTopology(check: Check): void {
  const { team } = check;
  if (team.topology === 'pipeline') checkPipeline(check);
  else if (team.pipeline !== null) {
    const range = team.map.keyRange('pipeline') ?? team.at;
    check.findings.add('pipeline-unused', range, `\`pipeline\` is read only with \`topology: pipeline\`; the topology is ${team.topology}.`);
  }
  checkChoices(check);
  checkRoutes(check);
  if (team.topology === 'pipeline' || team.topology === 'supervisor') checkUnusedRoles(check);
}

function checkPipeline(check: Check): void {
  const { team, sources, findings } = check;
  const routes = team.map.keyRange('routes');
  if (routes !== null) findings.add('routes-in-pipeline', routes, 'A pipeline has a fixed order and no routes.');
  const supervisor = team.map.keyRange('supervisor');
  if (supervisor !== null) findings.add('supervisor-unused', supervisor, 'A pipeline has a fixed order: its supervisor is never asked.');
  if (team.pipeline !== null) {
    const range = team.map.keyRange('pipeline');
    if (team.pipeline.length === 0 && range !== null) findings.add('pipeline-order', range, 'The pipeline has no roles.');
    return;
  }
  const order = orderFromCards(sources.roles);
  if (!order.ok && !sources.incomplete) findings.add('pipeline-order', team.map.keyRange('topology') ?? team.at, `The order of the pipeline is not told: ${order.why}.`);
}

function checkChoices({ team, findings }: Check): void {
  const choices = team.supervisor?.choices ?? null;
  if (choices === null || choices.some((choice) => choice.text !== 'end')) return;
  findings.add('no-choices', team.map.map('supervisor')?.keyRange('choices') ?? team.at, 'The supervisor has no role to choose.');
}

/** Behind a route that always ends the run nothing is ever tried. */
function checkRoutes({ team, findings }: Check): void {
  const isEnd = (route: CardRoute): boolean => route.to?.text === 'end' && (!route.map.has('when') || route.when?.text.trim() === 'true');
  const end = team.routes.findIndex(isEnd);
  if (end < 0) return;
  const related = [{ message: 'this one always holds', range: team.routes[end]!.map.range }];
  for (const route of team.routes.slice(end + 1)) findings.add('unreachable-route', route.map.range, 'This route is never tried: one above it always ends the run.', { related });
}

function checkUnusedRoles(check: Check): void {
  const { sources, findings } = check;
  const used = usedRoles(check);
  if (used === 'all') return;
  const planners = plannersOf(sources.roles);
  for (const role of sources.roles) {
    if (role.id === null || used.has(role.id) || !isRoleId(role.id)) continue;
    const byPlan = planners.length > 0 && check.team.topology === 'supervisor';
    if (byPlan) findings.add('unused-role', role.at, `Only a subtask of a plan can reach \`${role.id}\`: no route, choice or review names it.`, { severity: 'hint' });
    else findings.add('unused-role', role.at, `Nothing leads to \`${role.id}\`: no ${check.team.topology === 'pipeline' ? 'place in the pipeline' : 'route or choice'}, no review, no \`on_limit\`.`);
  }
}

function usedRoles({ team, sources }: Check): ReadonlySet<string> | 'all' {
  const used = new Set<string>();
  const ids = sources.roles.flatMap((role) => role.id ?? []);
  const add = (name: { readonly text: string } | null | undefined): void => {
    // One slip of the pen is one problem: the role that was meant is not unused as well.
    if (name) used.add(ids.includes(name.text) ? name.text : (nearest(name.text, ids) ?? name.text));
  };
  for (const role of sources.roles) add(role.review?.by);
  add(team.onLimit);
  for (const planner of reachedPlanners(sources.roles)) used.add(planner);
  if (team.topology === 'pipeline') {
    for (const name of pipelineRoles(team.pipeline, sources.roles)) used.add(name);
    return used;
  }
  // Without routes and choices the supervisor chooses among all roles.
  if (team.supervisor === null ? team.routes.length === 0 : team.supervisor.choices === null) return 'all';
  for (const route of team.routes) add(route.to);
  for (const choice of team.supervisor?.choices ?? []) add(choice);
  return used;
}

/** The one planner is handed what the other roles fail at, unless each of them says otherwise. */
function reachedPlanners(roles: readonly RoleCard[]): readonly string[] {
  const planners = plannersOf(roles);
  const isReached = roles.some((role) => role.mode !== 'plan' && (role.onFailure === null || role.onFailure.value === 'escalate'));
  return planners.length === 1 && isReached ? planners : [];
}

function pipelineRoles(written: readonly { readonly text: string }[] | null, roles: readonly RoleCard[]): readonly string[] {
  if (written !== null) return written.map((each) => each.text);
  const order = orderFromCards(roles);
  return order.ok ? order.order : roles.flatMap((role) => role.id ?? []);
}
