/** `wakes_on`: read on a blackboard only, and names fields that another role can change. */
import { renameTo } from '../cards/findings';
import type { CardText } from '../cards/mapReader';
import type { RoleCard } from '../cards/roleCard';
import { thereIs } from '../shared/listed';
import { didYouMean, nearest } from '../shared/nearest';
import type { Check } from './check';
import { deletion } from './teamMends';

export function checkWakes(check: Check): void {
  const { team, sources, findings, roles } = check;
  if (team.topology === 'blackboard') {
    for (const role of roles) for (const field of role.wakesOn ?? []) checkWake(check, role, field);
    return;
  }
  for (const { map } of sources.roles) {
    const range = map.keyRange('wakes_on');
    if (range !== null) findings.add('unused-key', range, '`wakes_on` is read only with `topology: blackboard`.', { fix: deletion(map, 'wakes_on') });
  }
}

function checkWake({ fields, findings, sources }: Check, role: RoleCard, name: CardText): void {
  const field = Object.hasOwn(fields, name.text) ? fields[name.text] : undefined;
  if (field !== undefined) {
    const others = field.writers.filter((writer) => writer !== role.id);
    if (others.length === 0 && !sources.incomplete) findings.add('never-wakes', name.range, `No other role writes \`${name.text}\`, so it never wakes \`${role.id}\`.`);
    return;
  }
  const close = nearest(name.text, Object.keys(fields));
  if (sources.incomplete && close === null) return;
  findings.add('unknown-field', name.range, `There is no field \`${name.text}\`${didYouMean(close) || '.'}`, { fix: renameTo(close, name.range), hint: thereIs(Object.keys(fields)) });
}
