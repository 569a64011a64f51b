/** From a card to a role of a team, defaults filled in. Reports nothing; what does not fit was reported and is left out. */
import type { CardText } from '../cards/mapReader';
import type { CardCondition, CardRule, RoleCard } from '../cards/roleCard';
import type { ExpressionScope } from '../expressions/scope';
import { readMore } from './buildTools';
import { isSpeaker, messages, messagesRead, messagesWrite } from './groupChat';
import { sourced, type PlaceIn } from './placeIn';
import { isQuestion, type Scopes } from './scopes';
import type { Condition, Read, Role, RoleLimits, Rule, Sourced, Team, Write } from './team';

export interface RoleSurroundings {
  readonly at: PlaceIn;
  readonly defaultModel: string | null;
  /** Ids of the roles of mode plan. */
  readonly planners: readonly string[];
  readonly onLimit: string | null;
  readonly scopes: Scopes;
  /** In a group chat: how many roles there are. */
  readonly speakers: number | null;
  /** The team that does a role's work. */
  readonly innerOf: (card: RoleCard) => Team | null;
}

export function buildRole(card: RoleCard, id: string, around: RoleSurroundings): Role {
  const { at, scopes } = around;
  const conditions = (cards: readonly CardCondition[]): readonly Condition[] => cards.map((each) => buildCondition(each, scopes.at('condition'), at));
  return {
    id,
    name: card.name ?? id,
    mode: card.mode,
    responsibility: card.responsibility ?? '',
    instructions: instructionsOf(card.instructions, at),
    reads: readsOf(card, around),
    writes: writesOf(card, id, around),
    tools: toolsOf(card.tools),
    forbidden: card.forbidden,
    ...(card.mayAsk === null ? {} : { mayAsk: { fields: card.mayAsk.fields.map((field) => field.text), tools: toolsOf(card.mayAsk.tools) } }),
    model: card.model?.text ?? around.defaultModel ?? '',
    examples: card.examples.map(({ input, output }) => ({ input, output })),
    skipWhen: conditions(card.skipWhen),
    exitWhen: conditions(card.exitWhen),
    rules: [...card.rules.map((rule) => buildRule(rule, at)), ...criteriaOf(card, scopes).rules.map((each) => criterionRule(each, at))],
    review: reviewOf(card, scopes, at),
    limits: limitsOf(card),
    onFailure: policyOf(card, id, around),
    ...(card.onFailure === null ? { hasDefaultFailure: true } : {}),
    ...innerTeamOf(card, around),
    ...(card.wakesOn === null ? {} : { wakesOn: card.wakesOn.map((field) => field.text) }),
    inputSchema: card.inputSchema?.schema ?? null,
    at: at(card.at),
    places: Object.fromEntries(Object.entries(card.places).map(([place, range]) => [place, at(range)])),
  };
}

function readsOf(card: RoleCard, { speakers }: RoleSurroundings): readonly Read[] {
  const own = card.reads.map((read): Read => ({ as: read.as, field: read.field.text }));
  if (speakers === null || !isSpeaker(card)) return own;
  // What grows comes last, so that what stands before it in the prompt stays the same.
  const as = own.find((read) => read.field === messages)?.as ?? messages;
  return [...own.filter((read) => read.field !== messages), messagesRead(as, speakers)];
}

function writesOf(card: RoleCard, id: string, { speakers }: RoleSurroundings): readonly Write[] {
  const own = card.writes.map((write): Write => ({ field: write.field, schema: write.schema?.value ?? null }));
  return speakers === null || !isSpeaker(card) ? own : [messagesWrite(id), ...own.filter((write) => write.field !== messages)];
}

function toolsOf(names: readonly CardText[]): readonly string[] {
  return [...new Set(names.map((name) => name.text))].filter((name) => name !== readMore);
}

function innerTeamOf(card: RoleCard, { innerOf }: RoleSurroundings): Pick<Role, 'team'> {
  const team = innerOf(card);
  return team === null ? {} : { team };
}

/** A rule without a message is its own message; `{{` in it must not start a template. */
export function buildRule(card: CardRule, at: PlaceIn): Rule {
  const rule = sourced(card.rule, at);
  const message = card.message === null ? { text: `does not hold: ${rule.text.replaceAll('{{', "{{ '{{' }}")}`, at: rule.at } : sourced(card.message, at);
  return { rule, message, severity: card.severity };
}

function instructionsOf(texts: readonly CardText[], at: PlaceIn): Sourced | null {
  const [first] = texts;
  if (first === undefined) return null;
  return { text: texts.map((each) => each.text.trimEnd()).join('\n\n'), at: at(first.range) };
}

function reviewOf(card: RoleCard, scopes: Scopes, at: PlaceIn): Role['review'] {
  const { review } = card;
  if (review === null || review.by === null) return null;
  const criteria = criteriaOf(card, scopes).sentences.map((each) => sourced(each.text, at));
  return { by: review.by.text, criteria, maxRevisions: review.maxRevisions, at: at(review.range) };
}

interface Criteria {
  /** For the reviewer. */
  readonly sentences: readonly CardCondition[];
  /** Expressions: judged before the review, without a model. */
  readonly rules: readonly CardCondition[];
}

function criteriaOf(card: RoleCard, scopes: Scopes): Criteria {
  const all = card.review?.criteria ?? [];
  const isSentence = (each: CardCondition): boolean => isQuestion(each, scopes.ofRole('rule', card));
  return { sentences: all.filter(isSentence), rules: all.filter((each) => !isSentence(each)) };
}

function criterionRule({ text }: CardCondition, at: PlaceIn): Rule {
  return buildRule({ rule: text, message: null, severity: 'error' }, at);
}

export function buildCondition(card: CardCondition, scope: ExpressionScope, at: PlaceIn): Condition {
  return { kind: isQuestion(card, scope) ? 'ask' : 'expression', ...sourced(card.text, at) };
}

function limitsOf({ limits }: RoleCard): RoleLimits {
  return {
    calls: limits.calls,
    timeoutMs: limits.timeoutMs ?? 60_000,
    tokens: limits.tokens,
    toolCalls: limits.toolCalls ?? 10,
    retries: limits.retries ?? 2,
    revisions: limits.revisions ?? 2,
  };
}

/** A planner has nobody to hand its own failure to, nor has the role that runs at the limit. */
function policyOf(card: RoleCard, id: string, { planners, onLimit }: RoleSurroundings): Role['onFailure'] {
  if (card.onFailure !== null) return card.onFailure.value;
  if (planners.length === 1 && planners[0] !== id) return 'escalate';
  return onLimit !== null && onLimit !== 'ask' && onLimit !== id ? 'on_limit' : 'fail';
}
