/**
 * The work of a role that is a team: a run of its own inside the step. It is handed what the role reads and hands back what the role writes, by name;
 * each visit starts fresh; its steps and what it spends count as the run's, and its limits are what remains.
 */
import { eventFormat } from '../events/runEvent';
import type { RunState } from '../events/runState';
import { isObject, jsonEquals, type Json, type JsonObject } from '../shared/json';
import type { Role, Team } from '../team/team';
import { numbered } from './askPerson';
import { cutShortBy } from './cutShortBy';
import { openRun } from './openRun';
import { Diverged, Recorder, RecordingEnded, type EventSink, type Past } from './recorder';
import type { RunContext } from './runContext';
import { runLoop } from './runLoop';
import type { Visit, VisitResult } from './visit';

export async function visitTeam(context: RunContext, team: Team, visit: Visit): Promise<VisitResult> {
  const recorder = openRecorder(context, team, visit);
  const subtask = context.recorder.state.open.get(visit.step)?.subtask.id ?? `s${visit.step}`;
  const asked = `${context.place.asked}${numbered(context, subtask)}/`;
  if (recorder.state.end === null || isInterrupted(recorder.state)) {
    const role = visit.role.id;
    const control = { stop: context.stop, gate: context.gate, person: context.person, visitTeam, earlier: context.earlier.logs, outer: { context, step: visit.step, role, asked } };
    const inner = await openRun(context.ports, recorder, control);
    if ('problem' in inner) return { kind: 'failed', why: inner.problem.message, hint: inner.problem.hint };
    await within(visit, recorder, () => runLoop(inner));
  }
  return resultOf(recorder, visit.role);
}

/** What does not fit the recording is told as of the step that it is the work of. */
async function within<T>({ step, role }: Visit, recorder: Recorder, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Diverged)) throw error;
    const message = `${role.id}${error.step === null ? '' : `, step ${error.step}`}: ${error.message}`;
    if (error instanceof RecordingEnded) throw new RecordingEnded(step, message);
    throw new Diverged(step, message, recorder.isOfThePast(error) ? 0 : Infinity);
  }
}

function isInterrupted({ end }: RunState): boolean {
  return end !== null && (end.status === 'stopped' || end.status === 'waiting');
}

/** Begun anew, or with what was recorded of this visit. */
function openRecorder(context: RunContext, team: Team, visit: Visit): Recorder {
  const { recorder, clock, ports } = context;
  const { step } = visit;
  const recorded = recorder.pastOfTeam(step);
  const past = recorded === null ? null : asOf(team, recorded);
  const sink: EventSink = {
    append: (events) => {
      for (const event of events) recorder.record({ type: 'team.event', step, event });
    },
    flush: () => recorder.flush(),
    sync: () => recorder.sync(),
  };
  const inner = new Recorder(sink, clock, ports.redactor, past);
  if (past === null || past.kept === 0) inner.record(startOf(context, team, visit));
  else if (hasToGoOn(recorder, step) && inner.state.end !== null) inner.record({ type: 'run.resumed', pausedMs: Math.max(0, clock.now() - inner.state.lastAt), anew: true, again: inner.state.endedBy.map((one) => one.step) });
  else if (inner.state.end === null || isInterrupted(inner.state)) inner.record({ type: 'run.resumed', pausedMs: Math.max(0, clock.now() - inner.state.lastAt), ...(inner.state.end === null ? { crashed: true as const } : {}), ...(isRaisedAbove(context, inner, step) ? { options: { limits: {} } } : {}) });
  return inner;
}

/** A limit had stopped this visit, and it is the step's last. */
function hasToGoOn(recorder: Recorder, step: number): boolean {
  const goesOn = recorder.state.open.get(step)?.goesOn ?? null;
  return goesOn !== null && recorder.find(step, 'output.refused') === null;
}

/** As if it had been recorded with the team as it is now. */
function asOf(team: Team, { events, ...past }: Past): Past {
  const [first, ...rest] = events;
  if (first?.type !== 'run.started') return { ...past, events };
  return { ...past, events: [{ ...first, team }, ...rest], isOnOtherTerms: !jsonEquals(first.team as unknown as Json, team as unknown as Json) };
}

/** The limit above that has stopped it has been raised since: whoever raised it answers what it asks about its end. */
function isRaisedAbove({ recorder }: RunContext, { past, state }: Recorder, step: number): boolean {
  if (state.ending === null || past.findLast((event) => event.type === 'limit.reached')?.above === undefined) return false;
  const stopped = recorder.past.findLastIndex((event) => event.type === 'team.event' && event.step === step);
  return recorder.past.slice(stopped + 1).some((event) => event.type === 'run.resumed' && event.options?.limits !== undefined);
}

function startOf(context: RunContext, team: Team, visit: Visit): Extract<Parameters<Recorder['record']>[0], { type: 'run.started' }> {
  const { state } = context.recorder;
  const { feedback } = visit;
  const correct = feedback.length === 0 ? '' : `\n\nCorrect what was handed in before:\n${feedback.map(({ problem, fix }) => `- ${problem}${fix === undefined ? '' : ` (${fix})`}`).join('\n')}`;
  const run = `${state.run}/${visit.role.id}`;
  return { type: 'run.started', format: eventFormat, progress: 'values', run, task: state.task + correct, team, options: { set: handedIn(team, visit) }, trigger: 'test' };
}

/** By the names the role reads them by; the input of the dispatch by its own, so that a fan-out gives each visit its item. */
function handedIn(team: Team, { given, input }: Visit): JsonObject {
  const all = [...given.map(({ as, value }) => [as, value] as const), ...(isObject(input) ? Object.entries(input) : [])];
  return Object.fromEntries(all.filter(([name]) => team.fields[name] !== undefined && name !== 'task'));
}

function resultOf({ state: inner, past }: Recorder, role: Role): VisitResult {
  const { status, reason, message, hint } = inner.end ?? { status: 'stopped', reason: 'stopped' };
  if (status === 'stopped' || status === 'waiting') return { kind: status };
  if (status === 'failed') return { kind: 'failed', why: `the team ${inner.team.name} failed: ${message ?? reason}`, ...(hint === undefined ? {} : { hint }) };
  const written = role.writes.filter(({ field }) => inner.present.has(field));
  const output: Record<string, Json> = Object.fromEntries(written.map(({ field }) => [field, inner.values[field] ?? null]));
  const cutShort = cutShortBy(inner, past);
  return { kind: 'made', output, status: status === 'completed' ? 'success' : 'partial', why: `${inner.team.name}: ${reason}`, ...(cutShort === null ? {} : { cutShort }) };
}
