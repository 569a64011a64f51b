/** `fold(state, event)`: pure and total. The only place where events change what the supervisor knows. */
import type { Json, JsonObject } from '../shared/json';
import { isObject } from '../shared/json';
import { byName, withNames } from '../shared/byName';
import { PersistentMap } from '../shared/persistentMap';
import type { Team } from '../team/team';
import { applyReducer } from './applyReducer';
import { dispatchKey, withDispatch, withFailure, withoutDispatch, withoutFailed } from './madeDispatches';
import type { AskedStep, EventType, PlannedSubtask, RunEvent } from './runEvent';
import { markedFailed, markedWell, withoutMarks } from './markers';
import { withPassedOver } from './passedOver';
import { begunAnew, noProgress, progressAfter, spotOf, withoutFailedSpots, withoutSpot, withSpot } from './progress';
import { isCurrent, readAgain } from './readAgain';
import type { FieldMeta, OpenStep, PlannedState, Proposal, RunState } from './runState';
import { foldTime, startTime } from './runTime';
import { noUse, usedByCall, usedByTeam } from './stepUse';
import { addCost, addUsage, noCost, noUsage, sumDollars, type Usage } from './usage';
import { wake, watchers } from './wake';

/** Null only before `run.started`. An event that does not fit the state (an unknown step, say) changes nothing but the sequence number. */
export function foldRun(state: RunState | null, event: RunEvent): RunState | null {
  if (event.type === 'run.started') return startedState(event);
  if (state === null) return null;
  const changed = change(state, event);
  // Whatever is not the state itself was just made: it need not be copied once more.
  const next = (changed === state ? { ...state } : changed) as { -readonly [K in keyof RunState]: RunState[K] };
  next.time = foldTime(state.time, event);
  next.pausedMs = next.time.pausedMs;
  next.lastAt = event.at;
  next.lastSeq = event.seq;
  return next;
}

const same = (state: RunState): RunState => state;

type Changes = { readonly [T in EventType]: (state: RunState, event: RunEvent<T>) => RunState };

const changes: Changes = {
  'run.started': same,
  'run.resumed': resumed,
  'run.finished': runEnded,
  'limit.reached': (state, { limit }) => ({ ...state, ending: `limit:${limit}`, cutShort: null }),
  'role.started': started,
  'role.finished': finished,
  'role.skipped': (state, { refused }) => ({ ...state, planned: withPassedOver(state.planned, refused) }),
  'model.requested': requested,
  'model.responded': responded,
  'model.failed': failedCall,
  'tool.opened': same,
  'tool.called': same,
  'tool.returned': same,
  'output.proposed': proposed,
  'output.refused': same,
  'rule.checked': same,
  'review.decided': same,
  'condition.judged': same,
  'signal.sent': same,
  'extend.decided': same,
  'workspace.committed': committed,
  'commit.refused': same,
  'team.event': innerEvent,
  'approval.requested': asked,
  'approval.answered': answered,
  'approval.drawn': same,
};

/** A log of a later minor version may hold types that this one does not know: they are kept in the log and change nothing here. */
function change(state: RunState, event: RunEvent): RunState {
  const fold = changes[event.type] as ((state: RunState, event: RunEvent) => RunState) | undefined;
  return fold === undefined ? state : fold(state, event);
}

function asked(state: RunState, event: RunEvent<'approval.requested'>): RunState {
  const { seq: _seq, at: _at, type: _type, ...question } = event;
  return { ...state, asked: state.asked.with(event.id, question) };
}

/** What a sub-team spends and its steps count here too; its shared workspace is its own. */
function innerEvent(state: RunState, { step, event }: RunEvent<'team.event'>): RunState {
  const open = state.open.get(step);
  if (open === undefined) return state;
  const inner = foldRun(open.inner, event);
  if (inner === null) return state;
  const before = event.type === 'run.started' ? emptied(inner) : (open.inner ?? emptied(inner));
  const goesOn = event.type === 'run.resumed' ? null : open.goesOn;
  const next: RunState = { ...state, open: state.open.with(step, { ...open, inner, goesOn, used: usedByTeam(open.used, before, inner) }) };
  return addInner(next, open.role, before, inner);
}

/** A visit that has not done anything yet. */
function emptied(inner: RunState): RunState {
  return { ...inner, steps: 0, requests: PersistentMap.empty(), usage: noUsage, cost: noCost };
}

function addInner(state: RunState, role: string, before: RunState, inner: RunState): RunState {
  const more = inner.requests === before.requests ? [] : inner.requests.keys();
  return {
    ...state,
    steps: state.steps + inner.steps - before.steps,
    requests: more.reduce((all, name) => counted(all, `${role}/${name}`, inner.requests.get(name)! - (before.requests.get(name) ?? 0)), state.requests),
    usage: difference(state.usage, before.usage, inner.usage),
    cost: { known: sumDollars(state.cost.known, inner.cost.known, -before.cost.known), incomplete: state.cost.incomplete || inner.cost.incomplete },
  };
}

function difference(sum: Usage, before: Usage, after: Usage): Usage {
  const negative: Usage = { input: -before.input, cached: -before.cached, cacheWrite: -before.cacheWrite, output: -before.output, reasoning: -before.reasoning, estimated: false };
  return addUsage(addUsage(sum, negative), after);
}

function answered(state: RunState, event: RunEvent<'approval.answered'>): RunState {
  const question = state.asked.get(event.id);
  const allowed = event.answer === 'approve' && question !== undefined ? allowances(question, event.forRun === true) : [];
  return { ...state, allowed: allowed.length === 0 ? state.allowed : new Set([...state.allowed, ...allowed]), asked: state.asked.without(event.id) };
}

/** A start that was allowed holds for the run. */
function allowances({ kind, role, what }: Question, forRun: boolean): readonly string[] {
  const { tool, key } = isObject(what) ? what : {};
  if (kind === 'start' && typeof key === 'string') return [startKey(key)];
  return kind === 'tool' && forRun && typeof tool === 'string' ? [allowanceKey(role, tool)] : [];
}

export function startKey(key: string): string {
  return `start ${key}`;
}

/** `role` with the roles above it, as a question names it. */
export function allowanceKey(role: string, tool: string): string {
  return `${role} ${tool}`;
}

type Question = ReturnType<RunState['asked']['values']>[number];

function notAbout(asked: RunState['asked'], gone: (question: Question) => boolean): RunState['asked'] {
  return asked.values().filter(gone).reduce((rest, { id }) => rest.without(id), asked);
}

/** Another version of the team takes over: its new fields are empty, what is known of the others stays. */
function withTeam(state: RunState, team: Team): RunState {
  const fresh = Object.keys(team.fields).filter((name) => state.meta[name] === undefined);
  const initial = fresh.filter((name) => team.fields[name]!.hasInitial);
  const roles = zeros(team, ['supervisor']);
  return {
    ...state,
    team,
    values: withNames(byName(fresh, (name) => team.fields[name]!.empty), state.values),
    meta: withNames(byName(fresh, () => untouched), state.meta),
    present: new Set([...state.present, ...initial]),
    progress: begunAnew(state.progress),
    requests: withRoles(state.requests, roles), dispatched: withRoles(state.dispatched, roles), done: withRoles(state.done, roles), failed: withRoles(state.failed, roles),
  };
}

const untouched: FieldMeta = { writer: null, version: 0, at: null, confidence: null, status: null, why: null };

function startedState(event: RunEvent<'run.started'>): RunState {
  const { team, task, options } = event;
  const set: JsonObject = { ...options.set, ...(team.fields['task'] === undefined ? {} : { task }) };
  const names = Object.keys(team.fields);
  return {
    run: event.run, team, task, options,
    startedAt: event.at, lastAt: event.at, lastSeq: event.seq, time: startTime(event.at), pausedMs: 0,
    values: byName(names, (name) => set[name] ?? team.fields[name]!.empty),
    meta: byName(names, () => untouched),
    present: new Set(names.filter((name) => set[name] !== undefined || team.fields[name]!.hasInitial)),
    steps: 0, pipelineNext: 0, lastRole: null,
    requests: zeros(team, ['supervisor']), asking: PersistentMap.empty(), dispatched: zeros(team), done: zeros(team), failed: zeros(team),
    usage: noUsage, cost: noCost, made: PersistentMap.empty(), progress: event.progress === 'values' ? noProgress : null, open: PersistentMap.empty(), markers: {}, woken: new Set(watchers(team).map((role) => role.id)), escalations: [], planned: PersistentMap.empty(), asked: PersistentMap.empty(), allowed: new Set(),
    ending: null, cutShort: null, failure: null, endedBy: [], again: [], asksFor: options.alone ?? null, failedAt: null, limitRoleRan: false, end: null,
  };
}

type Counts = RunState['done'];

function zeros(team: Team, more: readonly string[] = []): Counts {
  return [...team.roles.map((role) => role.id), ...more].reduce<Counts>((counts, role) => counts.with(role, 0), PersistentMap.empty());
}

function counted(counts: Counts, role: string, by = 1): Counts {
  return counts.with(role, Math.max(0, (counts.get(role) ?? 0) + by));
}

/** New roles have done nothing yet. */
function withRoles(counts: Counts, roles: Counts): Counts {
  return roles.keys().reduce((all, role) => (all.has(role) ? all : all.with(role, 0)), counts);
}

function started(state: RunState, event: RunEvent<'role.started'>): RunState {
  const { role, step, subtask, decision, looked = {}, group = null } = event;
  const key = dispatchKey(subtask.input, { ...event.reads, ...event.looked });
  const escalation = decision.by === 'escalation' ? (state.escalations.find((one) => one.step === decision.step) ?? null) : null;
  const open: OpenStep = { step, role, subtask, decision, looked, group, fanOut: fanOutOf(state, event), key, spot: spotOf(state.progress, role, key.input), escalation, inner: null, used: noUse, handedIn: null, goesOn: null, conversation: '', reply: null, proposal: null };
  return {
    ...state,
    steps: Math.max(state.steps, step),
    lastRole: role,
    pipelineNext: decision.by === 'pipeline' ? decision.position + 1 : state.pipelineNext,
    dispatched: counted(state.dispatched, role),
    made: state.made.with(role, withDispatch(state.made.get(role) ?? [], key, (versions) => isCurrent(state, versions))),
    progress: withSpot(state.progress, open.spot, 'made'),
    open: state.open.with(step, open),
    again: state.again.filter((one) => one.step !== event.again),
    asksFor: decision.by === 'person' ? null : state.asksFor,
    escalations: escalation === null ? state.escalations : state.escalations.filter((one) => one !== escalation),
    planned: decision.by === 'plan' ? planState(state, subtask.id, 'started') : state.planned,
    limitRoleRan: state.limitRoleRan || decision.by === 'limit',
    woken: state.woken.has(role) ? new Set([...state.woken].filter((one) => one !== role)) : state.woken,
  };
}

/** What is done once more belongs where it belonged. */
function fanOutOf({ again }: RunState, event: RunEvent<'role.started'>): number | null {
  return again.find(({ step }) => step === event.again)?.fanOut ?? event.group ?? null;
}

function planState({ planned }: RunState, id: string, to: PlannedState['state']): RunState['planned'] {
  const one = planned.get(id);
  return one === undefined ? planned : planned.with(id, { ...one, state: to });
}

/**
 * Goes on where it was. `anew`: what ended the run is done once more: the steps whose failure it was, and a limit that has been raised is asked
 * again. What failed besides stays as it is, with its marker.
 */
function resumed(state: RunState, event: RunEvent<'run.resumed'>): RunState {
  const options = { ...state.options, ...event.options, limits: { ...state.options.limits, ...event.options?.limits } };
  const same: RunState = { ...state, options, end: null, asksFor: askedIn(event) ?? state.asksFor };
  const withOptions = event.team === undefined ? same : withTeam(same, event.team);
  const next = event.again === undefined ? withOptions : reopened(withOptions, event.again);
  // Whoever raises a limit answers the question about it.
  if (event.anew !== true) return event.options?.limits === undefined ? next : { ...next, ending: null, cutShort: null, asked: notAbout(next.asked, ({ kind }) => kind === 'on_limit') };
  const lifted: RunState = { ...next, failure: null, ending: null, cutShort: null, limitRoleRan: false };
  if (event.again === undefined) return allFailedAnew(lifted);
  const withResult = state.limitRoleRan ? withPartialResult(lifted) : lifted;
  return cameToRest(state.end) ? failedMayRunAgain(withResult) : withResult;
}

/** Undefined: nothing. */
export function askedIn({ next, options }: RunEvent<'run.resumed'>): AskedStep | undefined {
  return next ?? options?.alone;
}

/** Logs of 0.1.0 do not say which failures ended the run: it went on as if none of them had been. */
function allFailedAnew(state: RunState): RunState {
  const markers = Object.fromEntries(Object.entries(state.markers).filter(([, marker]) => marker.kind !== 'failed'));
  return { ...failedMayRunAgain(state), markers };
}

/** It ended because nobody was left who could be dispatched, and not because it was done. */
function cameToRest(end: RunState['end']): boolean {
  return end?.reason === 'quiescent' || end?.reason === 'end';
}

/** The dispatches of roles whose last word is a failure count as never made. */
function failedMayRunAgain(state: RunState): RunState {
  const failed = Object.keys(state.markers).filter((role) => state.markers[role]?.kind === 'failed');
  const made = failed.reduce((all, role) => all.with(role, withoutFailed(all.get(role) ?? [])), state.made);
  return { ...state, made, progress: withoutFailedSpots(state.progress, failed), pipelineNext: state.failedAt ?? state.pipelineNext, failedAt: null };
}

/** What the on_limit role made of what there was is no whole result, however the run goes on. */
function withPartialResult(state: RunState): RunState {
  const { onLimit } = state.team;
  if (onLimit === null || state.markers[onLimit] !== undefined) return state;
  return { ...state, markers: { ...state.markers, [onLimit]: { kind: 'partial', group: null, steps: [] } } };
}

/** One of several that were dispatched together is kept to be done once more: its siblings' commits may have made its route false. Others are decided on anew. */
function reopened(state: RunState, steps: readonly number[]): RunState {
  const known = state.endedBy.filter(({ step, role }) => steps.includes(step) && state.team.roles.some((one) => one.id === role));
  const goingOn = known.filter((step) => step.goesOn !== null);
  const kept = known.filter((step) => step.goesOn === null && step.fanOut !== null);
  const back = known.filter(({ goesOn, fanOut, decision }) => goesOn === null && fanOut === null && decision.by !== 'limit').reduce((all, step) => takenBack(all, step, all.open), goingOn.reduce(openedAgain, state));
  const dispatched = kept.reduce((all, { role }) => counted(all, role, -1), back.dispatched);
  return { ...back, dispatched, markers: withoutMarks(state.markers, steps), endedBy: [], again: [...state.again, ...kept], failedAt: null };
}

/** It has not ended after all: its team goes on from where a limit had stopped it. */
function openedAgain(state: RunState, step: OpenStep): RunState {
  const { role, decision, subtask, handedIn, goesOn } = step;
  const counts = goesOn ?? 'done';
  return {
    ...state,
    open: state.open.with(step.step, { ...step, handedIn: handedIn ?? {}, conversation: '', reply: null, proposal: null }),
    [counts]: counted(state[counts], role, -1),
    planned: decision.by === 'plan' ? planState(state, subtask.id, 'started') : state.planned,
  };
}

function runEnded(state: RunState, { status, reason, message, hint }: RunEvent<'run.finished'>): RunState {
  const failed = status === 'failed' ? { ...(message === undefined ? {} : { message }), ...(hint === undefined ? {} : { hint }) } : {};
  return { ...state, end: { status, reason, ...failed } };
}

function finished(state: RunState, event: RunEvent<'role.finished'>): RunState {
  const step = state.open.get(event.step);
  if (step === undefined) return state;
  const open = state.open.without(event.step);
  const asked = notAbout(state.asked, (question) => question.step === event.step);
  if (event.outcome === 'stopped') return takenBack({ ...state, asked, asking: withoutCalls(state.asking, event.step) }, step, open);
  const ended: RunState = {
    ...state,
    open,
    asked,
    asking: withoutCalls(state.asking, event.step),
    ending: event.ending ?? state.ending,
    failure: event.fails ?? state.failure,
    planned: step.decision.by === 'plan' ? planState(state, step.subtask.id, 'ended') : state.planned,
  };
  const cut = event.cutShort === undefined ? step : cutShort(step, event.outcome);
  const next = event.cutShort === undefined ? ended : { ...ended, cutShort: ended.cutShort ?? event.cutShort };
  return isFailure(event.outcome) ? endedBadly(next, cut, event) : endedWell(next, cut, event);
}

function cutShort(step: OpenStep, outcome: RunEvent<'role.finished'>['outcome']): OpenStep {
  return isFailure(outcome) ? { ...step, goesOn: 'failed' } : { ...step, goesOn: 'done', handedIn: step.proposal?.output ?? {} };
}

function isFailure(outcome: RunEvent<'role.finished'>['outcome']): boolean {
  return outcome !== 'committed' && outcome !== 'partial';
}

function endedWell(state: RunState, step: OpenStep, { outcome, cutShort }: RunEvent<'role.finished'>): RunState {
  const endedBy = cutShort === undefined ? state.endedBy : [...state.endedBy, step];
  return { ...state, markers: markedWell(state.markers, step, outcome === 'partial'), done: counted(state.done, step.role), failedAt: null, endedBy };
}

/** A limit that is met within a step ends the run with it. */
function endsRun({ ending }: RunState, { ending: own, fails, why, cutShort }: RunEvent<'role.finished'>): boolean {
  return own !== undefined || fails !== undefined || cutShort !== undefined || (ending !== null && why !== undefined && /^limit:\w+$/.test(why));
}

function endedBadly(state: RunState, step: OpenStep, event: RunEvent<'role.finished'>): RunState {
  const { role, decision, subtask } = step;
  const { why = null, feedback = [] } = event;
  const marked = markFailed(
    {
      ...state,
      markers: markedFailed(state.markers, step),
      endedBy: endsRun(state, event) ? [...state.endedBy, step] : state.endedBy,
      made: state.made.with(role, withFailure(state.made.get(role) ?? [], step.key)),
      progress: withSpot(state.progress, step.spot, 'failed'),
      failed: counted(state.failed, role),
      failedAt: decision.by === 'pipeline' ? decision.position : null,
    },
    role,
    why,
  );
  if (event.outcome !== 'escalated') return marked;
  return { ...marked, escalations: [...marked.escalations, { step: event.step, role, input: subtask.input, why: why ?? '', feedback }] };
}

/** The dispatch counts as never made: whoever decided on it may do so again. */
function takenBack(state: RunState, step: OpenStep, open: RunState['open']): RunState {
  const { role, decision, key, spot, escalation, subtask } = step;
  return {
    ...state,
    open,
    made: state.made.with(role, withoutDispatch(state.made.get(role) ?? [], key)),
    progress: withoutSpot(state.progress, spot),
    dispatched: counted(state.dispatched, role, -1),
    pipelineNext: decision.by === 'pipeline' ? decision.position : state.pipelineNext,
    escalations: escalation === null ? state.escalations : [escalation, ...state.escalations],
    planned: decision.by === 'plan' ? planState(state, subtask.id, 'waiting') : state.planned,
    woken: decision.by === 'wake' ? new Set([...state.woken, role]) : state.woken,
    limitRoleRan: decision.by === 'limit' ? false : state.limitRoleRan,
    asksFor: decision.by === 'person' ? { role, input: subtask.input } : state.asksFor,
  };
}

/** Whoever reads the fields of a role that failed sees it in their meta; values and versions stay. */
function markFailed(state: RunState, roleId: string, why: string | null): RunState {
  const role = state.team.roles.find((one) => one.id === roleId);
  const changes: Record<string, FieldMeta> = {};
  for (const { field } of role?.writes ?? []) {
    const meta = state.meta[field];
    if (meta !== undefined) changes[field] = { ...meta, status: 'failed', why };
  }
  return { ...state, meta: withNames(state.meta, changes) };
}

function requested(state: RunState, event: RunEvent<'model.requested'>): RunState {
  const step = state.open.get(event.step);
  const requests = counted(state.requests, event.role);
  const before = event.reset === true ? withoutCalls(state.asking, event.step) : state.asking;
  const asking = before.with(callKey(event), { role: event.role, expected: event.expected ?? null });
  if (step === undefined) return { ...state, requests, asking };
  return { ...state, requests, asking, open: state.open.with(event.step, { ...step, conversation: event.conversation }) };
}

function responded(state: RunState, event: RunEvent<'model.responded'>): RunState {
  const paid = spent(ended(state, event), event);
  const step = paid.open.get(event.step);
  if (step === undefined || step.conversation !== 'work') return paid;
  return { ...paid, open: paid.open.with(event.step, { ...step, reply: event.reply }) };
}

function failedCall(state: RunState, event: RunEvent<'model.failed'>): RunState {
  const next = ended(state, event);
  return event.usage === undefined ? next : spent(next, { step: event.step, usage: event.usage, costUsd: event.costUsd ?? null });
}

/** What the server refused and was sent again in another form counts as requests of its own; what an earlier run answered was none. */
function ended(state: RunState, event: RunEvent<'model.responded' | 'model.failed'>): RunState {
  const role = state.asking.get(callKey(event))?.role;
  const asking = state.asking.without(callKey(event));
  const more = (event.requests ?? 1) - 1;
  if (role === undefined || more === 0) return { ...state, asking };
  return { ...state, asking, requests: counted(state.requests, role, more) };
}

/** Those of a step that begins anew, or has ended, are not waited for any more. */
function withoutCalls(asking: RunState['asking'], step: number): RunState['asking'] {
  return asking.keys().filter((key) => key.startsWith(`${step}/`)).reduce((left, key) => left.without(key), asking);
}

function callKey({ step, call }: { readonly step: number; readonly call: number }): string {
  return `${step}/${call}`;
}

function spent(state: RunState, call: Pick<RunEvent<'model.responded'>, 'step' | 'usage' | 'costUsd'>): RunState {
  const { step, usage, costUsd } = call;
  const one = state.open.get(step);
  const open = one === undefined ? state.open : state.open.with(step, { ...one, used: usedByCall(one.used, call) });
  return { ...state, open, usage: addUsage(state.usage, usage), cost: addCost(state.cost, costUsd) };
}

function proposed(state: RunState, event: RunEvent<'output.proposed'>): RunState {
  const step = state.open.get(event.step);
  if (step === undefined) return state;
  const { attempt, status, confidence, why, subtasks } = event;
  const proposal = { attempt, status, confidence, why, output: event.output ?? outputOf(step.reply), ...(subtasks === undefined ? {} : { subtasks }) };
  return { ...state, open: state.open.with(event.step, { ...step, proposal }) };
}

/** The output of a reply that was kept as JSON. */
export function outputOf(reply: Json | null): JsonObject {
  const output = isObject(reply) ? reply['output'] : undefined;
  return isObject(output) ? output : {};
}

function committed(state: RunState, event: RunEvent<'workspace.committed'>): RunState {
  const proposal = event.step === null ? null : (state.open.get(event.step)?.proposal ?? null);
  const contributions: JsonObject = { ...proposal?.output, ...event.values };
  const values: Record<string, Json> = {};
  const meta: Record<string, FieldMeta> = {};
  for (const [name, version] of Object.entries(event.versions)) {
    const contribution = contributions[name];
    if (contribution === undefined) continue;
    values[name] = afterCommit(state, name, contribution, event.step === null);
    meta[name] = metaOf(event, version, proposal);
  }
  const fresh = Object.keys(meta).filter((name) => !state.present.has(name));
  const next: RunState = {
    ...state,
    values: withNames(state.values, values),
    meta: withNames(state.meta, meta),
    present: fresh.length === 0 ? state.present : new Set([...state.present, ...fresh]),
    progress: progressAfter(state, event, values),
    woken: wake(state, event.by, values),
    planned: withPlan(state.planned, proposal?.subtasks ?? [], event.step),
  };
  return event.step === null ? next.open.values().reduce(readAgain, next) : next;
}

/** A person's write replaces. */
function afterCommit(state: RunState, name: string, contribution: Json, byPerson: boolean): Json {
  const field = state.team.fields[name];
  return byPerson || field === undefined ? contribution : applyReducer(field, state.values[name] ?? field.empty, contribution);
}

function metaOf({ by, at, status }: RunEvent<'workspace.committed'>, version: number, proposal: Proposal | null): FieldMeta {
  return { writer: by, version, at, status, confidence: proposal?.confidence ?? null, why: proposal?.why ?? null };
}

/** A repeated id replaces a subtask that has not started; one that has is owned already, and stays. */
function withPlan(planned: RunState['planned'], added: readonly PlannedSubtask[], plannedIn: number | null): RunState['planned'] {
  if (plannedIn === null) return planned;
  const fresh = added.filter(({ id }) => (planned.get(id)?.state ?? 'waiting') === 'waiting');
  return fresh.reduce((all, one) => all.without(one.id).with(one.id, { ...one, state: 'waiting', plannedIn, passedOver: null }), planned);
}

/** The run's own time at `now`, in milliseconds. */
export function elapsedMs(state: Pick<RunState, 'startedAt' | 'pausedMs'>, now: number): number {
  return now - state.startedAt - state.pausedMs;
}
