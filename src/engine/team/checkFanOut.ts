/** Fan-outs of routes: the name of the item, and that parallel subtasks do not write over each other. The list itself is checked with all other expressions. */
import type { SourceRange } from '../shared/source';
import type { RoleCard } from '../cards/roleCard';
import type { CardRoute } from '../cards/teamCard';
import type { Check } from './check';
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
    if (role !== undefined && range !== null) checkOverwrites(check, role, range);
  }
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

function checkOverwrites({ fields, findings }: Check, role: RoleCard, fannedOut: SourceRange): void {
  for (const { field, range } of role.writes) {
    if (fields[field]?.reducer !== 'replace') continue;
    findings.add('fan-out-overwrites', range, `Each subtask of the fan-out to \`${role.id}\` replaces \`${field}\`: only the last one's stays.`, { related: [{ message: 'fanned out here', range: fannedOut }] });
  }
}
