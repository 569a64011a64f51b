/** Rules and approvals of the whole team that look at a field which not every role writes: they fail for what those roles propose. */
import type { CardText } from '../cards/mapReader';
import type { RoleCard } from '../cards/roleCard';
import { inspect, type Inspected } from '../expressions/inspect';
import { literalText, namedAccess } from '../expressions/children';
import type { Check } from './check';

type Node = Inspected['tree'];

export function checkTeamRules(check: Check): void {
  const { team } = check;
  for (const { rule } of team.rules) checkText(check, rule, 'rule');
  for (const { when } of team.approvals) if (when !== null) checkText(check, when, 'approval');
}

function checkText({ scopes, sources, findings }: Check, text: CardText, place: 'rule' | 'approval'): void {
  if (sources.incomplete) return;
  const inspected = inspect(text.text, scopes.ofAnyOutput(place));
  // Whoever looks at the role says himself for whom it holds.
  if (inspected === null || inspected.find((node) => node.op === 'id' && (node.args === 'role' || node.args === 'subtask')) !== null) return;
  const asked = new Set(all(inspected, askedFor));
  const seen = new Set<string>();
  inspected.find((node) => {
    const field = outputField(node);
    if (field === null || seen.has(field.name) || asked.has(field.name)) return false;
    seen.add(field.name);
    const others = rolesWithout(sources.roles, field.name);
    if (others.length === 0) return false;
    const names = others.length > 3 ? `${others.length} roles` : others.map((id) => `\`${id}\``).join(' and ');
    const what = place === 'rule' ? 'rule' : 'condition';
    findings.add('not-in-every-output', text.span(field.start, field.end), `${names} ${others.length === 1 ? 'does' : 'do'} not write \`${field.name}\`: this ${what} fails for ${others.length === 1 ? 'its' : 'their'} output.`, {
      hint: `Ask first: \`!has(output.${field.name}) || …\`.`,
    });
    return false;
  });
}

function all<T>({ find }: Inspected, pick: (node: Node) => T | null): readonly T[] {
  const found: T[] = [];
  find((node) => {
    const one = pick(node);
    if (one !== null) found.push(one);
    return false;
  });
  return found;
}

/** `output.name`. */
function outputField(node: Node): { readonly name: string; readonly start: number; readonly end: number } | null {
  const access = namedAccess(node);
  return access !== null && access.of.op === 'id' && access.of.args === 'output' ? access : null;
}

/** `has(output.name.more)`, `'name' in output`. */
function askedFor(node: Node): string | null {
  if (node.op === 'in') return node.args[1].op === 'id' && node.args[1].args === 'output' ? literalText(node.args[0]) : null;
  if (node.op !== 'call' || node.args[0] !== 'has') return null;
  for (let part: Node | undefined = node.args[1][0]; part !== undefined; part = namedAccess(part)?.of) {
    const field = outputField(part);
    if (field !== null) return field.name;
  }
  return null;
}

/** Those whose output rules look at: a role that only reviews others proposes none. */
function rolesWithout(roles: readonly RoleCard[], field: string): readonly string[] {
  const reviewers = new Set(roles.flatMap((role) => role.review?.by?.text ?? []));
  return roles.flatMap(({ id, writes }) => (id === null || (writes.length === 0 && reviewers.has(id)) || writes.some((write) => write.field === field) ? [] : [id]));
}
