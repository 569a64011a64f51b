/**
 * A run done again from its recording alone: it stands for every model, tool and person. No call is made; what does not fit is said.
 * Where a run was given something new on its way (another team, options, a person's writes, another try at what ended it), what was recorded up to
 * there holds, and the rest is done again from there on, as it was when the run went on.
 */
import { foldRun } from '../events/foldRun';
import type { EventBody, RunEvent } from '../events/runEvent';
import type { RunState } from '../events/runState';
import { canonicalJson, type Json } from '../shared/json';
import { nobody } from '../shared/person';
import { ok } from '../shared/result';
import { unended } from '../shared/sentences';
import type { Team } from '../team/team';
import type { ToolSource } from '../tools/toolSource';
import { describe } from './differenceOf';
import type { EnginePorts, Replay, ReplayRun } from './engine';
import { openRun, type RunControl } from './openRun';
import { Diverged, Recorder, RecordingEnded } from './recorder';
import { runLoop } from './runLoop';
import { StopSignal } from './stopSignal';
import { visitTeam } from './subTeam';

/**
 * A recording that ends in the middle, or with a stop, is replayed as far as it goes. Where it does not fit, it may be for the words that this program
 * puts around what the user gives, which change with its versions. So the recording is brought into the words of today, with the team that it
 * was made with, and held against the team of now once more: what differs then is what the user has changed.
 */
export async function replayRun(ports: EnginePorts, request: ReplayRun): Promise<Replay> {
  const done = await replayAs(ports, request);
  if (done.ok) return done;
  const inOurs = await replayAs(ports, { events: request.events }, true);
  if (!inOurs.ok) return request.team === undefined ? done : { ...done, message: `${unended(done.message)}, and with the team as it was recorded: ${inOurs.message}` };
  const again = await replayAs(ports, { ...request, events: inOurs.events });
  return { ...again, events: inWordsOf(request.events, again.events) };
}

/** A recording, as far as it fits what this version does, with its requests in the words of today. */
export async function reworded(ports: EnginePorts, events: readonly RunEvent[]): Promise<readonly RunEvent[]> {
  return (await replayAs(ports, { events }, true)).events;
}

async function replayAs(ports: EnginePorts, { events, team }: ReplayRun, rewords = false): Promise<Replay> {
  let again = team === undefined ? events : withTeam(events, team);
  let done: readonly RunEvent[] = [];
  for (const { kept, end } of partsOf(again)) {
    const recorder = new Recorder(null, ports.clock, ports.redactor, { events: again.slice(0, end), kept, isReplay: true, rewords });
    const problem = (await replayPart(ports, recorder, kept)) ?? (end === again.length ? stateProblem(events, recorder.state) : null);
    done = recorder.past.toSorted((a, b) => a.seq - b.seq);
    if (problem !== null) return { ok: false, events: done, ...problem };
    if (rewords) again = [...done, ...again.slice(done.length)];
  }
  return { ok: true, events: done };
}

/** What was done again, in the words in which it was recorded. */
function inWordsOf(recorded: readonly RunEvent[], done: readonly RunEvent[]): readonly RunEvent[] {
  return done.map((event) => (event.type === 'model.requested' || event.type === 'team.event' ? recorded[event.seq - 1]! : event));
}

interface ReplayProblem {
  readonly step: number | null;
  readonly message: string;
}

/** From each place where the run was given something new to the next. */
function partsOf(events: readonly RunEvent[]): readonly { readonly kept: number; readonly end: number }[] {
  const cuts = events.flatMap((event, index) => (isNew(event) ? [index + 1] : []));
  const starts = [0, ...cuts];
  const parts = starts.map((kept, index) => ({ kept, end: index + 1 < starts.length ? starts[index + 1]! - 1 : events.length }));
  return parts.filter(({ kept, end }, index) => kept < end || index === parts.length - 1);
}

function isNew(event: RunEvent): boolean {
  if (event.type === 'workspace.committed') return event.step === null;
  return event.type === 'run.resumed' && (event.anew === true || event.options !== undefined || event.team !== undefined || event.next !== undefined);
}

/** Null: everything that was recorded was done again, and nothing else. */
async function replayPart(ports: EnginePorts, recorder: Recorder, kept: number): Promise<ReplayProblem | null> {
  try {
    const problem = await doAgain(ports, recorder, kept);
    return problem ?? endProblem(recorder, null);
  } catch (error) {
    if (!(error instanceof Diverged)) throw error;
    return error instanceof RecordingEnded ? endProblem(recorder, error) : { step: error.step, message: error.message };
  }
}

async function doAgain(ports: EnginePorts, recorder: Recorder, kept: number): Promise<ReplayProblem | null> {
  if (kept === 0) recorder.record({ type: 'run.started' } as EventBody);
  const control: RunControl = { stop: new StopSignal(new AbortController().signal), gate: null, person: nobody, visitTeam, earlier: null };
  const context = await openRun({ ...ports, models: silentModels, tools: silentTools }, recorder, control);
  if ('problem' in context) return { step: null, message: context.problem.message };
  await runLoop(context);
  return null;
}

/** `ended`: where the recording had nothing more to say. */
function endProblem(recorder: Recorder, ended: RecordingEnded | null): ReplayProblem | null {
  const { missing } = recorder;
  if (missing !== null) return { step: 'step' in missing ? missing.step : null, message: `the recording goes on with ${describe(missing)}, and this run does not` };
  const end = recorder.absorbEnd();
  const isOver = end?.type === 'run.finished' && (end.status === 'completed' || end.status === 'partial');
  return ended !== null && isOver ? { step: ended.step, message: `the recording has ${describe(end)}, and now the run would go on` } : null;
}

/** What the same commits come to with this team: another reducer makes another state of them. */
function stateProblem(recorded: readonly RunEvent[], now: RunState): ReplayProblem | null {
  const was = recorded.reduce<RunState | null>(foldRun, null)!;
  const field = Object.keys(was.values).find((name) => canonicalJson(was.values[name] ?? null) !== canonicalJson(now.values[name] ?? null));
  return field === undefined ? null : { step: null, message: `the shared field ${field} does not come to the value that was recorded` };
}

/** The team as it is now takes the place of the one that the run was last recorded with. Another one, earlier in the run, stays: nothing else is known of it. */
function withTeam(events: readonly RunEvent[], team: Team): readonly RunEvent[] {
  const teams = events.flatMap((event) => (event.type === 'run.started' ? [event.team] : event.type === 'run.resumed' && event.team !== undefined ? [event.team] : []));
  const last = canonicalJson(teams.at(-1) as unknown as Json);
  return events.map((event) => {
    if (event.type !== 'run.started' && event.type !== 'run.resumed') return event;
    return event.team !== undefined && canonicalJson(event.team as unknown as Json) === last ? { ...event, team } : event;
  });
}

const silentModels: EnginePorts['models'] = {
  open: (entry) => Promise.resolve({ entry, call: () => Promise.reject(new Error('a replay makes no call')) }),
};

const silentTools: EnginePorts['tools'] = {
  open: ({ name }) => Promise.resolve(ok({ name, description: '', parameters: {}, effect: 'read', call: () => Promise.reject(new Error('a replay calls no tool')) })),
  source: () => ok(silentSource),
};

const silentSource: ToolSource = {
  start: () => Promise.resolve(null),
  isAllowed: () => Promise.resolve(true),
  allow: () => Promise.resolve(),
  offers: () => Promise.reject(new Error('a replay starts nothing')),
  tool: ({ original: _original, ...offer }) => ({ ...offer, call: () => Promise.reject(new Error('a replay calls no tool')) }),
};
