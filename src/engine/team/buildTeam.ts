/** From a team's cards to the checked team that runs. Call it only once the check found no error; it reports nothing itself. */
import type { RoleCard } from '../cards/roleCard';
import type { CardApproval, CardRoute, TeamCard } from '../cards/teamCard';
import { basename } from '../shared/paths';
import { buildFields } from './buildFields';
import { buildModels, defaultModelName } from './buildModels';
import { buildCondition, buildRole, buildRule, type RoleSurroundings } from './buildRole';
import { buildTools } from './buildTools';
import { isGroupChat } from './groupChat';
import { orderFromCards } from './pipelineOrder';
import { placeIn, sourced, type PlaceIn } from './placeIn';
import { isQuestion, Scopes } from './scopes';
import type { Approval, Role, Route, SupervisorCard, Team, TeamLimits } from './team';
import type { TeamSources } from './loadedTeam';

export function buildTeam(sources: TeamSources, card: TeamCard): Team {
  const at = placeIn(sources.folder);
  const ids = sources.roles.flatMap((role) => role.id ?? []);
  const defaultModel = defaultModelName(card);
  const fields = buildFields(sources, at);
  const scopes = new Scopes(fields, sources.roles, isGroupChat(card));
  const around: RoleSurroundings = {
    at, defaultModel, scopes,
    planners: plannersOf(sources.roles),
    onLimit: card.onLimit?.text ?? null,
    speakers: isGroupChat(card) ? ids.length : null,
    innerOf: (role) => innerTeamOf(sources, role),
  };
  return {
    name: card.name ?? basename(sources.folder),
    file: basename(sources.file),
    folder: sources.folder,
    goal: card.goal === null ? { text: '', at: at(card.at) } : sourced(card.goal, at),
    constraints: card.constraints?.value ?? null,
    topology: card.topology,
    pipeline: pipelineOf(card, sources.roles),
    models: buildModels(sources, at),
    model: defaultModel,
    ...(card.cache === 'off' ? {} : { cache: card.cache }),
    tools: buildTools(sources, at),
    fields,
    roles: uniqueRoles(sources.roles, around),
    routes: card.routes.flatMap((route) => buildRoute(route, at)),
    supervisor: supervisorOf(card, ids, defaultModel, at),
    finishWhen: card.finishWhen.map((each) => buildCondition(each, scopes.at('finish'), at)),
    rules: card.rules.map((rule) => buildRule(rule, at)),
    limits: limitsOf(card),
    ...(card.approvals.length === 0 ? {} : { approvals: card.approvals.flatMap((approval) => buildApproval(approval, at)) }),
    onLimit: card.onLimit?.text ?? null,
    at: at(card.at),
  };
}

function innerTeamOf({ inner }: TeamSources, role: RoleCard): Team | null {
  const found = inner.get(role);
  return found?.kind === 'loaded' ? found.loaded.team : null;
}

/** Roles that can be handed what others fail at. A team is handed only fields, and gives out no subtasks but its own. */
export function plannersOf(roles: readonly RoleCard[]): readonly string[] {
  return roles.flatMap((role) => (role.mode === 'plan' && role.team === null && role.id !== null ? [role.id] : []));
}

function uniqueRoles(cards: readonly RoleCard[], around: RoleSurroundings): readonly Role[] {
  const seen = new Set<string>();
  return cards.flatMap((card) => {
    if (card.id === null || seen.has(card.id)) return [];
    seen.add(card.id);
    return [buildRole(card, card.id, around)];
  });
}

function pipelineOf(card: TeamCard, roles: readonly RoleCard[]): readonly string[] {
  if (card.topology !== 'pipeline') return [];
  if (card.pipeline !== null) return card.pipeline.map((each) => each.text);
  const order = orderFromCards(roles);
  return order.ok ? order.order : [];
}

function buildRoute(route: CardRoute, at: PlaceIn): readonly Route[] {
  if (route.to === null) return [];
  const input = route.input === null ? null : Object.fromEntries(route.input.map(({ name, value }) => [name, sourced(value, at)]));
  // A route without a condition always holds.
  const when = route.when === null ? { text: 'true', at: at(route.at) } : sourced(route.when, at);
  const fanOut = route.forEach === null ? {} : { forEach: sourced(route.forEach, at) };
  const as = route.as === null ? {} : { as: route.as.text };
  return [{ when, to: route.to.text, input, ...fanOut, ...as, at: at(route.at) }];
}

function buildApproval(card: CardApproval, at: PlaceIn): readonly Approval[] {
  const place = at(card.at);
  if (card.before !== null) return [{ kind: 'before', role: card.before.text, at: place }];
  if (card.after !== null) return [{ kind: 'after', role: card.after.text, at: place }];
  if (card.when !== null) return [{ kind: 'when', when: sourced(card.when, at), at: place }];
  return card.sample === null ? [] : [{ kind: 'sample', share: card.sample, at: place }];
}

/**
 * Where neither routes nor `supervisor:` say who is next, no role would ever start. What is meant is what the topology says: a supervisor that
 * chooses among all roles. In a group chat it does so anyway.
 */
export function hasSupervisor({ supervisor, topology, routes }: TeamCard): boolean {
  if (topology === 'pipeline' || topology === 'blackboard') return supervisor !== null;
  return supervisor !== null || topology === 'group_chat' || routes.length === 0;
}

function supervisorOf(card: TeamCard, ids: readonly string[], defaultModel: string | null, at: PlaceIn): SupervisorCard | null {
  const { supervisor } = card;
  const all = [...new Set(ids), 'end'];
  if (supervisor === null) {
    if (!hasSupervisor(card)) return null;
    return { model: defaultModel ?? '', instructions: null, choices: all, at: at(card.at) };
  }
  return {
    model: supervisor.model?.text ?? defaultModel ?? '',
    instructions: supervisor.instructions === null ? null : sourced(supervisor.instructions, at),
    choices: supervisor.choices?.map((choice) => choice.text) ?? all,
    at: at(supervisor.at),
  };
}

function limitsOf({ limits }: TeamCard): TeamLimits {
  const limit = (key: string): number | null => limits?.number(key) ?? null;
  return {
    steps: limit('steps') ?? 20,
    timeMs: limits?.duration('time') ?? 600_000,
    tokens: limit('tokens'),
    costUsd: limit('cost_usd'),
    parallel: limit('parallel') ?? 3,
    tokensPerCall: limit('tokens_per_call'),
    outputBytes: limit('output_bytes') ?? 262_144,
  };
}
