/** Whether anything leads to each role: a route, a choice, a place in the pipeline, a review, a plan. On a blackboard and in a group chat all are reached. */
import type { RoleCard } from '../cards/roleCard';
import { nearest } from '../shared/nearest';
import { plannersOf } from './buildTeam';
import type { Check } from './check';
import { isRoleId } from './names';
import { pipelineRoles } from './pipelineOrder';

export function checkUnusedRoles(check: Check): void {
  const { findings, team, sources } = check;
  const [planner] = plannersOf(sources.roles);
  const isPipeline = team.topology === 'pipeline';
  for (const { id, at } of unnamedRoles(check)) {
    if (planner !== undefined) findings.add('unused-role', at, `Only a subtask of a plan can reach \`${id}\`: ${isPipeline ? 'neither the pipeline nor a review' : 'no route, choice or review'} names it, nor does the card of \`${planner}\`.`, { severity: 'hint', hint: `Name it in the instructions of \`${planner}\`, or add a route or a choice that leads to it.` });
    else findings.add('unused-role', at, `Nothing leads to \`${id}\`: no ${isPipeline ? 'place in the pipeline' : 'route or choice'}, no review, no \`on_limit\`.`);
  }
}

/** Roles that nothing leads to, and that no planner speaks of. */
function unnamedRoles(check: Check): readonly RoleCard[] {
  const used = usedRoles(check);
  if (used === 'all') return [];
  const plans = check.sources.roles.filter(({ mode, team }) => mode === 'plan' && team === null).map(textOf).join('\n');
  return check.sources.roles.filter(({ id, name }) => id !== null && !used.has(id) && isRoleId(id) && !isSpokenOf(plans, id) && !(name !== null && isSpokenOf(plans, name)));
}

function textOf({ responsibility, instructions }: RoleCard): string {
  return [responsibility ?? '', ...instructions.map((one) => one.text)].join('\n').toLowerCase();
}

/** As a word of its own, where the script has words. */
function isSpokenOf(text: string, name: string): boolean {
  const word = name.toLowerCase().replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![a-z0-9_-])${word}(?![a-z0-9_-])`, 'u').test(text);
}

function usedRoles({ team, sources }: Check): ReadonlySet<string> | 'all' {
  if (team.topology === 'blackboard' || team.topology === 'group_chat') return 'all';
  // Without routes and choices the supervisor chooses among all roles.
  const choosesAll = team.supervisor === null ? team.routes.length === 0 : team.supervisor.choices === null;
  if (team.topology !== 'pipeline' && choosesAll) return 'all';
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
