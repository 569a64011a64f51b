/** Fan-outs: the name of the item, and that parallel subtasks do not write over each other. The list itself is checked with all other expressions. */
import type { Severity, SourceRange } from '../shared/source';
import type { RoleCard } from '../cards/roleCard';
import type { CardRoute } from '../cards/teamCard';
import type { Check } from './check';
import { plannersOf } from './buildTeam';
import { unnamedRoles } from './checkUnusedRoles';
import { isExpressionName } from './names';
import { deletion } from './teamMends';

export function checkFanOut(check: Check): void {
  const { team, roles } = check;
  const isRouted = team.topology === 'supervisor' || team.topology === 'hierarchy';
  for (const route of isRouted ? team.routes : []) {
    checkItemName(check, route);
    checkEnd(check, route);
    const role = route.forEach === null ? undefined : roles.find((each) => each.id !== null && each.id === route.to?.text);
    const range = route.map.keyRange('for_each');
    if (role !== undefined && range !== null) checkOverwrites(check, role, { message: 'fanned out here', range }, 'warning');
  }
  checkPlannedRoles(check);
}

function checkItemName({ findings }: Check, { as, map }: CardRoute): void {
  if (as === null) return;
  if (!map.has('for_each')) findings.add('as-without-for-each', map.keyRange('as') ?? as.range, '`as` names the item of a fan-out, but the route has no `for_each`.', { fix: deletion(map, 'as') });
  if (!isExpressionName(as.text)) findings.add('bad-field-name', as.range, `\`${as.text}\` cannot name the item: expressions could not say \`subtask.input.${as.text}\`.`);
  const input = map.map('input')?.keyRange(as.text) ?? null;
  if (input === null) return;
  findings.add('given-twice', input, `\`${as.text}\` is the item already: as an input it would take the item's place.`, { related: [{ message: 'the item', range: as.range }] });
}

/** The end is no dispatch. */
function checkEnd({ findings }: Check, { to, map }: CardRoute): void {
  if (to?.text !== 'end') return;
  for (const key of ['for_each', 'input']) {
    const range = map.keyRange(key);
    if (range !== null) findings.add('unused-key', range, `\`${key}\` does nothing with \`to: end\`.`, { fix: deletion(map, key) });
  }
}

/** Roles that only subtasks of a plan reach: there may be several of one role at once, or one. */
function checkPlannedRoles(check: Check): void {
  const [planner] = plannersOf(check.sources.roles);
  if (planner === undefined) return;
  for (const role of unnamedRoles(check)) checkOverwrites(check, role, null, 'hint');
}

function checkOverwrites({ fields, findings }: Check, role: RoleCard, place: { readonly message: string; readonly range: SourceRange } | null, severity: Severity): void {
  for (const { field, range } of role.writes) {
    if (fields[field]?.reducer !== 'replace') continue;
    const message =
      place === null
        ? `Where a plan gives \`${role.id}\` several subtasks at once, each replaces \`${field}\`, and only the last one's stays.`
        : `Each subtask of the fan-out to \`${role.id}\` replaces \`${field}\`: only the last one's stays.`;
    findings.add('fan-out-overwrites', range, message, { severity, ...(place === null ? {} : { related: [place] }) });
  }
}
