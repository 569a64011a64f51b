/** `fold(state, event)`: pure and total. The only place where events change what the supervisor knows. */
import type { Json, JsonObject } from '../shared/json';
import { canonicalJson, isObject } from '../shared/json';
import type { Team } from '../team/team';
import { applyReducer } from './applyReducer';
import type { RunEvent } from './runEvent';
import type { DispatchKey, FieldMeta, OpenStep, RunState } from './runState';
import { addCost, addUsage, noCost, noUsage } from './usage';

/** Null only before `run.started`. An event that does not fit the state (an unknown step, say) changes nothing but the sequence number. */
export function foldRun(state: RunState | null, event: RunEvent): RunState | null {
  if (event.type === 'run.started') return startedState(event);
  if (state === null) return null;
  const next = change(state, event);
  return { ...next, lastAt: event.at, lastSeq: event.seq };
}

function change(state: RunState, event: RunEvent): RunState {
  switch (event.type) {
    case 'role.started':
      return started(state, event);
    case 'role.finished':
      return finished(state, event);
    case 'model.requested':
      return requested(state, event);
    case 'model.responded':
      return responded(state, event);
    case 'model.failed':
      return event.usage === undefined ? state : spent(state, event.usage, event.costUsd ?? null);
    case 'output.proposed':
      return proposed(state, event);
    case 'workspace.committed':
      return committed(state, event);
    case 'limit.reached':
      return { ...state, ending: `limit:${event.limit}` };
    case 'run.resumed':
      return { ...state, pausedMs: state.pausedMs + event.pausedMs };
    case 'run.finished':
      return { ...state, end: { status: event.status, reason: event.reason } };
    case 'run.started':
    case 'role.skipped':
    case 'tool.called':
    case 'tool.returned':
    case 'output.refused':
    case 'rule.checked':
    case 'review.decided':
    case 'condition.judged':
    case 'signal.sent':
    case 'commit.refused':
      return state;
    default:
      return unknownEvent(state, event);
  }
}

/** A log of a later minor version may hold types that this one does not know: they are kept in the log and change nothing here. */
function unknownEvent(state: RunState, _event: never): RunState {
  return state;
}

function startedState(event: RunEvent<'run.started'>): RunState {
  const { team, task, options } = event;
  const set: JsonObject = { ...options.set, ...(team.fields['task'] === undefined ? {} : { task }) };
  const names = Object.keys(team.fields);
  const untouched: FieldMeta = { writer: null, version: 0, at: null, confidence: null, status: null, why: null };
  return {
    run: event.run, team, task, options,
    startedAt: event.at, lastAt: event.at, lastSeq: event.seq, pausedMs: 0,
    values: fromNames(names, (name) => set[name] ?? team.fields[name]!.empty),
    meta: fromNames(names, () => untouched),
    present: new Set(names.filter((name) => set[name] !== undefined || team.fields[name]!.hasInitial)),
    steps: 0, pipelineNext: 0, lastRole: null,
    requests: zeros(team, ['supervisor']), dispatched: zeros(team), done: zeros(team), failed: zeros(team),
    usage: noUsage, cost: noCost, made: {}, open: {}, markers: {}, escalations: [],
    ending: null, limitRoleRan: false, end: null,
  };
}

/** Null-prototype: a field or role may be called `constructor`. */
function fromNames<T>(names: readonly string[], value: (name: string) => T): Readonly<Record<string, T>> {
  const result: Record<string, T> = Object.create(null) as Record<string, T>;
  for (const name of names) result[name] = value(name);
  return result;
}

function zeros(team: Team, more: readonly string[] = []): Readonly<Record<string, number>> {
  return fromNames([...team.roles.map((role) => role.id), ...more], () => 0);
}

function put<T>(record: Readonly<Record<string, T>>, changes: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.assign(Object.create(null) as Record<string, T>, record, changes);
}

function started(state: RunState, event: RunEvent<'role.started'>): RunState {
  const { role, step, subtask, decision } = event;
  const key: DispatchKey = { input: canonicalJson(subtask.input), versions: { ...event.reads, ...event.looked } };
  const stillMade = (state.made[role] ?? []).filter((made) => isCurrent(state, made));
  const open: OpenStep = { step, role, subtask, decision, conversation: '', reply: null, proposal: null };
  return {
    ...state,
    steps: step,
    lastRole: role,
    pipelineNext: decision.by === 'pipeline' ? decision.position + 1 : state.pipelineNext,
    dispatched: put(state.dispatched, { [role]: (state.dispatched[role] ?? 0) + 1 }),
    made: put(state.made, { [role]: [...stillMade, key] }),
    open: { ...state.open, [step]: open },
    escalations: decision.by === 'escalation' ? state.escalations.filter((one) => one.step !== decision.step) : state.escalations,
    limitRoleRan: state.limitRoleRan || decision.by === 'limit',
  };
}

/** Versions only grow, so a dispatch with an outdated one can never be made again. */
export function isCurrent(state: Pick<RunState, 'meta'>, key: DispatchKey): boolean {
  return Object.entries(key.versions).every(([field, version]) => state.meta[field]?.version === version);
}

function finished(state: RunState, event: RunEvent<'role.finished'>): RunState {
  const step = state.open[event.step];
  if (step === undefined) return state;
  const { [event.step]: _ended, ...open } = state.open;
  if (event.outcome === 'stopped') return { ...state, open };
  const { role } = step;
  const ending = event.ending ?? state.ending;
  const { [role]: _before, ...otherMarkers } = state.markers;
  const marker = event.outcome === 'committed' ? null : event.outcome === 'partial' ? 'partial' : 'failed';
  const ended: RunState = {
    ...state,
    open,
    ending,
    markers: marker === null ? otherMarkers : { ...otherMarkers, [role]: marker },
    done: marker === 'failed' ? state.done : put(state.done, { [role]: (state.done[role] ?? 0) + 1 }),
    failed: marker === 'failed' ? put(state.failed, { [role]: (state.failed[role] ?? 0) + 1 }) : state.failed,
  };
  if (marker !== 'failed') return ended;
  const failed = markFailed(ended, role, event.why ?? null);
  if (event.outcome !== 'escalated') return failed;
  const escalation = { step: event.step, role, input: step.subtask.input, why: event.why ?? '', feedback: event.feedback ?? [] };
  return { ...failed, escalations: [...failed.escalations, escalation] };
}

/** Whoever reads the fields of a role that failed sees it in their meta; values and versions stay. */
function markFailed(state: RunState, roleId: string, why: string | null): RunState {
  const role = state.team.roles.find((one) => one.id === roleId);
  const changes: Record<string, FieldMeta> = {};
  for (const { field } of role?.writes ?? []) {
    const meta = state.meta[field];
    if (meta !== undefined) changes[field] = { ...meta, status: 'failed', why };
  }
  return { ...state, meta: put(state.meta, changes) };
}

function requested(state: RunState, event: RunEvent<'model.requested'>): RunState {
  const step = state.open[event.step];
  const requests = put(state.requests, { [event.role]: (state.requests[event.role] ?? 0) + 1 });
  if (step === undefined) return { ...state, requests };
  return { ...state, requests, open: { ...state.open, [event.step]: { ...step, conversation: event.conversation } } };
}

function responded(state: RunState, event: RunEvent<'model.responded'>): RunState {
  const paid = spent(state, event.usage, event.costUsd);
  const step = state.open[event.step];
  if (step === undefined || step.conversation !== 'work') return paid;
  return { ...paid, open: { ...paid.open, [event.step]: { ...step, reply: event.reply } } };
}

function spent(state: RunState, usage: RunState['usage'], cost: number | null): RunState {
  return { ...state, usage: addUsage(state.usage, usage), cost: addCost(state.cost, cost) };
}

function proposed(state: RunState, event: RunEvent<'output.proposed'>): RunState {
  const step = state.open[event.step];
  if (step === undefined) return state;
  const { attempt, status, confidence, why } = event;
  const proposal = { attempt, status, confidence, why, output: event.output ?? outputOf(step.reply) };
  return { ...state, open: { ...state.open, [event.step]: { ...step, proposal } } };
}

/** The output of a reply that was kept as JSON. */
export function outputOf(reply: Json | null): JsonObject {
  const output = isObject(reply) ? reply['output'] : undefined;
  return isObject(output) ? output : {};
}

function committed(state: RunState, event: RunEvent<'workspace.committed'>): RunState {
  const proposal = event.step === null ? null : (state.open[event.step]?.proposal ?? null);
  const values: Record<string, Json> = {};
  const meta: Record<string, FieldMeta> = {};
  for (const [name, version] of Object.entries(event.versions)) {
    const field = state.team.fields[name];
    const contribution = event.values?.[name] ?? proposal?.output[name];
    if (field === undefined || contribution === undefined) continue;
    values[name] = event.step === null ? contribution : applyReducer(field, state.values[name] ?? field.empty, contribution);
    meta[name] = {
      writer: event.by, version, at: event.at, status: event.status,
      confidence: proposal?.confidence ?? null, why: proposal?.why ?? null,
    };
  }
  const fresh = Object.keys(meta).filter((name) => !state.present.has(name));
  return {
    ...state,
    values: put(state.values, values),
    meta: put(state.meta, meta),
    present: fresh.length === 0 ? state.present : new Set([...state.present, ...fresh]),
  };
}

/** The run's own time at `now`, in milliseconds. */
export function elapsedMs(state: Pick<RunState, 'startedAt' | 'pausedMs'>, now: number): number {
  return now - state.startedAt - state.pausedMs;
}
