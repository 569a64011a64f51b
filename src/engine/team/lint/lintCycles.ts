/** Roles that wake or feed each other in a circle with nothing of the team's own that ends it: no limit, no exit that an expression decides. */
import type { CardCondition, RoleCard } from '../../cards/roleCard';
import type { Check } from '../check';
import { isQuestion } from '../scopes';
import { limitMend } from '../teamMends';

/** Whichever of them is reached ends the run, and with it the circle. */
const teamLimits = ['steps', 'time', 'tokens', 'cost_usd'];

export function lintCycles(check: Check): void {
  const { team, sources, findings, scopes } = check;
  // A pipeline goes one way. A group chat has to have a limit of its steps.
  if (team.topology === 'pipeline' || team.topology === 'group_chat') return;
  if (teamLimits.some((limit) => team.limits?.has(limit)) || hasExit(team.finishWhen, (each) => isQuestion(each, scopes.at('finish')))) return;
  for (const cycle of cyclesOf(sources.roles, team.topology === 'blackboard')) {
    if (cycle.some((role) => isEnding(role, check))) continue;
    const [first, ...others] = cycle;
    if (first === undefined) continue;
    const fix = limitMend(first.map, 'calls', '5');
    const way = [...cycle, first].map((role) => `\`${role.id}\``).join(' → ');
    findings.add('endless-cycle', first.at, `${way}: each works on what another of them writes, and neither a limit nor an exit of the team ends it; only the default of 20 steps does.`, {
      related: others.map((role) => ({ message: `\`${role.id}\``, range: role.at })),
      ...(fix === undefined ? {} : { fix: { ...fix, isDraft: true } }),
    });
  }
}

function hasExit(conditions: readonly CardCondition[], isAsked: (condition: CardCondition) => boolean): boolean {
  return conditions.some((condition) => !isAsked(condition));
}

function isEnding({ limits, exitWhen }: RoleCard, { scopes }: Check): boolean {
  return limits.calls !== null || hasExit(exitWhen, (each) => isQuestion(each, scopes.at('condition')));
}

/** Sets of two roles or more that all lead to each other, each in the order of the cards. */
function cyclesOf(roles: readonly RoleCard[], isBoard: boolean): readonly (readonly RoleCard[])[] {
  const reached = new Map(roles.map((role) => [role, reachedFrom(role, roles, isBoard)]));
  const done = new Set<RoleCard>();
  return roles.flatMap((role) => {
    if (done.has(role)) return [];
    const cycle = roles.filter((other) => reached.get(role)!.has(other) && reached.get(other)!.has(role));
    for (const other of cycle) done.add(other);
    return cycle.length < 2 ? [] : [cycle];
  });
}

function reachedFrom(start: RoleCard, roles: readonly RoleCard[], isBoard: boolean): ReadonlySet<RoleCard> {
  const reached = new Set<RoleCard>();
  const pending = [start];
  for (let role = pending.pop(); role !== undefined; role = pending.pop()) {
    const written = role.writes.map((write) => write.field);
    for (const other of roles) {
      if (other === role || reached.has(other) || !watched(other, isBoard).some((field) => written.includes(field))) continue;
      reached.add(other);
      pending.push(other);
    }
  }
  return reached;
}

function watched({ reads, wakesOn }: RoleCard, isBoard: boolean): readonly string[] {
  return (isBoard && wakesOn !== null ? wakesOn : reads.map((read) => read.field)).map((field) => field.text);
}
