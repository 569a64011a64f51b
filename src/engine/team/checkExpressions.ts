/** Every expression, template and condition of a team at its own place in the file, with the names it may see there. Says which fields they look at. */
import type { DiagnosticCode } from '../cards/catalogue';
import type { CardText } from '../cards/mapReader';
import type { CardCondition, CardRule, RoleCard } from '../cards/roleCard';
import type { ScenarioCard } from '../cards/scenarioCard';
import type { CardReply } from '../cards/scriptCard';
import type { CardRoute } from '../cards/teamCard';
import { compileExpression } from '../expressions/compileExpression';
import { compileTemplate } from '../expressions/compileTemplate';
import { DYN, OBJECT, record, type ExprType, type MapType } from '../expressions/exprType';
import type { NamesLookedAt } from '../expressions/namesLookedAt';
import type { ExpressionProblem } from '../expressions/problems';
import type { ExpressionScope } from '../expressions/scope';
import type { SourceRange } from '../shared/source';
import type { Check } from './check';
import { isQuestion } from './scopes';

export interface ExpressionUses {
  /** The first place that looks at each field. */
  readonly byName: ReadonlyMap<string, SourceRange>;
  /** What each route's fan-out puts into `subtask.input`; nothing without one. */
  readonly items: ReadonlyMap<CardRoute, MapType>;
}

export function checkExpressions(check: Check): ExpressionUses {
  const checker = new ExpressionChecker(check);
  checker.team();
  for (const role of check.roles) checker.role(role);
  for (const script of check.sources.scripts.values()) for (const reply of script.replies) checker.reply(reply);
  const uses = { byName: new Map(checker.lookedAt), items: checker.items };
  // A scenario only looks at what a run left behind: that makes a field no more read.
  for (const scenario of check.sources.scenarios) if (!check.sources.broken.has(scenario.file)) checker.scenario(scenario);
  return uses;
}

/** The item under its name, or itself where it is an object, else as `item`. */
function itemsOf({ forEach, as }: CardRoute, list: ExprType): MapType {
  if (forEach === null) return record({});
  const item = list.kind === 'list' ? list.item : DYN;
  if (as !== null) return record({ [as.text]: item });
  if (item.kind === 'map') return item;
  return item.kind === 'dyn' ? OBJECT : record({ item });
}

const proseHint = 'Only an expression is legal here; a question to a model belongs in skip_when, exit_when, finish_when or criteria.';

class ExpressionChecker {
  readonly lookedAt = new Map<string, SourceRange>();
  readonly items = new Map<CardRoute, MapType>();

  private readonly reviewers: ReadonlySet<string>;

  constructor(private readonly check: Check) {
    this.reviewers = new Set(check.sources.roles.flatMap((role) => role.review?.by?.text ?? []));
  }

  team(): void {
    const { team, scopes } = this.check;
    this.template(team.goal, scopes.at('goal'));
    this.template(team.supervisor?.instructions ?? null, scopes.at('goal'));
    for (const route of team.routes) {
      this.expression(route.when, scopes.at('route'));
      const list = this.expression(route.forEach, scopes.at('route'), 'list');
      const items = itemsOf(route, list);
      this.items.set(route, items);
      for (const { value } of route.input ?? []) this.expression(value, scopes.ofRouteInput(items));
    }
    for (const approval of team.approvals) this.expression(approval.when, scopes.ofAnyOutput('approval'));
    this.conditions(team.finishWhen, scopes.at('finish'));
    this.rules(team.rules, scopes.ofAnyOutput('rule'));
  }

  role(role: RoleCard): void {
    const { scopes } = this.check;
    for (const text of role.instructions) this.template(text, scopes.ofRole('template', role));
    this.conditions([...role.skipWhen, ...role.exitWhen], scopes.at('condition'));
    const rule = scopes.ofRole('rule', role);
    this.rules(role.rules, rule);
    this.criteria(role, rule);
  }

  reply(reply: CardReply): void {
    const { scopes, sources } = this.check;
    const role = sources.roles.find((each) => each.id === reply.role?.text);
    const scope = scopes.ofScript(role, this.reviewers.has(role?.id ?? ''));
    this.expression(reply.when, scope, 'boolean');
    for (const text of reply.templates) this.template(text, scope);
  }

  scenario(scenario: ScenarioCard): void {
    const { scopes, sources } = this.check;
    const role = sources.roles.find((each) => each.id !== null && each.id === scenario.role?.text);
    const scope = role === undefined ? scopes.at('assert') : scopes.ofRole('assert', role, true);
    for (const { that } of scenario.asserts) this.expression(that, scope);
  }

  private rules(rules: readonly CardRule[], scope: ExpressionScope): void {
    for (const { rule, message } of rules) {
      this.expression(rule, scope);
      this.template(message, scope);
    }
  }

  private conditions(conditions: readonly CardCondition[], scope: ExpressionScope): void {
    for (const condition of conditions) if (!isQuestion(condition, scope)) this.expression(condition.text, scope, 'boolean', true);
  }

  /** Sentences are templates, so that they can name a number; the rest are rules. */
  private criteria(role: RoleCard, scope: ExpressionScope): void {
    for (const criterion of role.review?.criteria ?? []) {
      if (isQuestion(criterion, scope)) this.template(criterion.text, scope);
      else this.expression(criterion.text, scope, 'boolean', true);
    }
  }

  /** The type it gives, when that is known. */
  private expression(text: CardText | null, scope: ExpressionScope, expects = scope.expects, mayAsk = false): ExprType {
    if (text === null) return DYN;
    const compiled = compileExpression(text.text, scope, expects);
    this.look(compiled.ok ? compiled.value.names : null, text);
    for (const problem of compiled.ok ? compiled.value.problems : compiled.error) this.report(problem, text, mayAsk);
    return compiled.ok ? compiled.value.type : DYN;
  }

  private template(text: CardText | null, scope: ExpressionScope): void {
    if (text === null || !text.text.includes('{{')) return;
    const compiled = compileTemplate(text.text, scope);
    this.look(compiled.ok ? compiled.value.names : null, text);
    for (const problem of compiled.ok ? compiled.value.problems : compiled.error) this.report(problem, text, false);
  }

  private look(names: NamesLookedAt | null, text: CardText): void {
    for (const field of [...(names?.state ?? []), ...(names?.meta ?? [])]) if (!this.lookedAt.has(field)) this.lookedAt.set(field, text.range);
  }

  private report(problem: ExpressionProblem, text: CardText, mayAsk: boolean): void {
    // Patterns are loaded before a team that uses any is checked.
    const code: DiagnosticCode = problem.code === 'patterns-not-loaded' ? 'expression-bad-pattern' : `expression-${problem.code}`;
    // A card that could not be read may make the field.
    if (this.check.sources.incomplete && problem.code === 'unknown-field' && !problem.hint?.startsWith('Did you mean')) return;
    const isProse = problem.code === 'syntax' && !/[=<>&|(+]/.test(text.text);
    const fix = isProse && mayAsk && text.isPlain ? { title: 'Ask a model', range: text.range, text: `{ ask: ${JSON.stringify(text.text)} }` } : undefined;
    const hint = isProse ? (mayAsk ? 'To ask a model instead, write `{ask: "…"}`.' : proseHint) : problem.hint;
    this.check.findings.add(code, text.span(problem.start, problem.end), problem.message, { severity: problem.severity, hint, fix });
  }
}
