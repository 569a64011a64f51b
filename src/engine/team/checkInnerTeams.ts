/** Roles that are teams: the team is there and sound, and what is handed in and back has a field of its name there. What is wrong within it stands in its own findings. */
import type { CardText } from '../cards/mapReader';
import type { RoleCard } from '../cards/roleCard';
import { didYouMean, nearest } from '../shared/nearest';
import { basename } from '../shared/paths';
import type { SourceRange } from '../shared/source';
import type { Check } from './check';
import type { ExpressionUses } from './checkExpressions';
import type { InnerTeam } from './loadedTeam';
import type { Field, Team } from './team';
import { deletion } from './teamMends';

export function checkInnerTeams(check: Check, { items }: Pick<ExpressionUses, 'items'>): void {
  for (const role of check.roles) {
    const inner = check.sources.inner.get(role);
    if (role.team === null || inner === undefined) continue;
    const team = checkLoaded(check, role.team, inner);
    if (team !== null) {
      checkHandedOver(check, role, team);
      checkInput(check, role, team, items);
    }
    checkUnusedKeys(check, role);
  }
  checkPosts(check);
}

/** What a team cannot be: a reviewer, who judges one output; and the role for the limit, since it gets what remains. */
function checkPosts({ sources, roles, team, findings }: Check): void {
  const teams = sources.roles.filter((role) => role.map.has('team')).map((role) => role.id);
  const isTeam = (name: CardText | null | undefined): name is CardText => name !== null && name !== undefined && teams.includes(name.text);
  for (const { review } of roles) {
    if (isTeam(review?.by)) findings.add('team-reviews', review.by.range, `\`${review.by.text}\` is a team, and a team cannot review.`);
  }
  if (isTeam(team.onLimit)) findings.add('team-at-limit', team.onLimit.range, `\`${team.onLimit.text}\` is a team: at the limit nothing is left for its steps.`);
}

/** The team, when it can do the work. */
function checkLoaded({ findings }: Check, path: CardText, inner: InnerTeam): Team | null {
  switch (inner.kind) {
    case 'missing':
      findings.add('no-team', path.range, `There is no team at \`${path.text}\`.`, { hint: 'Name the folder of a team, or its file; the path starts at this file.' });
      return null;
    case 'unreadable':
      findings.add('file-unreadable', path.range, `The team at \`${path.text}\` cannot be read: ${inner.why}`);
      return null;
    case 'several':
      findings.add('several-teams', path.range, `\`${path.text}\` holds several teams: ${inner.files.map(basename).join(', ')}.`);
      return null;
    case 'circle':
      findings.add('team-circle', path.range, `The teams stand in each other in a circle: ${inner.way.join(' → ')}.`);
      return null;
    case 'loaded': {
      const { team, name, diagnostics } = inner.loaded;
      const first = diagnostics.find((each) => each.severity === 'error');
      const related = first === undefined ? undefined : [{ message: first.message, range: first.range }];
      if (team === null) findings.add('broken-team', path.range, `The team \`${name}\` cannot run: it has errors of its own.`, { related });
      return team;
    }
  }
}

function checkHandedOver(check: Check, role: RoleCard, team: Team): void {
  for (const { as, field } of role.reads) {
    // The task is handed on by itself.
    if (as !== 'task') checkField(check, { name: as, range: field.range, outer: field.text, isRead: true }, team);
  }
  for (const { field, range } of role.writes) checkField(check, { name: field, range, outer: field, isRead: false }, team);
}

/** A route's input is handed in by name too. */
function checkInput({ team: outer, findings }: Check, { id }: RoleCard, team: Team, items: ExpressionUses['items']): void {
  for (const route of outer.routes) {
    if (id === null || route.to?.text !== id) continue;
    const range = route.map.keyRange('input') ?? route.map.keyRange('for_each') ?? route.at;
    const names = [...(items.get(route)?.fields.keys() ?? []), ...(route.input ?? []).map(({ name }) => name)];
    const lost = [...new Set(names)].filter((name) => name === 'task' || !Object.hasOwn(team.fields, name));
    for (const name of lost) findings.add('unknown-field', range, `The team \`${team.name}\` has no field \`${name}\` for this input, so it does not reach it.`, { severity: 'warning', hint: 'Declare the field there, with an `initial` value.' });
  }
}

interface HandedOver {
  /** Its name in the inner team. */
  readonly name: string;
  readonly range: SourceRange;
  /** Its name in the outer team. */
  readonly outer: string;
  readonly isRead: boolean;
}

function checkField(check: Check, { name, range, outer, isRead }: HandedOver, team: Team): void {
  const inner = Object.hasOwn(team.fields, name) ? team.fields[name]! : null;
  if (inner === null) {
    const hint = isRead ? `Declare it there with an \`initial\` value, or give the name it has there: \`reads: {name there: ${outer}}\`.` : 'Give the name it has there.';
    const message = `\`${outer}\` cannot be handed ${isRead ? 'in' : 'back'}: the team \`${team.name}\` has no field \`${name}\`${didYouMean(nearest(name, Object.keys(team.fields))) || '.'}`;
    check.findings.add('unknown-field', range, message, { hint });
    return;
  }
  if (!isRead && inner.writers.length === 0) {
    check.findings.add('unwritten-field', range, `No role of the team \`${team.name}\` writes \`${name}\`, so it hands back nothing new.`, { severity: 'warning', hint: 'Let a role of that team write it.' });
  }
  const known = Object.hasOwn(check.fields, outer) ? check.fields[outer]! : null;
  if (known !== null && isClash(known, inner)) {
    check.findings.add('type-clash', range, `\`${outer}\` is of type ${known.type}, but in the team \`${team.name}\` \`${name}\` is of type ${inner.type}.`);
  }
}

function isClash({ type: a }: Field, { type: b }: Field): boolean {
  const isNumber = (type: string | null): boolean => type === 'number' || type === 'integer';
  return a !== null && b !== null && a !== b && !(isNumber(a) && isNumber(b));
}

/** What only a role with a prompt has. */
const promptKeys = ['instructions', 'prompt', 'backstory', 'tools', 'allowed_tools', 'forbidden', 'forbidden_actions', 'may_ask', 'model', 'llm', 'examples'];
const promptLimits = ['timeout', 'tokens', 'tool_calls'];

function checkUnusedKeys({ findings }: Check, { map }: RoleCard): void {
  const limits = map.map('limits');
  const unused = [...promptKeys.map((key) => [key, map] as const), ...promptLimits.map((key) => [key, limits] as const)];
  for (const [key, holder] of unused) {
    const range = holder?.keyRange(key) ?? null;
    if (holder !== null && range !== null) findings.add('unused-key', range, `\`${key}\` has no effect here: a team does this role's work.`, { fix: deletion(holder, key) });
  }
}
