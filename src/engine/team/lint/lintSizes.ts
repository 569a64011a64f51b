/** How much one role and one level carry: tools a role, roles a team. */
import type { Check } from '../check';

const toolsAtEase = 3;
const toolsAtMost = 5;
const rolesAtMost = 5;

export function lintSizes({ team, sources, roles, findings }: Check): void {
  for (const { id, tools, places, at } of roles) {
    const count = new Set(tools.map((tool) => tool.text)).size;
    if (count <= toolsAtEase) continue;
    const severity = count > toolsAtMost ? 'warning' : 'hint';
    findings.add('too-many-tools', places.tools ?? at, `\`${id}\` has ${count} tools: with more than ${count > toolsAtMost ? toolsAtMost : toolsAtEase} a model takes the wrong one more often, and each is described in every request.`, { severity });
  }
  const ids = new Set(sources.roles.flatMap((role) => role.id ?? []));
  if (ids.size > rolesAtMost) findings.add('too-many-roles', team.at, `The team has ${ids.size} roles on one level: with more than ${rolesAtMost} nobody can follow who hands what to whom.`);
}
