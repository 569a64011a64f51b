/** A checked team made ready to run: every expression and template compiled once. No state, no order of things. */
import { compileExpression } from '../expressions/compileExpression';
import { compileTemplate } from '../expressions/compileTemplate';
import { loadPatterns, usesPatterns } from '../expressions/patterns';
import type { Expression } from '../expressions/expression';
import { scopeFor, type ExpressionPlace } from '../expressions/scope';
import type { Template } from '../expressions/template';
import type { Json, JsonObject } from '../shared/json';
import { isObject } from '../shared/json';
import type { Schemas } from '../shared/schemas';
import { showRef, type SourceRef } from '../shared/source';
import type { Approval, Condition, Role, Route, Rule, Sourced, Team } from '../team/team';
import type { ConditionProgram } from './condition';

export interface RuleProgram {
  /** `team`, or the role's id. */
  readonly of: string;
  readonly index: number;
  readonly severity: Rule['severity'];
  readonly expression: Expression;
  readonly message: Template;
  readonly messageText: string;
}

export interface RouteProgram {
  readonly index: number;
  readonly to: string;
  readonly when: Expression;
  /** Fields that `when` looks at. */
  readonly looked: readonly string[];
  readonly input: Readonly<Record<string, Expression>>;
  readonly forEach: Expression | null;
  readonly as: string | null;
  readonly at: SourceRef;
}

export interface TemplateProgram {
  readonly template: Template;
  readonly at: SourceRef;
}

/** The card's `input_schema`, applied to `subtask.input`. */
export interface InputProgram {
  withDefaults(input: Json): Json;
  /** Null: it is as the schema wants it. */
  problem(input: Json): string | null;
}

export interface RoleProgram {
  readonly role: Role;
  /** Names of the fields it reads. */
  readonly reads: readonly string[];
  /** `fixed`: no expression in it, so the same for every dispatch. */
  readonly instructions: (TemplateProgram & { readonly fixed: boolean }) | null;
  readonly criteria: readonly TemplateProgram[];
  readonly skipWhen: readonly ConditionProgram[];
  readonly exitWhen: readonly ConditionProgram[];
  readonly rules: readonly RuleProgram[];
  readonly input: InputProgram | null;
}

export type ApprovalProgram =
  | Exclude<Approval, { kind: 'when' }>
  | { readonly kind: 'when'; readonly expression: Expression; readonly at: SourceRef };

export interface TeamProgram {
  readonly team: Team;
  readonly goal: Template;
  readonly finishWhen: readonly ConditionProgram[];
  readonly routes: readonly RouteProgram[];
  readonly teamRules: readonly RuleProgram[];
  readonly supervisorInstructions: Template | null;
  readonly approvals: readonly ApprovalProgram[];
  readonly roles: ReadonlyMap<string, RoleProgram>;
  /** For questions that nobody's model is named for. */
  readonly defaultModel: string;
}

/** The team must have passed its check: an expression that does not compile here is a bug, and throws. */
export async function compileTeam(team: Team, schemas: Schemas): Promise<TeamProgram> {
  if (usesPatterns(JSON.stringify(team))) await loadPatterns();
  const compile = new Compiler(team);
  return {
    team,
    goal: compile.template('goal', team.goal),
    finishWhen: compile.conditions('finish', team.finishWhen),
    routes: team.routes.map((route, index) => compile.route(route, index)),
    teamRules: compile.rules('team', team.rules),
    supervisorInstructions: team.supervisor?.instructions ? compile.template('goal', team.supervisor.instructions) : null,
    approvals: (team.approvals ?? []).map((one) => (one.kind === 'when' ? { kind: 'when', expression: compile.expression('approval', one.when), at: one.at } : one)),
    roles: new Map(team.roles.map((role) => [role.id, compileRole(compile, role, schemas)])),
    defaultModel: team.model ?? team.roles[0]!.model,
  };
}

function compileRole(compile: Compiler, role: Role, schemas: Schemas): RoleProgram {
  const { instructions, review } = role;
  const own = instructions === null ? null : compile.template('template', instructions);
  return {
    role,
    reads: role.reads.map((read) => read.field),
    instructions: own === null ? null : { template: own, at: instructions!.at, fixed: own.parts.every((part) => part.kind === 'text') },
    criteria: (review?.criteria ?? []).map((criterion) => ({ template: compile.template('rule', criterion), at: criterion.at })),
    skipWhen: compile.conditions('condition', role.skipWhen),
    exitWhen: compile.conditions('condition', role.exitWhen),
    rules: compile.rules(role.id, role.rules),
    input: role.inputSchema === null ? null : compileInput(role.inputSchema, schemas),
  };
}

function compileInput(schema: JsonObject, schemas: Schemas): InputProgram {
  const check = schemas.compile(schema);
  if (!check.ok) throw new Error(`a checked team holds a schema that does not compile: ${check.error}`);
  const validate = check.value;
  return {
    withDefaults: (input) => schemas.withDefaults(schema, input),
    problem: (input) => {
      const [first] = validate(isObject(input) ? input : {});
      return first === undefined ? null : `${first.path === '' ? 'the input' : first.path} ${first.message}`;
    },
  };
}

class Compiler {
  private readonly roles: readonly string[];

  constructor(private readonly team: Team) {
    this.roles = team.roles.map((role) => role.id);
  }

  private scope(place: ExpressionPlace) {
    return scopeFor(place, { fields: this.team.fields, roles: this.roles });
  }

  expression(place: ExpressionPlace, source: Sourced, expects?: 'list'): Expression {
    const compiled = compileExpression(source.text, this.scope(place), expects);
    if (!compiled.ok) throw new Error(`a checked team holds an expression that does not compile, ${showRef(source.at)}: ${compiled.error[0]?.message}`);
    return compiled.value;
  }

  template(place: ExpressionPlace, source: Sourced): Template {
    const compiled = compileTemplate(source.text, this.scope(place));
    if (!compiled.ok) throw new Error(`a checked team holds a template that does not compile, ${showRef(source.at)}: ${compiled.error[0]?.message}`);
    return compiled.value;
  }

  conditions(place: ExpressionPlace, conditions: readonly Condition[]): readonly ConditionProgram[] {
    return conditions.map((condition) =>
      condition.kind === 'ask' ? { ...condition, template: condition.text.includes('{{') ? this.template(place, condition) : null } : { kind: 'expression', text: condition.text, at: condition.at, expression: this.expression(place, condition) },
    );
  }

  rules(of: string, rules: readonly Rule[]): readonly RuleProgram[] {
    return rules.map((rule, index) => ({
      of, index, severity: rule.severity,
      expression: this.expression('rule', rule.rule),
      message: this.template('rule', rule.message),
      messageText: rule.message.text,
    }));
  }

  route(route: Route, index: number): RouteProgram {
    const when = this.expression('route', route.when);
    const input = Object.fromEntries(Object.entries(route.input ?? {}).map(([name, value]) => [name, this.expression('routeInput', value)]));
    const forEach = route.forEach === undefined ? null : this.expression('route', route.forEach, 'list');
    const looked = [...new Set([...when.names.state, ...when.names.meta])];
    return { index, to: route.to, when, looked, input, forEach, as: route.as ?? null, at: route.at };
  }
}
