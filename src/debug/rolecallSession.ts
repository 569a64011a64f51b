/**
 * The debug adapter: requests of the Debug Adapter Protocol on one side, a run under a debugger on the other. It decides nothing about runs; what it is given
 * is checked, and every refusal is a sentence. Runs in plain Node.
 */
import { BreakpointEvent, DebugSession, InitializedEvent, OutputEvent, StoppedEvent, TerminatedEvent, Thread } from '@vscode/debugadapter';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { basename } from '../engine/shared/paths';
import type { JsonObject } from '../engine/shared/json';
import type { Team } from '../engine/team/team';
import { Breakpoints } from './breakpoints';
import { BreakpointSetter } from './breakpointSetter';
import { completionsAt } from './completions';
import { consoleCommands } from './consoleCommands';
import { DebuggedRun, type Stop } from './debuggedRun';
import type { DebugHost, Launch } from './debugHost';
import { evaluate } from './evaluator';
import { exceptionFilters, type FilterId } from './exceptionFilters';
import { fieldWrite } from './fieldWrite';
import { framesOf, type Frame } from './frames';
import { given } from './given';
import { readLaunch } from './launch';
import { placesOf, type LinePlace } from './linePlaces';
import { threadOf, type Position } from './position';
import { scopesOf } from './scopes';
import type { Stepping } from './stepping';
import { preview, Variables } from './variables';

/** Where a run was begun anew from, for whoever compares the two. */
export interface Retried {
  readonly from: { readonly run: string; readonly step: number };
  readonly to: { readonly run: string; readonly step: number };
}

export const retriedEvent = 'rolecall.retried';

/** Refused, with a sentence for people. */
class Refusal extends Error {}

export class RolecallSession extends DebugSession {
  private readonly breakpoints = new BreakpointSetter({
    read: (file) => this.host.read(file),
    places: () => this.placesNow(),
    isField: (name) => this.team !== null && Object.hasOwn(this.team.fields, name),
  });
  private readonly filters = new Set<FilterId>();
  private readonly variables = new Variables();
  private frames: Frame[] = [];
  private launch: Launch | null = null;
  private team: Team | null = null;
  private run: DebuggedRun | null = null;
  private configured: () => void = () => undefined;
  private readonly configuration = new Promise<void>((resolve) => (this.configured = resolve));
  private isOver = false;

  constructor(private readonly host: DebugHost) {
    super();
    this.setDebuggerLinesStartAt1(true);
    this.setDebuggerColumnsStartAt1(true);
  }

  // ---- beginning and end

  protected override initializeRequest(response: DebugProtocol.InitializeResponse): void {
    response.body = {
      supportsConfigurationDoneRequest: true, supportsConditionalBreakpoints: true, supportsHitConditionalBreakpoints: true, supportsLogPoints: true,
      supportsDataBreakpoints: true, supportsStepBack: true, supportsSetVariable: true, supportsRestartFrame: true, supportsEvaluateForHovers: true,
      supportsCompletionsRequest: true, completionTriggerCharacters: ['.'], supportsTerminateRequest: true, supportTerminateDebuggee: true,
      supportsExceptionInfoRequest: true, supportsDelayedStackTraceLoading: false, supportsVariablePaging: true,
      exceptionBreakpointFilters: exceptionFilters.map((each) => ({ ...each, default: false })),
    } as DebugProtocol.Capabilities;
    this.sendResponse(response);
  }

  protected override launchRequest(response: DebugProtocol.LaunchResponse, given: DebugProtocol.LaunchRequestArguments): void {
    this.answer(response, async () => {
      const read = readLaunch(given);
      if (!read.ok) throw new Refusal(read.error);
      await this.open(read.value);
    });
  }

  protected override attachRequest(response: DebugProtocol.AttachResponse, given: DebugProtocol.AttachRequestArguments): void {
    this.launchRequest(response as DebugProtocol.LaunchResponse, given);
  }

  private async open(launch: Launch): Promise<void> {
    this.launch = launch;
    const events = launch.replay === undefined ? null : await this.host.recorded(launch, launch.replay);
    const first = events?.[0];
    this.team = first?.type === 'run.started' ? first.team : await this.loadTeam(launch.team);
    this.sendEvent(new InitializedEvent());
    void this.configuration.then(() => this.begin(launch, events)).catch((error: unknown) => this.fail(error));
  }

  private async begin(launch: Launch, events: Parameters<DebuggedRun['walk']>[0] | null): Promise<void> {
    const run = this.newRun();
    if (events !== null) return launch.noDebug ? this.end('Nothing runs here: it is a recording.') : run.walk(events);
    if (launch.stopOnEntry && !launch.noDebug) run.begin({ kind: 'first' }, 'entry');
    run.follow(await this.host.start(this.team!, launch, run.gate));
  }

  private newRun(): DebuggedRun {
    const { noDebug } = this.launch!;
    this.run = new DebuggedRun(noDebug ? new Breakpoints() : this.breakpoints.set, noDebug ? new Set() : this.filters, {
      stopped: (stop) => this.stopped(stop),
      said: (text, position) => this.say(text, position),
      ended: (result) => this.end(result === null ? 'The end of the recording.' : `The run is ${result.status} (${result.reason}).`),
    });
    return this.run;
  }

  protected override configurationDoneRequest(response: DebugProtocol.ConfigurationDoneResponse): void {
    this.sendResponse(response);
    this.configured();
  }

  protected override terminateRequest(response: DebugProtocol.TerminateResponse): void {
    this.answer(response, async () => {
      await this.run?.stop();
      this.end('The run was stopped; it can be resumed.');
    });
  }

  protected override disconnectRequest(response: DebugProtocol.DisconnectResponse): void {
    this.answer(response, async () => {
      this.isOver = true;
      await this.run?.stop();
    });
  }

  private end(message: string): void {
    if (this.isOver) return;
    this.isOver = true;
    this.sendEvent(new OutputEvent(`${message}\n`, 'console'));
    this.sendEvent(new TerminatedEvent());
  }

  /** What nobody can answer for any more ends the session, with the reason. */
  private fail(error: unknown): void {
    this.sendEvent(new OutputEvent(`${error instanceof Error ? error.message : String(error)}\n`, 'stderr'));
    this.end('The run could not go on.');
  }

  // ---- breakpoints

  protected override setBreakPointsRequest(response: DebugProtocol.SetBreakpointsResponse, { source, breakpoints = [] }: DebugProtocol.SetBreakpointsArguments): void {
    this.answer(response, async () => {
      response.body = { breakpoints: await this.breakpoints.setLines(source.path ?? '', breakpoints) };
    });
  }

  private async placesNow(): Promise<readonly LinePlace[]> {
    const now = this.launch === null ? null : (await this.host.load(this.launch.team)).team;
    const team = now ?? this.team;
    return team === null ? [] : placesOf(team);
  }

  protected override setExceptionBreakPointsRequest(response: DebugProtocol.SetExceptionBreakpointsResponse, { filters }: DebugProtocol.SetExceptionBreakpointsArguments): void {
    this.filters.clear();
    for (const { filter } of exceptionFilters) if (filters.includes(filter)) this.filters.add(filter);
    this.sendResponse(response);
  }

  protected override dataBreakpointInfoRequest(response: DebugProtocol.DataBreakpointInfoResponse, asked: DebugProtocol.DataBreakpointInfoArguments): void {
    response.body = this.breakpoints.fieldOf(asked, this.variables);
    this.sendResponse(response);
  }

  protected override setDataBreakpointsRequest(response: DebugProtocol.SetDataBreakpointsResponse, { breakpoints }: DebugProtocol.SetDataBreakpointsArguments): void {
    response.body = { breakpoints: this.breakpoints.setFields(breakpoints) };
    this.sendResponse(response);
  }

  // ---- standing

  private stopped({ reason, position, text, breakpoints }: Stop): void {
    this.variables.clear();
    this.frames = [];
    const event: DebugProtocol.StoppedEvent = new StoppedEvent(reason, threadOf(position), text);
    event.body = { ...event.body, allThreadsStopped: true, description: describeStop(reason, position), ...(text === undefined ? {} : { text }), ...(breakpoints === undefined ? {} : { hitBreakpointIds: [...breakpoints] }) };
    this.lastStop = { reason, position, ...(text === undefined ? {} : { text }) };
    this.sendEvent(event);
  }

  private lastStop: Stop | null = null;

  private say(text: string, position: Position): void {
    const [frame] = framesOf(position, (at) => this.theRun().innermost(at));
    const event: DebugProtocol.OutputEvent = new OutputEvent(`${text}\n`, 'console');
    if (frame !== undefined) event.body = { ...event.body, source: { name: basename(frame.file), path: frame.file }, line: frame.line };
    this.sendEvent(event);
  }

  protected override exceptionInfoRequest(response: DebugProtocol.ExceptionInfoResponse): void {
    response.body = { exceptionId: this.lastStop?.reason === 'exception' ? (this.lastStop.text ?? 'exception') : 'none', breakMode: 'always' };
    this.sendResponse(response);
  }

  protected override threadsRequest(response: DebugProtocol.ThreadsResponse): void {
    const threads = this.run === null || this.run.recorded.length === 0 ? [] : this.run.threads;
    response.body = { threads: threads.length === 0 ? [new Thread(1, 'supervisor')] : threads.map(({ thread, role }) => new Thread(thread, `step ${thread}: ${role}`)) };
    this.sendResponse(response);
  }

  protected override stackTraceRequest(response: DebugProtocol.StackTraceResponse, { threadId, startFrame = 0, levels = 0 }: DebugProtocol.StackTraceArguments): void {
    this.answer(response, () => {
      const position = this.theRun().positionOf(threadId);
      const found = position === null ? [] : framesOf(position, (at) => this.theRun().innermost(at));
      const shown = found.slice(startFrame, levels === 0 ? undefined : startFrame + levels);
      response.body = { totalFrames: found.length, stackFrames: shown.map((frame) => this.frameOf(frame)) };
    });
  }

  private frameOf(frame: Frame): DebugProtocol.StackFrame {
    const id = this.frames.push(frame);
    return { id, name: frame.name, source: { name: basename(frame.file), path: frame.file }, line: frame.line, column: frame.column, canRestart: frame.kind !== 'step' };
  }

  private frame(id: number | undefined): Frame {
    const frame = id === undefined ? this.frames[0] : this.frames[id - 1];
    if (frame !== undefined) return frame;
    const position = this.theRun().position;
    if (position === null) throw new Refusal('The run goes on: pause it first.');
    return framesOf(position, (at) => this.theRun().innermost(at))[0]!;
  }

  protected override scopesRequest(response: DebugProtocol.ScopesResponse, { frameId }: DebugProtocol.ScopesArguments): void {
    this.answer(response, () => {
      response.body = { scopes: [...scopesOf(this.frame(frameId), this.theRun(), this.variables)] };
    });
  }

  protected override variablesRequest(response: DebugProtocol.VariablesResponse, { variablesReference, start = 0, count = 0 }: DebugProtocol.VariablesArguments): void {
    this.answer(response, () => {
      const rows = this.variables.get(variablesReference);
      if (rows === undefined) throw new Refusal('The run has gone on since: these values are not those of now.');
      response.body = { variables: [...rows.rows(start, count === 0 ? rows.count : start + count)] };
    });
  }

  // ---- changing

  protected override setVariableRequest(response: DebugProtocol.SetVariableResponse, { variablesReference, name, value }: DebugProtocol.SetVariableArguments): void {
    this.answer(response, async () => {
      const place = this.variables.get(variablesReference)?.place;
      if (place === undefined) throw new Refusal('Only the shared workspace can be written. What a role was given or has answered is a record.');
      const run = this.theRun();
      const { position } = run;
      if (position === null) throw new Refusal('The run goes on: pause it first.');
      if (position.within.length > 0) throw new Refusal('The workspace of a team within another cannot be written; step out of it first.');
      const key = /^\[(\d+)\]$/.exec(name);
      const target = place.field === '' ? { field: name, path: [] } : { field: place.field, path: [...place.path, key === null ? name : Number(key[1])] };
      const write = await fieldWrite(value, target, { state: run.innermost(position), position }, () => this.host.schemas());
      if (!write.ok) throw new Refusal(write.error);
      await this.goOnWith({ [write.value.field]: write.value.value }, position);
      response.body = { value: preview(write.value.written) };
    });
  }

  /** At the newest place of a run that goes on it is that run's; elsewhere a new run begins before this step. */
  private async goOnWith(writes: JsonObject, position: Position): Promise<void> {
    const before = this.theRun();
    const launch = this.launch!;
    const isOwn = before.isLive && !before.isInThePast;
    const id = before.run;
    const at = before.stepBefore(position);
    await before.stop();
    const run = this.newRun();
    run.begin({ kind: 'until', at: position }, 'goto');
    const how = { gate: run.gate, writes };
    run.follow(await (isOwn ? this.host.resume(launch, id, how) : this.host.fork(launch, id, at, how)));
    if (!isOwn) this.sendEvent(new OutputEvent(`The run goes on as a new one, from before step ${position.step} of run ${id}: what run ${id} did from there on is stale.\n`, 'console'));
  }

  protected override restartFrameRequest(response: DebugProtocol.RestartFrameResponse, { frameId }: DebugProtocol.RestartFrameArguments): void {
    this.answer(response, async () => {
      const { position } = this.frame(frameId);
      const launch = this.launch!;
      const team = await this.loadTeam(launch.team);
      const before = this.theRun();
      const step = threadOf(position);
      const at = before.stepBefore(position);
      const id = before.run;
      await before.stop();
      const run = this.newRun();
      run.begin({ kind: 'until', at: { phase: 'role', step, within: [] } }, 'restart');
      this.team = team;
      run.follow(await this.host.fork(launch, id, at, { gate: run.gate, team }));
      for (const breakpoint of await this.breakpoints.renew()) this.sendEvent(new BreakpointEvent('changed', breakpoint));
      this.sendEvent({ event: retriedEvent, type: 'event', seq: 0, body: { from: { run: id, step }, to: { run: run.run, step } } satisfies Retried } as DebugProtocol.Event);
    });
  }

  private async loadTeam(file: string): Promise<Team> {
    const { team, diagnostics, name } = await this.host.load(file);
    if (team !== null) return team;
    const error = diagnostics.find(({ severity }) => severity === 'error');
    throw new Refusal(error === undefined ? `${name} cannot be run.` : `${basename(error.range.file)}:${error.range.start.line}: ${error.message}${error.hint === undefined ? '' : ` ${error.hint}`}`);
  }

  // ---- going on

  protected override continueRequest(response: DebugProtocol.ContinueResponse): void {
    response.body = { allThreadsContinued: true };
    this.goOn(response, () => ({ kind: 'go' }));
  }

  protected override nextRequest(response: DebugProtocol.NextResponse, { threadId }: DebugProtocol.NextArguments): void {
    this.goOn(response, () => ({ kind: 'over', from: this.standing(threadId) }));
  }

  protected override stepInRequest(response: DebugProtocol.StepInResponse, { threadId }: DebugProtocol.StepInArguments): void {
    this.goOn(response, () => ({ kind: 'in', from: this.standing(threadId) }));
  }

  protected override stepOutRequest(response: DebugProtocol.StepOutResponse, { threadId }: DebugProtocol.StepOutArguments): void {
    this.goOn(response, () => ({ kind: 'out', from: this.standing(threadId) }));
  }

  protected override stepBackRequest(response: DebugProtocol.StepBackResponse): void {
    this.answer(response, () => this.theRun(), (run) => run.stepBack());
  }

  protected override reverseContinueRequest(response: DebugProtocol.ReverseContinueResponse): void {
    this.answer(response, () => this.theRun(), (run) => run.reverseContinue());
  }

  protected override pauseRequest(response: DebugProtocol.PauseResponse): void {
    this.answer(response, () => this.theRun().pause());
  }

  private standing(thread: number): Position {
    const position = this.theRun().positionOf(thread) ?? this.theRun().position;
    if (position === null) throw new Refusal('The run goes on: pause it first.');
    return position;
  }

  private goOn(response: DebugProtocol.Response, stepping: () => Stepping): void {
    this.answer(response, stepping, (how) => {
      this.frames = [];
      this.variables.clear();
      this.theRun().go(how);
    });
  }

  // ---- looking

  protected override evaluateRequest(response: DebugProtocol.EvaluateResponse, { expression, frameId, context }: DebugProtocol.EvaluateArguments): void {
    this.answer(response, async () => {
      const { position } = this.frame(frameId);
      const run = this.theRun();
      const command = context === 'repl' ? consoleCommands[expression.trim()] : undefined;
      if (command !== undefined) {
        response.body = { result: command.answer(run, position), variablesReference: 0 };
        return;
      }
      const result = await evaluate(expression, run.innermost(position), position);
      if (!result.ok) throw new Refusal(result.error);
      const { value, variablesReference, type, namedVariables, indexedVariables } = this.variables.row('', result.value, expression);
      response.body = { result: value, variablesReference, ...(type === undefined ? {} : { type }), ...given({ namedVariables, indexedVariables }) };
    });
  }

  protected override completionsRequest(response: DebugProtocol.CompletionsResponse, { text, column, frameId }: DebugProtocol.CompletionsArguments): void {
    this.answer(response, () => {
      const { position } = this.frame(frameId);
      response.body = { targets: [...completionsAt(text.slice(0, column - 1), this.theRun().innermost(position))] };
    });
  }

  // ---- inside

  private theRun(): DebuggedRun {
    if (this.run === null || this.run.recorded.length === 0) throw new Refusal('The run has not begun.');
    return this.run;
  }

  /** `then` happens once the answer is sent: what it brings about is told afterwards. */
  private answer<T>(response: DebugProtocol.Response, work: () => T | Promise<T>, then?: (value: T) => void): void {
    void Promise.resolve()
      .then(work)
      .then(
        (value) => {
          this.sendResponse(response);
          then?.(value);
        },
        (error: unknown) => this.sendErrorResponse(response, { id: 1, format: error instanceof Error ? error.message : String(error), showUser: true }),
      );
  }
}

function describeStop(reason: string, { phase, role, step }: Position): string {
  const why: Readonly<Record<string, string>> = { exception: 'Paused on a failure', 'data breakpoint': 'Paused on a write', breakpoint: 'Paused on breakpoint', entry: 'Paused on entry', pause: 'Paused', restart: 'Paused to run again' };
  return `${why[reason] ?? 'Paused'}: step ${step}, ${role}, ${phase}`;
}
