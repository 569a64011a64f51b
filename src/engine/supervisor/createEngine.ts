/** Starts runs, or goes on with them: writes the first event, and lets the loop go. */
import { eventFormat, type EventBody, type RunEvent } from '../events/runEvent';
import { LogError, type RunLogWriter } from '../events/runLog';
import type { JsonObject } from '../shared/json';
import { nobody } from '../shared/person';
import type { ModelEntry, Team } from '../team/team';
import type { Engine, EnginePorts, ForkRun, ResumeRun, RunHandle, RunResult, StartRun } from './engine';
import { lostValues } from './lostValues';
import { openRun, type Problem, type RunControl } from './openRun';
import { pastOfFork } from './pastOfFork';
import { Recorder } from './recorder';
import { replayRun } from './replayRun';
import { rewordedLogs } from './rewordedLogs';
import { runLoop } from './runLoop';
import { StopSignal } from './stopSignal';
import { visitTeam } from './subTeam';
import { RunLifetime } from '../tools/runLifetime';

export function createEngine(ports: EnginePorts): Engine {
  return {
    start: async (request) => {
      await ports.models.learnSecrets?.(allModels(request.team));
      return startRun(ports, request);
    },
    resume: async (request) => {
      await ports.models.learnSecrets?.(allModels(request.team ?? recordedTeam(request.events)));
      return resumeRun(ports, request);
    },
    fork: async (request) => {
      await ports.models.learnSecrets?.(allModels(request.team ?? recordedTeam(request.events)));
      return forkRun(ports, request);
    },
    replay: (request) => replayRun(ports, request),
  };
}

/** With those of the teams within. */
function allModels(team: Team | null): readonly ModelEntry[] {
  if (team === null) return [];
  return [...Object.values(team.models), ...team.roles.flatMap((role) => allModels(role.team ?? null))];
}

function recordedTeam(events: readonly RunEvent[]): Team | null {
  const first = events[0];
  return first?.type === 'run.started' ? first.team : null;
}

function startRun(ports: EnginePorts, request: StartRun): RunHandle {
  const { log, task, team, options, trigger } = request;
  const recorder = new Recorder(log, ports.clock, ports.redactor);
  recorder.record({ type: 'run.started', format: eventFormat, progress: 'values', run: log.run, task, team, options, trigger });
  return handleOf(ports, recorder, log, request);
}

/** What ended the run is done once more, unless the run was only interrupted. */
function resumeRun(ports: EnginePorts, request: ResumeRun): RunHandle {
  const { log, events } = request;
  const recorder = new Recorder(log, ports.clock, ports.redactor, { events, kept: events.length, isReplay: false });
  const { end } = recorder.state;
  goOn(ports, recorder, request, { anew: end !== null && end.status !== 'stopped' && end.status !== 'waiting', isCrashed: end === null });
  return handleOf(ports, recorder, log, request);
}

/** What is copied stays as it was: what the fork changes begins behind it. */
function forkRun(ports: EnginePorts, request: ForkRun): RunHandle {
  const { log, at } = request;
  const events = pastOfFork(request.events, { run: log.run, at, startedAt: ports.clock.now() });
  log.append(events);
  const recorder = new Recorder(log, ports.clock, ports.redactor, { events, kept: events.length, isReplay: false });
  const { failure, ending, cutShort } = recorder.state;
  goOn(ports, recorder, request, { anew: failure !== null || ending !== null || cutShort !== null, isCrashed: false });
  return handleOf(ports, recorder, log, request);
}

interface HowItGoesOn {
  readonly anew: boolean;
  readonly isCrashed: boolean;
}

function flagsOf({ anew, isCrashed }: HowItGoesOn): Pick<EventBody<'run.resumed'>, 'anew' | 'crashed'> {
  return { ...(anew ? { anew } : {}), ...(isCrashed ? { crashed: true } : {}) };
}

function goOn(ports: EnginePorts, recorder: Recorder, { options, writes = {}, ...given }: Pick<ResumeRun, 'options' | 'team' | 'writes' | 'next'>, how: HowItGoesOn): void {
  const { endedBy, ending, cutShort } = recorder.state;
  recorder.record({
    type: 'run.resumed', pausedMs: Math.max(0, ports.clock.now() - recorder.state.lastAt),
    ...(options === undefined || Object.keys(options).length === 0 ? {} : { options }),
    ...newIn(given),
    ...flagsOf(how),
    ...(how.anew || (options?.limits !== undefined && (ending !== null || cutShort !== null)) ? { again: endedBy.map(({ step }) => step) } : {}),
  });
  if (Object.keys(writes).length > 0) writeAsPerson(recorder, writes);
}

function newIn({ team, next }: Pick<ResumeRun, 'team' | 'next'>): Pick<RunEvent<'run.resumed'>, 'team' | 'next'> {
  return { ...(team === undefined ? {} : { team }), ...(next === undefined ? {} : { next }) };
}

function writeAsPerson(recorder: Recorder, writes: JsonObject): void {
  const { meta } = recorder.state;
  const versions = Object.fromEntries(Object.keys(writes).map((field) => [field, (meta[field]?.version ?? 0) + 1]));
  recorder.record({ type: 'workspace.committed', step: null, by: 'person', versions, values: writes, status: 'success' });
}

function handleOf(ports: EnginePorts, recorder: Recorder, log: RunLogWriter, { gate, person = nobody, earlier }: Pick<StartRun, 'gate' | 'person' | 'earlier'>): RunHandle {
  const stop = new AbortController();
  return {
    run: log.run,
    listen: (listener) => recorder.listen(listener),
    stop: () => stop.abort('stopped'),
    finished: runToEnd(ports, recorder, log, { stop: new StopSignal(stop.signal), gate: gate ?? null, person, visitTeam, earlier: earlier === undefined ? null : rewordedLogs(ports, earlier) }),
  };
}

/** Never rejects: what nobody foresaw ends the run as failed. */
async function runToEnd(ports: EnginePorts, recorder: Recorder, log: RunLogWriter, control: RunControl): Promise<RunResult> {
  let result: RunResult;
  const lifetime = new RunLifetime();
  try {
    const lost = lostValues(recorder.state);
    const context = lost !== null ? { problem: lost } : await openRun(ports, recorder, { ...control, lifetime });
    result = 'problem' in context ? failedStart(recorder, context.problem) : await runLoop(context);
  } catch (error) {
    result = failedStart(recorder, unforeseen(error));
  }
  await Promise.all([lifetime.close(), log.close().catch(() => undefined)]);
  return result;
}

function unforeseen(error: unknown): Problem {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof LogError) return { reason: 'error:log', message, hint: error.hint };
  return { reason: 'error:bug', message, hint: 'This is a mistake in Rolecall. The log of the run shows where it happened; please report it.' };
}

function failedStart(recorder: Recorder, { reason, message, hint }: Problem): RunResult {
  recorder.record({ type: 'run.finished', status: 'failed', reason, message, hint });
  return { status: 'failed', reason };
}
