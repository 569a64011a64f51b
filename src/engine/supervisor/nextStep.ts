/**
 * What the supervisor does next: pure and total, from the team, the state and the answers it has been given. Performing it is the loop's.
 * The order is FORMAT.md's "One round of the supervisor".
 */
import type { Decision, ReachedLimit, Refused, RunStatus } from '../events/runEvent';
import { showValue } from '../expressions/values';
import { wasDispatched } from '../events/madeDispatches';
import { wasMadeHere } from '../events/progress';
import { reasonOf } from '../events/passedOver';
import type { PlannedState, RunState } from '../events/runState';
import { evaluateCondition, questionOf, type ConditionProgram } from '../rules/condition';
import { stateBindings } from '../rules/stateBindings';
import type { RoleProgram, RouteProgram, TeamProgram } from '../rules/teamProgram';
import type { Json, JsonObject } from '../shared/json';
import { canonicalJson, isObject } from '../shared/json';
import type { SourceRef } from '../shared/source';
import { askedFor, cannotBegin, filledInput } from './canBegin';

export type NextStep =
  | { readonly kind: 'finish'; readonly status: Exclude<RunStatus, 'waiting'>; readonly reason: string; readonly where?: SourceRef; /** Whose turn had come, and why they were passed over. */ readonly refused?: readonly Refused[]; /** The supervisor's model chose it. */ readonly chosen?: ModelDecision }
  | { readonly kind: 'fail'; readonly reason: string; readonly message: string; readonly hint?: string; readonly where?: SourceRef }
  | { readonly kind: 'limit'; readonly reached: ReachedLimit }
  /** A limit was reached, and the team wants a person to be asked. */
  | { readonly kind: 'askLimit'; readonly reason: string }
  | Dispatch
  /** Parallel subtasks with one join. */
  | { readonly kind: 'fanOut'; readonly members: readonly Dispatch[] }
  /** Subtasks of the plan are passed over, and nobody was told so yet. */
  | { readonly kind: 'skip'; readonly refused: readonly Refused[] }
  /** A condition whose answer would decide something has to be put to a model. `condition`: as it is written. `role`: whose condition; null: the team's. */
  | { readonly kind: 'judge'; readonly condition: string; readonly question: string; readonly at: SourceRef; readonly role: string | null }
  /** No rule decides: the supervisor's model has to choose from `choices`. */
  | { readonly kind: 'choose'; readonly choices: readonly string[]; readonly refused: readonly Refused[] };

export type ModelDecision = Extract<Decision, { by: 'model' }>;

export interface Dispatch {
  readonly kind: 'dispatch';
  readonly role: string;
  readonly input: Json;
  readonly decision: Decision;
  /** Versions of the fields that the decider looked at. */
  readonly looked: Readonly<Record<string, number>>;
  /** Of a plan's subtask; else it is numbered by its step. */
  readonly id?: string;
  readonly criteria?: readonly string[];
  /** The step that had ended the run, and is done once more. */
  readonly again?: number;
}

export interface Answers {
  readonly now: number;
  /** Judged conditions of this state, by `judgedKey`. */
  readonly judged: ReadonlyMap<string, boolean>;
  /** Nothing is to be told: the record does not have it. */
  readonly isSilent?: boolean;
}

/** Stops the walk with what has to happen first: a judgement, or the end because an expression failed. */
type Interrupt = Extract<NextStep, { kind: 'judge' | 'fail' }>;
type Maybe<T> = { readonly value: T } | { readonly interrupt: Interrupt };

export function nextStep(program: TeamProgram, state: RunState, answers: Answers): NextStep {
  if (state.failure !== null) return { kind: 'fail', ...state.failure };
  if (state.ending !== null) return atTheEnd(program, state, state.ending);
  if (state.again.length > 0) return onceMore(state);
  return personNext(program, state) ?? wantedNext(program, state, answers);
}

function wantedNext(program: TeamProgram, state: RunState, answers: Answers): NextStep {
  const done = anyHolds(program.finishWhen, null, state, answers);
  if ('interrupt' in done) return done.interrupt;
  if (done.value !== null) return finish(state, 'finish_when', true, done.value.at);
  return state.cutShort === null ? candidate(program, state, answers) : { kind: 'limit', reached: state.cutShort };
}

/** Null: nobody said what is next. A role that was to work alone has done so: the run is over. */
function personNext(program: TeamProgram, state: RunState): NextStep | null {
  const { asksFor, options } = state;
  if (asksFor === null) return options.alone === undefined ? null : finish(state, 'end', state.escalations.length === 0);
  const asked = askedFor(program, state, asksFor);
  if ('problem' in asked) return { kind: 'fail', reason: 'error:role', message: asked.problem };
  return { kind: 'dispatch', role: asksFor.role, input: asked.input, decision: { by: 'person', refused: [] }, looked: {} };
}

/** What is left of a fan-out whose failure ended the run: its join is not over, so that nothing else is asked before. */
function onceMore({ again }: RunState): NextStep {
  const members = again.map(({ step, role, subtask, decision, looked }): Dispatch => {
    const { id, criteria } = subtask;
    return { kind: 'dispatch', role, input: subtask.input, decision, looked, again: step, ...(decision.by === 'plan' ? { id } : {}), ...(criteria === undefined ? {} : { criteria }) };
  });
  return { kind: 'fanOut', members };
}

/** How many steps it takes, none for a call; null: no limit speaks against it. A fan-out larger than the steps left is not started. */
export function stepsOf(wanted: NextStep): number | null {
  switch (wanted.kind) {
    case 'dispatch':
      return wanted.decision.by === 'limit' ? null : 1;
    case 'fanOut':
      return wanted.members.length;
    case 'choose':
    case 'judge':
      return 0;
    case 'finish':
    case 'fail':
    case 'askLimit':
    case 'limit':
    case 'skip':
      return null;
  }
}

/** The on_limit role turns what there is into a partial result, once; then the run is over. */
function atTheEnd(program: TeamProgram, state: RunState, reason: string): NextStep {
  const { onLimit } = program.team;
  if (onLimit === 'ask') return { kind: 'askLimit', reason };
  if (onLimit === null || state.limitRoleRan) return { kind: 'finish', status: 'partial', reason };
  return { kind: 'dispatch', role: onLimit, input: { reason }, decision: { by: 'limit', limit: reason, refused: [] }, looked: {} };
}

function candidate(program: TeamProgram, state: RunState, answers: Answers): NextStep {
  const escalation = state.escalations[0];
  if (escalation !== undefined) {
    const { step, role, input, why, feedback } = escalation;
    const planner = program.team.roles.find((one) => one.mode === 'plan' && one.team === undefined)!.id;
    return { kind: 'dispatch', role: planner, input: { at_risk: { role, input, why, feedback: feedback as unknown as Json } }, decision: { by: 'escalation', step, refused: [] }, looked: {} };
  }
  const ready = plannedNext(program, state, answers);
  if (ready !== null) return ready;
  switch (program.team.topology) {
    case 'pipeline':
      return pipelineNext(program, state, answers);
    case 'blackboard':
      return wokenNext(program, state, answers);
    case 'supervisor':
    case 'hierarchy':
    case 'group_chat':
      return routeNext(program, state, answers);
  }
}

/** One at a time, in the order of the cards. */
function wokenNext(program: TeamProgram, state: RunState, answers: Answers): NextStep {
  const refused: Refused[] = [];
  for (const [id, card] of program.roles) {
    if (!state.woken.has(id)) continue;
    const looked = versionsOf(state, card.role.wakesOn ?? []);
    const input = filledInput(card);
    const passed = passedOver(card, input, looked, state, answers);
    if ('interrupt' in passed) return passed.interrupt;
    if (passed.value === null) return { kind: 'dispatch', role: id, input, looked, decision: { by: 'wake', refused } };
    refused.push({ role: id, ...passed.value });
  }
  return { ...finish(state, 'quiescent', program.finishWhen.length === 0), refused };
}

/** Subtasks of a plan whose predecessors have ended, all at once; null: none is ready. */
function plannedNext(program: TeamProgram, state: RunState, answers: Answers): NextStep | null {
  const members: Dispatch[] = [];
  const refused: Refused[] = [];
  const ofRole = new Map<string, number>();
  for (const { id, role, input, criteria, plannedIn, passedOver: told } of readySubtasks(state)) {
    const card = program.roles.get(role)!;
    const filled = filledInput(card, input);
    const beside = ofRole.get(role) ?? 0;
    const passed = passedOver(card, filled, null, state, answers, beside);
    if ('interrupt' in passed) return passed.interrupt;
    if (passed.value !== null) {
      const one = { role, subtask: id, ...passed.value };
      if (told !== reasonOf(one)) refused.push(one);
      continue;
    }
    ofRole.set(role, beside + 1);
    members.push({ kind: 'dispatch', role, input: filled, looked: {}, id, criteria, decision: { by: 'plan', step: plannedIn, refused: [] } });
  }
  if (refused.length > 0 && answers.isSilent !== true) return { kind: 'skip', refused };
  if (members.length === 0) return null;
  return { kind: 'fanOut', members };
}

function readySubtasks({ planned }: RunState): readonly PlannedState[] {
  return planned.values().filter(({ state, after }) => state === 'waiting' && after.every((one) => planned.get(one)?.state === 'ended'));
}

function pipelineNext(program: TeamProgram, state: RunState, answers: Answers): NextStep {
  const refused: Refused[] = [];
  for (let position = state.pipelineNext; position < program.team.pipeline.length; position++) {
    const role = program.team.pipeline[position]!;
    const card = program.roles.get(role)!;
    const input = filledInput(card);
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
    const taken = takeRoute(program, route, state, answers, refused);
    if (taken === null) continue;
    if ('refused' in taken) refused.push(...taken.refused);
    else return taken;
  }
  return program.team.supervisor === null ? { ...finish(state, 'quiescent', program.finishWhen.length === 0), refused } : choiceNext(program, state, answers, refused);
}

type Taken = Extract<NextStep, { kind: 'dispatch' | 'fanOut' | 'judge' | 'fail' }> | { readonly refused: readonly Refused[] };

/** Null: with an empty list the route does not hold. */
function takeRoute(program: TeamProgram, route: RouteProgram, state: RunState, answers: Answers, before: readonly Refused[]): Taken | null {
  const inputs = inputsOf(route, state, answers);
  if ('interrupt' in inputs) return inputs.interrupt;
  if (inputs.value.length === 0) return null;
  const decision: Decision = { by: 'route', route: route.index, refused: before };
  const looked = versionsOf(state, route.looked);
  const role = program.roles.get(route.to)!;
  const members: Dispatch[] = [];
  const refused: Refused[] = [];
  for (const given of inputs.value) {
    const input = filledInput(role, given);
    const passed = passedOver(role, input, looked, state, answers, members.length);
    if ('interrupt' in passed) return passed.interrupt;
    if (passed.value !== null) refused.push({ route: route.index, role: route.to, ...passed.value });
    else members.push({ kind: 'dispatch', role: route.to, input, looked, decision });
  }
  const [first, ...others] = members;
  if (first === undefined) return { refused };
  if (route.forEach === null) return first;
  // Items that are passed over are told by the first of the others: once for all of them.
  const telling = refused.length === 0 ? first : { ...first, decision: { ...decision, refused: [...before, ...refused] } };
  return { kind: 'fanOut', members: [telling, ...others] };
}

/** One input, or one for each item of the route's list. */
function inputsOf(route: RouteProgram, state: RunState, answers: Answers): Maybe<readonly Json[]> {
  if (route.forEach === null) {
    const input = routeInput(route, state, answers, {});
    return 'interrupt' in input ? input : { value: [input.value] };
  }
  const list = route.forEach.evaluate(stateBindings(state, { now: answers.now }));
  if (!list.ok) return { interrupt: failed(`for_each of the route to ${route.to} could not be worked out: ${list.error.message}`, route.at) };
  const items = list.value ?? [];
  if (!Array.isArray(items)) return { interrupt: failed(`for_each of the route to ${route.to} needs a list, and ${route.forEach.text} is ${showValue(items)}`, route.at) };
  const inputs: Json[] = [];
  for (const item of items as readonly Json[]) {
    const own: JsonObject = route.as !== null ? { [route.as]: item } : isObject(item) ? item : { item };
    const input = routeInput(route, state, answers, own);
    if ('interrupt' in input) return input;
    inputs.push(input.value);
  }
  return { value: inputs };
}

function routeInput(route: RouteProgram, state: RunState, answers: Answers, own: JsonObject): Maybe<JsonObject> {
  const input: Record<string, Json> = { ...own };
  const subtask = { id: '', role: route.to, input: own, revision: 0 };
  for (const [name, expression] of Object.entries(route.input)) {
    const value = expression.evaluate(stateBindings(state, { now: answers.now, subtask }));
    if (!value.ok) return { interrupt: failed(`input ${name} of the route to ${route.to} could not be worked out: ${value.error.message}`, route.at) };
    input[name] = value.value;
  }
  return { value: input };
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
    const passed = passedOver(card, filledInput(card), looked, state, answers);
    if ('interrupt' in passed) return passed.interrupt;
    if (passed.value === null) choices.push(role);
    else refused.push({ role, ...passed.value });
  }
  if (choices.every((choice) => choice === 'end')) return { ...finish(state, 'quiescent', program.finishWhen.length === 0), refused };
  return { kind: 'choose', choices, refused };
}

/** What the loop does with a choice of the model's. */
export function chosenStep(program: TeamProgram, state: RunState, choice: string, decision: ModelDecision): Extract<NextStep, { kind: 'finish' | 'dispatch' }> {
  if (choice === 'end') return { ...finish(state, 'end', program.finishWhen.length === 0), chosen: decision, refused: decision.refused };
  return { kind: 'dispatch', role: choice, input: filledInput(program.roles.get(choice)!), decision, looked: versionsOf(state, Object.keys(state.values)) };
}

/** Why a role whose turn has come is passed over; null: it is not. `beside`: how many of its dispatches are about to be made with this one. `looked` null: a subtask with an id of its own, which no other dispatch is the same as. */
function passedOver(role: RoleProgram, input: Json, looked: Readonly<Record<string, number>> | null, state: RunState, answers: Answers, beside = 0): Maybe<Omit<Refused, 'role' | 'route'> | null> {
  const cannot = cannotBegin(role, input, state, beside);
  if (cannot !== null) return { value: cannot };
  if (looked !== null && wasMade(role, input, looked, state)) return { value: { why: 'same dispatch' } };
  return conditionAgainst(role, state, answers);
}

/** Same role and input, and the same versions of what it reads and of what its decider looked at, or a workspace that is again what it was. */
function wasMade(role: RoleProgram, input: Json, looked: Readonly<Record<string, number>>, state: RunState): boolean {
  if (wasMadeHere(state.progress, role.role.id, () => canonicalJson(input))) return true;
  return wasDispatched(state.made.get(role.role.id) ?? [], { ...versionsOf(state, role.reads), ...looked }, input);
}

function conditionAgainst(role: RoleProgram, state: RunState, answers: Answers): Maybe<Omit<Refused, 'role' | 'route'> | null> {
  const skip = anyHolds(role.skipWhen, role.role.id, state, answers);
  if ('interrupt' in skip) return skip;
  if (skip.value !== null) return { value: { why: 'skip_when', detail: skip.value.text } };
  const exit = anyHolds(role.exitWhen, role.role.id, state, answers);
  if ('interrupt' in exit) return exit;
  return { value: exit.value === null ? null : { why: 'exit_when', detail: exit.value.text } };
}

export function versionsOf(state: Pick<RunState, 'meta'>, fields: readonly string[]): Readonly<Record<string, number>> {
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
      if (answer === undefined) open ??= toJudge(condition, role, state, answers);
      continue;
    }
    const holds = evaluateCondition(condition, stateBindings(state, { now: answers.now, role: role ?? undefined }));
    if (!holds.ok) return { interrupt: failed(`${condition.text} could not be judged: ${holds.error}`, condition.at) };
    if (holds.value) return { value: condition };
  }
  return open === null ? { value: null } : { interrupt: open };
}

function toJudge(condition: Extract<ConditionProgram, { kind: 'ask' }>, role: string | null, state: RunState, { now }: Answers): Interrupt {
  const { text, at } = condition;
  const question = questionOf(condition, () => stateBindings(state, { now, role: role ?? undefined }));
  return question.ok ? { kind: 'judge', condition: text, question: question.value, at, role } : failed(`the question ${text} could not be filled in: ${question.error}`, at);
}

/** One question of two roles is two questions. */
export function judgedKey(role: string | null, condition: string): string {
  return `${role ?? ''}\n${condition}`;
}

function failed(message: string, where: SourceRef): Extract<NextStep, { kind: 'fail' }> {
  return { kind: 'fail', reason: 'error:expression', message, where };
}

/** `goal`: whether this end is one that the team wanted. */
function finish(state: RunState, reason: string, goal: boolean, where?: SourceRef): Extract<NextStep, { kind: 'finish' }> {
  const marked = Object.keys(state.markers).length > 0;
  return { kind: 'finish', status: goal && !marked ? 'completed' : 'partial', reason, ...(where === undefined ? {} : { where }) };
}
