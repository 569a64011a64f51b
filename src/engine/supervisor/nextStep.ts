/**
 * What the supervisor does next: pure and total, from the team, the state and the answers it has been given. Performing it is the loop's.
 * The order is FORMAT.md's "One round of the supervisor".
 */
import type { Decision, Refused, RunStatus } from '../events/runEvent';
import { isCurrent } from '../events/foldRun';
import type { RunState } from '../events/runState';
import { evaluateCondition, type ConditionProgram } from '../rules/condition';
import { stateBindings } from '../rules/stateBindings';
import type { RoleProgram, RouteProgram, TeamProgram } from '../rules/teamProgram';
import type { Json } from '../shared/json';
import { canonicalJson } from '../shared/json';
import type { SourceRef } from '../shared/source';
import { reachedLimit, type ReachedLimit } from './limits';

export type NextStep =
  | { readonly kind: 'finish'; readonly status: Exclude<RunStatus, 'waiting'>; readonly reason: string; readonly where?: SourceRef; /** Whose turn had come, and why they were passed over. */ readonly refused?: readonly Refused[] }
  | { readonly kind: 'fail'; readonly reason: string; readonly message: string; readonly where: SourceRef }
  | { readonly kind: 'limit'; readonly reached: ReachedLimit }
  | Dispatch
  /** A condition whose answer would decide something has to be put to a model. `role`: whose condition; null: the team's. */
  | { readonly kind: 'judge'; readonly question: string; readonly at: SourceRef; readonly role: string | null }
  /** No rule decides: the supervisor's model has to choose from `choices`. */
  | { readonly kind: 'choose'; readonly choices: readonly string[]; readonly refused: readonly Refused[] };

export interface Dispatch {
  readonly kind: 'dispatch';
  readonly role: string;
  readonly input: Json;
  readonly decision: Decision;
  /** Versions of the fields that the decider looked at. */
  readonly looked: Readonly<Record<string, number>>;
}

export interface Answers {
  readonly now: number;
  /** Judged conditions of this state, by question. */
  readonly judged: ReadonlyMap<string, boolean>;
}

/** Stops the walk with what has to happen first: a judgement, or the end because an expression failed. */
type Interrupt = Extract<NextStep, { kind: 'judge' | 'fail' }>;
type Maybe<T> = { readonly value: T } | { readonly interrupt: Interrupt };

export function nextStep(program: TeamProgram, state: RunState, answers: Answers): NextStep {
  if (state.ending !== null) return atTheEnd(program, state, state.ending);
  const done = anyHolds(program.finishWhen, null, state, answers);
  if ('interrupt' in done) return done.interrupt;
  if (done.value !== null) return finish(state, 'finish_when', true, done.value.at);
  const wanted = candidate(program, state, answers);
  const reached = reachedLimit(state, wanted.kind === 'dispatch' ? 'step' : 'call', answers.now);
  const spends = wanted.kind === 'dispatch' || wanted.kind === 'choose' || wanted.kind === 'judge';
  return spends && reached !== null ? { kind: 'limit', reached } : wanted;
}

/** The on_limit role turns what there is into a partial result, once; then the run is over. */
function atTheEnd(program: TeamProgram, state: RunState, reason: string): NextStep {
  const { onLimit } = program.team;
  if (onLimit === null || state.limitRoleRan) return { kind: 'finish', status: 'partial', reason };
  return { kind: 'dispatch', role: onLimit, input: { reason }, decision: { by: 'limit', limit: reason, refused: [] }, looked: {} };
}

function candidate(program: TeamProgram, state: RunState, answers: Answers): NextStep {
  const escalation = state.escalations[0];
  if (escalation !== undefined) {
    const { step, role, input, why, feedback } = escalation;
    const planner = program.team.roles.find((one) => one.mode === 'plan')!.id;
    return { kind: 'dispatch', role: planner, input: { at_risk: { role, input, why, feedback: feedback as unknown as Json } }, decision: { by: 'escalation', step, refused: [] }, looked: {} };
  }
  return program.team.topology === 'pipeline' ? pipelineNext(program, state, answers) : routeNext(program, state, answers);
}

function pipelineNext(program: TeamProgram, state: RunState, answers: Answers): NextStep {
  const refused: Refused[] = [];
  for (let position = state.pipelineNext; position < program.team.pipeline.length; position++) {
    const role = program.team.pipeline[position]!;
    const card = program.roles.get(role)!;
    const input = emptyInput(card);
    const passed = passedOver(card, input, {}, state, answers);
    if ('interrupt' in passed) return passed.interrupt;
    if (passed.value === null) return { kind: 'dispatch', role, input, decision: { by: 'pipeline', position, refused }, looked: {} };
    refused.push({ role, ...passed.value });
  }
  return { ...finish(state, 'end', program.finishWhen.length === 0), refused };
}

function routeNext(program: TeamProgram, state: RunState, answers: Answers): NextStep {
  const refused: Refused[] = [];
  for (const route of program.routes) {
    const holds = route.when.evaluateBoolean(stateBindings(state, { now: answers.now }));
    if (!holds.ok) return failed(`the route to ${route.to} could not be judged: ${holds.error.message}`, route.at);
    if (!holds.value) continue;
    if (route.to === 'end') return { ...finish(state, 'end', program.finishWhen.length === 0, route.at), refused };
    const taken = takeRoute(program, route, state, answers);
    if ('interrupt' in taken) return taken.interrupt;
    if ('dispatch' in taken.value) return { ...taken.value.dispatch, decision: { by: 'route', route: route.index, refused } };
    refused.push({ route: route.index, role: route.to, ...taken.value.passed });
  }
  return program.team.supervisor === null ? { ...finish(state, 'quiescent', program.finishWhen.length === 0), refused } : choiceNext(program, state, answers, refused);
}

type Taken = { readonly dispatch: Omit<Dispatch, 'decision'> } | { readonly passed: Omit<Refused, 'role' | 'route'> };

function takeRoute(program: TeamProgram, route: RouteProgram, state: RunState, answers: Answers): Maybe<Taken> {
  const input: Record<string, Json> = {};
  for (const [name, expression] of Object.entries(route.input)) {
    const value = expression.evaluate(stateBindings(state, { now: answers.now }));
    if (!value.ok) return { interrupt: failed(`input ${name} of the route to ${route.to} could not be worked out: ${value.error.message}`, route.at) };
    input[name] = value.value;
  }
  const looked = versionsOf(state, route.looked);
  const role = program.roles.get(route.to)!;
  const filled = role.input?.withDefaults(input) ?? input;
  const passed = passedOver(role, filled, looked, state, answers);
  if ('interrupt' in passed) return passed;
  return { value: passed.value === null ? { dispatch: { kind: 'dispatch', role: route.to, input: filled, looked } } : { passed: passed.value } };
}

/** The roles that could be dispatched now; with none of them left nobody is asked. */
function choiceNext(program: TeamProgram, state: RunState, answers: Answers, routesRefused: readonly Refused[]): NextStep {
  const refused: Refused[] = [...routesRefused];
  const looked = versionsOf(state, Object.keys(state.values));
  const choices: string[] = [];
  for (const role of program.team.supervisor!.choices) {
    if (role === 'end') {
      choices.push(role);
      continue;
    }
    const card = program.roles.get(role)!;
    const passed = passedOver(card, emptyInput(card), looked, state, answers);
    if ('interrupt' in passed) return passed.interrupt;
    if (passed.value === null) choices.push(role);
    else refused.push({ role, ...passed.value });
  }
  if (choices.every((choice) => choice === 'end')) return { ...finish(state, 'quiescent', program.finishWhen.length === 0), refused };
  return { kind: 'choose', choices, refused };
}

/** What the loop does with a choice of the model's. */
export function chosenStep(program: TeamProgram, state: RunState, choice: string, decision: Decision, now: number): Exclude<NextStep, { kind: 'judge' | 'choose' }> {
  if (choice === 'end') return finish(state, 'end', program.finishWhen.length === 0);
  const reached = reachedLimit(state, 'step', now);
  if (reached !== null) return { kind: 'limit', reached };
  return { kind: 'dispatch', role: choice, input: emptyInput(program.roles.get(choice)!), decision, looked: versionsOf(state, Object.keys(state.values)) };
}

/** The input of a dispatch that brings none: what the card's schema fills in. */
function emptyInput(role: RoleProgram): Json {
  return role.input?.withDefaults({}) ?? {};
}

/** Why a role whose turn has come is passed over; null: it is not. */
function passedOver(role: RoleProgram, input: Json, looked: Readonly<Record<string, number>>, state: RunState, answers: Answers): Maybe<Omit<Refused, 'role' | 'route'> | null> {
  const { id, limits } = role.role;
  if (limits.calls !== null && (state.dispatched[id] ?? 0) >= limits.calls) return { value: { why: 'calls', detail: `${limits.calls} calls are used` } };
  const problem = role.input?.problem(input) ?? null;
  if (problem !== null) return { value: { why: 'input', detail: problem } };
  const versions = { ...versionsOf(state, role.reads), ...looked };
  const text = canonicalJson(input);
  const same = (state.made[id] ?? []).some((made) => made.input === text && isCurrent(state, made) && sameFields(made.versions, versions));
  if (same) return { value: { why: 'same dispatch' } };
  const skip = anyHolds(role.skipWhen, id, state, answers);
  if ('interrupt' in skip) return skip;
  if (skip.value !== null) return { value: { why: 'skip_when', detail: skip.value.text } };
  const exit = anyHolds(role.exitWhen, id, state, answers);
  if ('interrupt' in exit) return exit;
  return { value: exit.value === null ? null : { why: 'exit_when', detail: exit.value.text } };
}

function sameFields(a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

export function versionsOf(state: RunState, fields: readonly string[]): Readonly<Record<string, number>> {
  const versions: Record<string, number> = {};
  for (const field of fields) versions[field] = state.meta[field]?.version ?? 0;
  return versions;
}

/** The first condition that holds. Questions are put only when no expression decides first. */
function anyHolds(conditions: readonly ConditionProgram[], role: string | null, state: RunState, answers: Answers): Maybe<ConditionProgram | null> {
  let open: Interrupt | null = null;
  for (const condition of conditions) {
    if (condition.kind === 'ask') {
      const answer = answers.judged.get(judgedKey(role, condition.text));
      if (answer === true) return { value: condition };
      if (answer === undefined) open ??= { kind: 'judge', question: condition.text, at: condition.at, role };
      continue;
    }
    const holds = evaluateCondition(condition, stateBindings(state, { now: answers.now, role: role ?? undefined }));
    if (!holds.ok) return { interrupt: failed(`${condition.text} could not be judged: ${holds.error}`, condition.at) };
    if (holds.value) return { value: condition };
  }
  return open === null ? { value: null } : { interrupt: open };
}

/** One question of two roles is two questions. */
export function judgedKey(role: string | null, question: string): string {
  return `${role ?? ''}\n${question}`;
}

function failed(message: string, where: SourceRef): Extract<NextStep, { kind: 'fail' }> {
  return { kind: 'fail', reason: 'error:expression', message, where };
}

/** `goal`: whether this end is one that the team wanted. */
function finish(state: RunState, reason: string, goal: boolean, where?: SourceRef): Extract<NextStep, { kind: 'finish' }> {
  const marked = Object.keys(state.markers).length > 0;
  return { kind: 'finish', status: goal && !marked ? 'completed' : 'partial', reason, ...(where === undefined ? {} : { where }) };
}
