/** Whether a dispatch brings what the role's `input_schema` requires: one that does not is refused, every time. */
import type { RoleCard } from '../cards/roleCard';
import { isObject } from '../shared/json';
import type { Check } from './check';
import { pipelineRoles } from './pipelineOrder';

export function checkInputs(check: Check): void {
  const { team, findings } = check;
  for (const route of team.routes) {
    const role = check.roles.find((each) => each.id !== null && each.id === route.to?.text);
    const given = route.input?.map((each) => each.name) ?? [];
    const missing = role === undefined || route.map.has('for_each') ? [] : required(role).filter((key) => !given.includes(key));
    if (missing.length === 0 || route.to === null) continue;
    const range = route.map.keyRange('input') ?? route.to.range;
    findings.add('missing-input', range, `\`${route.to.text}\` needs ${list(missing)} in its input, which this route does not give.`);
  }
  checkInputless(check);
}

/** The supervisor's model and a pipeline hand over no input at all. */
function checkInputless(check: Check): void {
  const { team, findings, roles } = check;
  const byPipeline = team.topology === 'pipeline' ? pipelineRoles(team.pipeline?.map((each) => each.text) ?? null, check.sources.roles) : [];
  for (const choice of team.supervisor?.choices ?? []) {
    const missing = roles.filter((role) => role.id === choice.text).flatMap(required);
    if (missing.length > 0) findings.add('missing-input', choice.range, `\`${choice.text}\` needs ${list(missing)} in its input, and a choice brings none.`);
  }
  for (const role of roles) {
    const missing = role.id !== null && byPipeline.includes(role.id) ? required(role) : [];
    if (missing.length > 0) findings.add('missing-input', role.at, `\`${role.id}\` needs ${list(missing)} in its input, and a pipeline brings none.`);
  }
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
