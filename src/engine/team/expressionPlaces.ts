/** Where expressions and templates stand in the cards, each with the names it may see there and what it has to give. The one home of that; compiles nothing but what a fan-out's items depend on. */
import type { CardText } from '../cards/mapReader';
import type { CardCondition, CardRule, RoleCard } from '../cards/roleCard';
import type { ScenarioCard } from '../cards/scenarioCard';
import type { CardReply } from '../cards/scriptCard';
import type { CardRoute, TeamCard } from '../cards/teamCard';
import { compileExpression } from '../expressions/compileExpression';
import { DYN, OBJECT, record, type MapType } from '../expressions/exprType';
import type { ExpressionResult, ExpressionScope } from '../expressions/scope';
import type { SourceRange } from '../shared/source';
import type { TeamSources } from './loadedTeam';
import { isQuestion, type Scopes } from './scopes';

export interface TextPlace {
  readonly text: CardText;
  /** `question`: bare text, or `{ask: …}`, that a model judges. */
  readonly form: 'expression' | 'template' | 'question';
  readonly scope: ExpressionScope;
  readonly expects: ExpressionResult;
  /** A question is legal here. */
  readonly mayAsk: boolean;
  /** A condition: all that is written, `{ask: …}` included. */
  readonly range?: SourceRange;
}

type Places = Generator<TextPlace, void, undefined>;

/** All of a team's but those of its scenarios, which only look at what a run left behind. `roles`: those to look into. */
export function* teamTexts(team: TeamCard | null, roles: readonly RoleCard[], sources: TeamSources, scopes: Scopes): Places {
  if (team !== null) yield* textsOfTeam(team, scopes);
  for (const role of roles) yield* textsOfRole(role, scopes);
  for (const { replies } of sources.scripts.values()) for (const reply of replies) yield* textsOfReply(reply, sources.roles, scopes);
}

export function* textsOfTeam(team: TeamCard, scopes: Scopes): Places {
  yield* template(team.goal, scopes.at('goal'));
  yield* template(team.supervisor?.instructions ?? null, scopes.at('goal'));
  for (const route of team.routes) yield* textsOfRoute(route, scopes);
  for (const approval of team.approvals) yield* expression(approval.when, scopes.ofAnyOutput('approval'));
  yield* conditions(team.finishWhen, scopes.at('finish'));
  yield* rules(team.rules, scopes.ofAnyOutput('rule'));
}

export function* textsOfRole(role: RoleCard, scopes: Scopes): Places {
  for (const text of role.instructions) yield* template(text, scopes.ofRole('template', role));
  yield* conditions([...role.skipWhen, ...role.exitWhen], scopes.at('condition'));
  const rule = scopes.ofRole('rule', role);
  yield* rules(role.rules, rule);
  // Sentences are templates, so that they can name a number; the rest are rules.
  for (const criterion of role.review?.criteria ?? []) {
    const form = isQuestion(criterion, rule) ? 'template' : 'expression';
    yield { text: criterion.text, form, scope: rule, expects: form === 'template' ? 'any' : 'boolean', mayAsk: true, range: criterion.range };
  }
}

export function* textsOfReply(reply: CardReply, roles: readonly RoleCard[], scopes: Scopes): Places {
  const role = roles.find((each) => each.id === reply.role?.text);
  const isReviewer = role !== undefined && roles.some((each) => each.review?.by?.text === role.id);
  const scope = scopes.ofScript(role, isReviewer);
  yield* expression(reply.when, scope, 'boolean');
  for (const text of reply.templates) yield* template(text, scope);
}

export function* textsOfScenario(scenario: ScenarioCard, roles: readonly RoleCard[], scopes: Scopes): Places {
  const role = roles.find((each) => each.id !== null && each.id === scenario.role?.text);
  const scope = role === undefined ? scopes.at('assert') : scopes.ofRole('assert', role, true);
  for (const { that } of scenario.asserts) yield* expression(that, scope);
}

/** What a route's fan-out puts into `subtask.input`: the item under its name, or itself where it is an object, else as `item`; nothing without one. */
export function itemsOf({ forEach, as }: CardRoute, scopes: Scopes): MapType {
  if (forEach === null) return record({});
  const compiled = compileExpression(forEach.text, scopes.at('route'), 'list');
  const item = compiled.ok && compiled.value.type.kind === 'list' ? compiled.value.type.item : DYN;
  if (as !== null) return record({ [as.text]: item });
  if (item.kind === 'map') return item;
  return item.kind === 'dyn' ? OBJECT : record({ item });
}

function* textsOfRoute(route: CardRoute, scopes: Scopes): Places {
  yield* expression(route.when, scopes.at('route'));
  yield* expression(route.forEach, scopes.at('route'), 'list');
  if (route.input === null) return;
  const scope = scopes.ofRouteInput(itemsOf(route, scopes));
  for (const { value } of route.input) yield* expression(value, scope);
}

function* rules(all: readonly CardRule[], scope: ExpressionScope): Places {
  for (const { rule, message } of all) {
    yield* expression(rule, scope);
    yield* template(message, scope);
  }
}

function* conditions(all: readonly CardCondition[], scope: ExpressionScope): Places {
  for (const condition of all) {
    if (isQuestion(condition, scope) && condition.text.text.includes('{{')) yield* template(condition.text, scope);
    else yield { text: condition.text, form: isQuestion(condition, scope) ? 'question' : 'expression', scope, expects: 'boolean', mayAsk: true, range: condition.range };
  }
}

function* expression(text: CardText | null, scope: ExpressionScope, expects = scope.expects): Places {
  if (text !== null) yield { text, form: 'expression', scope, expects, mayAsk: false };
}

function* template(text: CardText | null, scope: ExpressionScope): Places {
  if (text !== null) yield { text, form: 'template', scope, expects: 'any', mayAsk: false };
}
