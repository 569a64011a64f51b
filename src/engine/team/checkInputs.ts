/** Whether a dispatch brings what the role's `input_schema` requires: one that does not is refused, every time. */
import type { RoleCard } from '../cards/roleCard';
import { isObject } from '../shared/json';
import { plannersOf } from './buildTeam';
import type { Check } from './check';
import type { ExpressionUses } from './checkExpressions';
import { pipelineRoles } from './pipelineOrder';

export function checkInputs(check: Check, { items }: Pick<ExpressionUses, 'items'>): void {
  const { team, findings } = check;
  for (const route of team.routes) {
    const role = check.roles.find((each) => each.id !== null && each.id === route.to?.text);
    const item = items.get(route);
    const given = [...(route.input?.map((each) => each.name) ?? []), ...(item?.fields.keys() ?? [])];
    // An item of which not all is known may bring it.
    const isKnown = item === undefined || item.rest === null;
    const missing = role === undefined || !isKnown ? [] : required(role).filter((key) => !given.includes(key));
    if (missing.length === 0 || route.to === null) continue;
    const range = route.map.keyRange('input') ?? route.to.range;
    findings.add('missing-input', range, `\`${route.to.text}\` needs ${list(missing)} in its input, which this route does not give.`);
  }
  checkInputless(check);
}

/** The supervisor's model, a pipeline and a blackboard hand over no input at all. */
function checkInputless(check: Check): void {
  const { team, findings, roles } = check;
  for (const choice of team.supervisor?.choices ?? []) {
    const missing = roles.filter((role) => role.id === choice.text).flatMap(required);
    if (missing.length > 0) findings.add('missing-input', choice.range, `\`${choice.text}\` needs ${list(missing)} in its input, and a choice brings none.`);
  }
  const dispatcher = { pipeline: 'a pipeline', blackboard: 'a blackboard', group_chat: 'a group chat', supervisor: null, hierarchy: null }[team.topology];
  const inputless = dispatcher === null ? [] : dispatchedByItself(check);
  for (const role of roles) {
    const missing = role.id !== null && inputless.includes(role.id) ? required(role) : [];
    if (missing.length > 0) findings.add('missing-input', role.at, `\`${role.id}\` needs ${list(missing)} in its input, and ${dispatcher} brings none.`);
  }
}

/** Roles whose turn comes by the topology alone. Off a pipeline a plan may give them what they need. */
function dispatchedByItself({ team, sources }: Check): readonly string[] {
  if (team.topology === 'pipeline') return pipelineRoles(team.pipeline?.map((each) => each.text) ?? null, sources.roles);
  return plannersOf(sources.roles).length > 0 ? [] : sources.roles.flatMap((role) => role.id ?? []);
}

/** What has no default. */
function required({ inputSchema }: RoleCard): readonly string[] {
  const keys = inputSchema?.schema['required'];
  const properties = inputSchema?.schema['properties'];
  if (!Array.isArray(keys)) return [];
  const hasDefault = (key: string): boolean => {
    const property = isObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined;
    return isObject(property) && property['default'] !== undefined;
  };
  return keys.filter((key): key is string => typeof key === 'string' && !hasDefault(key));
}

function list(keys: readonly string[]): string {
  return keys.map((key) => `\`${key}\``).join(', ');
}
