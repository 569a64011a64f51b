/** What each card has to say for itself: an id of its own, a responsibility, nothing twice under two spellings. */
import type { MapReader } from '../cards/mapReader';
import type { RoleCard } from '../cards/roleCard';
import { plannersOf } from './buildTeam';
import type { Check } from './check';
import { isReservedId, isRoleId } from './names';

export function checkRoles(check: Check): void {
  const { sources, team, findings } = check;
  const first = new Map<string, RoleCard>();
  for (const role of check.roles) {
    checkId(check, role, first);
    if (role.responsibility === null && !role.map.has('responsibility')) {
      findings.add('missing-key', role.at, 'The role card has no `responsibility`.', { hint: 'Say in one sentence what this role is for: `responsibility: …`.' });
    }
    checkSpellings(check, role.map);
    checkEscalation(check, role);
  }
  if (sources.roles.length === 0 && !sources.incomplete) findings.add('no-roles', team.at, 'The team has no roles.');
}

function checkId(check: Check, role: RoleCard, first: Map<string, RoleCard>): void {
  const { findings } = check;
  const { id, idRange } = role;
  if (id === null) return;
  if (isReservedId(id)) findings.add('reserved-name', idRange, `\`${id}\` cannot be the id of a role.`);
  else if (!isRoleId(id)) findings.add('bad-id', idRange, `\`${id}\` is no id: a letter, then letters, digits, _ or -.`);
  const other = first.get(id);
  if (other === undefined) {
    first.set(id, role);
    return;
  }
  const related = [{ message: 'the first one', range: other.idRange }];
  findings.add('duplicate-role', idRange, `There are two roles \`${id}\`.`, { related });
}

/** Pairs of keys of which the second only spells the first differently: with both, one would be lost. */
const onceOnly: readonly (readonly [string, string])[] = [
  ['instructions', 'prompt'],
  ['model', 'llm'],
  ['limits.calls', 'max_iter'],
  ['limits.timeout', 'exit_conditions.timeout_seconds'],
];

function checkSpellings(check: Check, map: MapReader): void {
  for (const [ours, other] of onceOnly) {
    const [a, b] = [keyAt(map, ours), keyAt(map, other)];
    if (a === null || b === null) continue;
    check.findings.add('given-twice', b, `\`${other}\` says the same as \`${ours}\`, which is given too.`, { related: [{ message: ours, range: a }] });
  }
}

function keyAt(map: MapReader, path: string): ReturnType<MapReader['keyRange']> {
  const [first, second] = path.split('.');
  if (first === undefined) return null;
  return second === undefined ? map.keyRange(first) : (map.map(first)?.keyRange(second) ?? null);
}

function checkEscalation(check: Check, { id, onFailure }: RoleCard): void {
  if (onFailure?.value !== 'escalate') return;
  const planners = plannersOf(check.sources.roles);
  if (planners.length !== 1) {
    const found = planners.length === 0 ? 'none' : planners.join(', ');
    check.findings.add('no-planner', onFailure.range, `\`escalate\` hands over to the one role of mode plan, but there is ${found}.`);
  } else if (planners[0] === id) {
    check.findings.add('no-planner', onFailure.range, `\`${id}\` is the planner itself: it has nobody to escalate to.`);
  }
}
