/** Roles that work on one another's results while their prompts ask for opposite things. */
import type { RoleCard } from '../../cards/roleCard';
import { pulls, pullsIn } from '../../prose/wording';
import type { SourceRange } from '../../shared/source';
import type { Check } from '../check';
import { textsOf } from './roleTexts';

interface Demand {
  readonly role: RoleCard;
  readonly words: string;
  readonly range: SourceRange;
}

export function lintPulls(check: Check): void {
  const told = new Set<string>();
  for (const { about, one, other } of pulls) {
    const [here, there] = [one, other].map((pattern) => demandsOf(check.roles, pattern));
    for (const a of here ?? []) {
      for (const b of there ?? []) {
        const key = [a.role.id, b.role.id].sort().join(' ');
        if (a.role === b.role || told.has(key) || !areNeighbours(a.role, b.role)) continue;
        told.add(key);
        check.findings.add('opposed-prompts', b.range, `"${b.words}" pulls against "${a.words}" of \`${a.role.id}\`: on ${about} the two will send the work back and forth.`, { related: [{ message: `"${a.words}"`, range: a.range }] });
      }
    }
  }
}

function demandsOf(roles: readonly RoleCard[], pattern: RegExp): readonly Demand[] {
  return roles.flatMap((role) => textsOf(role).flatMap((text) => pullsIn(text.text, pattern).slice(0, 1).map(({ start, end }) => ({ role, words: text.text.slice(start, end).replaceAll(/\s+/g, ' '), range: text.span(start, end) }))));
}

/** One reads what the other writes, or reviews it. */
function areNeighbours(a: RoleCard, b: RoleCard): boolean {
  return feeds(a, b) || feeds(b, a);
}

function feeds(from: RoleCard, to: RoleCard): boolean {
  const written = from.writes.map((write) => write.field);
  return to.reads.some((read) => written.includes(read.field.text)) || (to.id !== null && from.review?.by?.text === to.id);
}
