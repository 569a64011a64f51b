/** The names of a team that others refer to, and one way to say that a name means nothing. */
import type { DiagnosticCode } from '../cards/catalogue';
import { renameTo } from '../cards/findings';
import type { CardText } from '../cards/mapReader';
import { thereIs } from '../shared/listed';
import { didYouMean, nearest } from '../shared/nearest';
import { bareTools, readMore } from './buildTools';
import type { Check } from './check';

const kept = new WeakMap<Check['sources'], readonly string[]>();

/** Made once: every name of a role is held against them. */
export function roleNames({ sources }: Check): readonly string[] {
  const names = kept.get(sources) ?? sources.roles.flatMap((role) => role.id ?? []);
  kept.set(sources, names);
  return names;
}

/** Tools a card may name: the team's, and built-ins by their own name. */
export function toolNames({ team }: Check): readonly string[] {
  return [...team.tools.map((tool) => tool.name), ...bareTools, readMore];
}

export interface Unknown {
  readonly code: DiagnosticCode;
  /** `role`, `tool` … */
  readonly kind: string;
  readonly known: readonly string[];
  readonly hint?: string;
}

/** True when `known` has the name; else it is reported at its place. */
export function isKnown(check: Check, name: CardText, { code, kind, known, hint }: Unknown): boolean {
  if (known.includes(name.text)) return true;
  const close = nearest(name.text, known);
  check.findings.add(code, name.range, `There is no ${kind} \`${name.text}\`${didYouMean(close) || '.'}`, { fix: renameTo(close, name.range), hint: hint ?? thereIs(known) });
  return false;
}

/** A letter, then letters, digits, `_` or `-`; `supervisor` and `end` mean something else, and so do names that every object has. */
export function isRoleId(id: string): boolean {
  return /^[A-Za-z][\w-]*$/.test(id) && !isReservedId(id);
}

export function isReservedId(id: string): boolean {
  return id === 'supervisor' || id === 'end' || isReserved(id);
}

/** Names that would be mistaken for what every object has. */
const inherited = new Set(Object.getOwnPropertyNames(Object.prototype));

export function isReserved(name: string): boolean {
  return inherited.has(name);
}

/** Words that CEL keeps for itself: `state.in` cannot be written. */
const celWords = new Set(['in', 'true', 'false', 'null']);

/** True when an expression can say it behind a dot. */
export function isExpressionName(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !celWords.has(name);
}

export function checkRoleName(check: Check, name: CardText | null, also: readonly string[] = []): void {
  if (name === null || roleNames(check).includes(name.text)) return;
  const known = [...roleNames(check), ...also];
  // A card that could not be read may be the one.
  if (check.sources.incomplete && nearest(name.text, known) === null) return;
  isKnown(check, name, { code: 'unknown-role', kind: 'role', known });
}
