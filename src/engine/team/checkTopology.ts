/** Who can be reached, and whether the order of things is told: pipeline, routes, supervisor. */
import type { RoleCard } from '../cards/roleCard';
import type { CardRoute } from '../cards/teamCard';
import { nearest } from '../shared/nearest';
import { plannersOf } from './buildTeam';
import type { Check } from './check';
import { isRoleId } from './names';
import { orderFromCards, pipelineRoles } from './pipelineOrder';

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
  // Without routes and choices the supervisor chooses among all roles.
  const choosesAll = team.supervisor === null ? team.routes.length === 0 : team.supervisor.choices === null;
  if (team.topology === 'supervisor' && choosesAll) return 'all';
  const ids = sources.roles.flatMap((role) => role.id ?? []);
  const named = [...sources.roles.map((role) => role.review?.by ?? null), team.onLimit, ...team.routes.map((route) => route.to), ...(team.supervisor?.choices ?? [])];
  const names = named.flatMap((name) => name?.text ?? []);
  if (team.topology === 'pipeline') names.push(...pipelineRoles(team.pipeline?.map((each) => each.text) ?? null, sources.roles));
  // One slip of the pen is one problem: the role that was meant is not unused as well.
  const meant = names.map((name) => (ids.includes(name) ? name : (nearest(name, ids) ?? name)));
  return new Set([...meant, ...reachedPlanners(sources.roles)]);
}

/** The one planner is handed what the other roles fail at, unless each of them says otherwise. */
function reachedPlanners(roles: readonly RoleCard[]): readonly string[] {
  const planners = plannersOf(roles);
  const isReached = roles.some((role) => role.mode !== 'plan' && (role.onFailure === null || role.onFailure.value === 'escalate'));
  return planners.length === 1 && isReached ? planners : [];
}
