/** Names the roles that hand to each other without getting anywhere, for people. Decides nothing. */
import type { Refused, RunEvent } from '../events/runEvent';

/** More roles than this in a round are not called a cycle. */
const longestCycle = 6;

/** Null: nobody was refused because the same dispatch was made before. */
export function describeRest(events: readonly RunEvent[], refused: readonly Refused[]): string | null {
  const same = refused.filter((one) => one.why === 'same dispatch').map((one) => one.role);
  if (same.length === 0) return null;
  const cycle = cycleOf(events.flatMap((event) => (event.type === 'role.started' ? [event.role] : [])), new Set(same));
  const next = [...new Set(same)].join(', ');
  const what = cycle === null ? '' : ` ${cycle.join(' → ')} went round;`;
  return `Nothing changes any more:${what} ${next} would be dispatched again with the same input over the same state.`;
}

/** The round that the last roles went, closed: `a → b → a`. It was gone twice, or each of them would only do again what it did. A role that only follows itself is none. */
function cycleOf(roles: readonly string[], same: ReadonlySet<string>): readonly string[] | null {
  for (let length = 2; length <= longestCycle; length++) {
    const walk = roles.slice(-length - 1);
    const round = walk.slice(1);
    if (walk.length <= length || walk[0] !== round.at(-1) || new Set(round).size < 2) continue;
    const before = roles.slice(-2 * length, -length);
    const isTwice = before.length === length && round.every((role, index) => role === before[index]);
    if (isTwice || round.every((role) => same.has(role))) return walk;
  }
  return null;
}
