/** Every name in the cards has to mean something: roles, tools and models. Fields are the workspace's business (checkWorkspace.ts). */
import { scalarText } from '../cards/mapEdits';
import type { CardText } from '../cards/mapReader';
import type { RoleCard } from '../cards/roleCard';
import { handedFrom, handsTo, limitAnswers, routeEnds, toolTypes } from '../cards/words';
import { thereIs } from '../shared/listed';
import { didYouMean, nearest } from '../shared/nearest';
import { readMore } from './buildTools';
import { hasSupervisor } from './buildTeam';
import { buildModels, defaultEntry, defaultModelName, providersModel } from './buildModels';
import type { Check } from './check';
import { checkRoleName, isKnown, isReserved, toolNames } from './names';
import { placeIn } from './placeIn';
import { addition } from './teamMends';
import { isQuestion } from './scopes';

export function checkNames(check: Check): void {
  const { team, sources } = check;
  for (const role of check.roles) checkRole(check, role);
  for (const route of team.routes) checkRoleName(check, route.to, routeEnds);
  for (const role of team.pipeline ?? []) checkRoleName(check, role);
  for (const { before, after } of team.approvals) for (const role of [before, after]) checkRoleName(check, role);
  if (!(limitAnswers as readonly string[]).includes(team.onLimit?.text ?? '')) checkRoleName(check, team.onLimit);
  checkModel(check, team.model);
  checkSupervisor(check);
}

function checkSupervisor(check: Check): void {
  const { supervisor } = check.team;
  if (supervisor === null) return;
  checkModel(check, supervisor.model);
  for (const choice of supervisor.choices ?? []) checkRoleName(check, choice, routeEnds);
}

function checkRole(check: Check, role: RoleCard): void {
  for (const tool of [...role.tools, ...(role.mayAsk?.tools ?? [])]) checkTool(check, tool);
  for (const name of role.handsTo) checkRoleName(check, name, handsTo);
  for (const name of role.handedFrom) checkRoleName(check, name, handedFrom);
  checkReviewer(check, role);
  if (role.modelIsLoose && role.model !== null) checkLooseModel(check, role.model);
  else checkModel(check, role.model);
}

function checkReviewer(check: Check, { id, review }: RoleCard): void {
  const by = review?.by ?? null;
  checkRoleName(check, by);
  if (by !== null && by.text === id) check.findings.add('self-review', by.range, `\`${id}\` reviews itself.`);
  if (by !== null && review!.criteria.length === 0) check.findings.add('no-criteria', by.range, `\`${by.text}\` is to review what \`${id}\` writes, but by no criteria.`);
}

function checkTool(check: Check, tool: CardText): void {
  const isType = (toolTypes as readonly string[]).includes(tool.text);
  const known = toolNames(check);
  const declare = nearest(tool.text, known) === null ? [`Declare it under the team's \`tools:\`, e.g. \`${tool.text}: { type: search, root: docs }\`.`] : [];
  const hint = isType
    ? `\`${tool.text}\` works only once it is declared under the team's \`tools\`: \`${tool.text}: { type: ${tool.text} }\`.`
    : [...declare, thereIs(known)].join(' ');
  isKnown(check, tool, { code: 'unknown-tool', kind: 'tool', known, hint });
}

export function checkModel(check: Check, name: CardText | null, also: readonly string[] = []): void {
  if (name === null) return;
  const known = [...check.team.models.map((model) => model.name), ...also];
  const hint = known.length === 0 ? 'Declare it under `models` in the team file.' : undefined;
  isKnown(check, name, { code: 'unknown-model', kind: 'model', known, hint });
}

/** `llm` may also be what the default provider calls a model. */
function checkLooseModel(check: Check, name: CardText): void {
  const names = check.team.models.map((model) => model.name);
  if (names.includes(name.text)) return;
  const models = new Map(Object.entries(buildModels(check.sources, placeIn(check.sources.folder))));
  if (names.length > 0 && providersModel(name.text, defaultEntry(check.team, models)) !== null) return;
  const close = nearest(name.text, names);
  check.findings.add('unknown-model', name.range, `There is no model \`${name.text}\`${didYouMean(close) || ', and no default provider that could know it.'}`);
}

/** A role or supervisor that names no model needs a default. */
export function checkDefaultModel(check: Check): void {
  const { team, findings } = check;
  const asking = askers(check);
  if (team.models.length === 0 && team.model === null) {
    // Entries that could not be read have been reported.
    if (team.map.has('models') || (asking.length === 0 && !hasQuestions(check))) return;
    findings.add('no-model', team.at, 'The team names no model, so it cannot run.');
    return;
  }
  if (defaultModelName(team) !== null) return;
  const without = asking.filter(({ model }) => model === null).map(({ id }) => id);
  if (without.length === 0) return;
  const range = team.map.keyRange('models') ?? team.at;
  findings.add('no-model', range, `The team has no default model, and these name none: ${without.join(', ')}.`, { severity: 'error', hint: `Add \`model: ${team.models[0]?.name}\` to the team.`, fix: addition(team.map, 'model', scalarText(team.models[0]!.name), 'models') });
}

/** Who asks a model, with the model it names; a role that is a team asks none. */
function askers({ team, sources }: Check): readonly { readonly id: string; readonly model: CardText | null }[] {
  const roles = sources.roles.flatMap(({ id, model, map }) => (id === null || map.has('team') ? [] : [{ id, model }]));
  return hasSupervisor(team) ? [...roles, { id: 'supervisor', model: team.supervisor?.model ?? null }] : roles;
}

function hasQuestions({ team, sources, scopes }: Check): boolean {
  const ofRoles = sources.roles.flatMap((role) => [...role.skipWhen, ...role.exitWhen]);
  return team.finishWhen.some((each) => isQuestion(each, scopes.at('finish'))) || ofRoles.some((each) => isQuestion(each, scopes.at('condition')));
}

/** Names that users choose must not be such. */
export function checkChosenNames(check: Check): void {
  const { team, findings } = check;
  const chosen = [...team.models, ...team.tools, ...team.state].map(({ name, at }) => ({ name, at }));
  for (const { name, at } of chosen) {
    if (isReserved(name)) findings.add('reserved-name', at, `\`${name}\` cannot be a name here.`);
  }
  for (const { name, at } of team.tools) if (name === readMore) findings.add('reserved-name', at, `\`${readMore}\` is always there; no other tool can have its name.`);
}

