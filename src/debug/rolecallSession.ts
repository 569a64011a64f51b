/**
 * The debug adapter: requests of the Debug Adapter Protocol on one side, the team that is debugged on the other. It decides nothing about runs; what it is given
 * is checked, and every refusal is a sentence. Runs in plain Node.
 */
import { BreakpointEvent, ContinuedEvent, DebugSession, InitializedEvent, OutputEvent, StoppedEvent, TerminatedEvent, Thread } from '@vscode/debugadapter';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { HeldPlace } from '../engine/projections/heldPlace';
import { basename } from '../engine/shared/paths';
import { BreakpointSetter } from './breakpointSetter';
import { capabilities } from './capabilities';
import { completionsAt } from './completions';
import { consoleAnswer } from './consoleCommands';
import { customRequests, retriedEvent, triedEvent, type CustomRequest } from './customRequests';
import { DebuggedTeam } from './debuggedTeam';
import type { DebuggedRun, Stop } from './debuggedRun';
import { describeEnd, describeStop } from './describeStop';
import type { DebugHost } from './debugHost';
import { evaluate } from './evaluator';
import { exceptionFilters, type FilterId } from './exceptionFilters';
import { framesOf, type Frame } from './frames';
import { given } from './given';
import { GotoTargets } from './gotoTargets';
import { heldAt } from './heldAt';
import { readLaunch } from './launch';
import { placesOf } from './linePlaces';
import { threadOf, type Position } from './position';
import { Refusal } from './refusal';
import { scopesOf } from './scopes';
import type { Stepping } from './stepping';
import { preview, Variables } from './variables';

export class RolecallSession extends DebugSession {
  private readonly breakpoints = new BreakpointSetter({
    read: (file) => this.host.read(file),
    places: () => this.places(),
    isField: (name) => Object.hasOwn(this.debugged.team?.fields ?? {}, name),
  });
  private readonly filters = new Set<FilterId>();
  private readonly variables = new Variables();
  private frames: Frame[] = [];
  private lastStop: Stop | null = null;
  private readonly targets = new GotoTargets();
  private readonly debugged: DebuggedTeam;
  private configured: () => void = () => undefined;
  private readonly configuration = new Promise<void>((resolve) => (this.configured = resolve));
  private isOver = false;

  constructor(private readonly host: DebugHost) {
    super();
    this.setDebuggerLinesStartAt1(true);
    this.setDebuggerColumnsStartAt1(true);
    this.debugged = new DebuggedTeam(host, { breakpoints: this.breakpoints.set, filters: this.filters }, {
      stopped: (stop) => this.stopped(stop),
      answered: () => this.goesOn(true),
      said: (text, position) => this.say(text, position),
      ended: (result) => this.end(result === null ? 'The end of the recording.' : describeEnd(result, this.debugged.run?.recorded.at(-1))),
    });
  }

  // ---- beginning and end

  protected override initializeRequest(response: DebugProtocol.InitializeResponse): void {
    response.body = capabilities;
    this.sendResponse(response);
  }

  protected override launchRequest(response: DebugProtocol.LaunchResponse, given: DebugProtocol.LaunchRequestArguments): void {
    this.answer(response, async () => {
      const read = readLaunch(given);
      if (!read.ok) throw new Refusal(read.error);
      await this.debugged.open(read.value);
      this.sendEvent(new InitializedEvent());
      void this.configuration.then(() => this.begin()).catch((error: unknown) => this.fail(error));
    });
  }

  protected override attachRequest(response: DebugProtocol.AttachResponse, given: DebugProtocol.AttachRequestArguments): void {
    this.launchRequest(response as DebugProtocol.LaunchResponse, given);
  }

  private async begin(): Promise<void> {
    if (!this.isOver && (await this.debugged.begin()) === 'nothing') this.end('Nothing runs here: it is a recording.');
  }

  protected override configurationDoneRequest(response: DebugProtocol.ConfigurationDoneResponse): void {
    this.sendResponse(response);
    this.configured();
  }

  protected override terminateRequest(response: DebugProtocol.TerminateResponse): void {
    this.answer(response, async () => {
      await this.debugged.stop();
      this.end('The run was stopped; it can be resumed.');
    });
  }

  protected override disconnectRequest(response: DebugProtocol.DisconnectResponse): void {
    this.answer(response, async () => {
      this.isOver = true;
      this.tellHeld(null);
      await this.debugged.stop();
    });
  }

  private end(message: string): void {
    if (this.isOver) return;
    this.isOver = true;
    this.tellHeld(null);
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

  private async places(): Promise<ReturnType<typeof placesOf>> {
    const team = await this.debugged.teamOfFiles();
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

  private stopped(stop: Stop): void {
    const { reason, position, text, breakpoints } = stop;
    this.variables.clear();
    this.frames = [];
    const event: DebugProtocol.StoppedEvent = new StoppedEvent(reason, threadOf(position), text);
    event.body = { ...event.body, allThreadsStopped: true, description: describeStop(reason, position), ...(text === undefined ? {} : { text }), ...(breakpoints === undefined ? {} : { hitBreakpointIds: [...breakpoints] }) };
    this.lastStop = stop;
    this.tellHeld(heldAt(stop, (at) => this.theRun().innermost(at)));
    this.sendEvent(event);
  }

  private tellHeld(place: HeldPlace | null): void {
    const { run } = this.debugged;
    if (run !== null) this.host.held(run.run, place);
  }

  /** `isTold`: not because the client wanted it to. */
  private goesOn(isTold: boolean): void {
    this.frames = [];
    this.variables.clear();
    this.tellHeld(null);
    if (isTold && this.lastStop !== null) this.sendEvent(new ContinuedEvent(threadOf(this.lastStop.position), true));
  }

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
    const threads = this.debugged.run?.threads ?? [];
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
      response.body = { scopes: [...scopesOf(this.frame(frameId), this.theRun(), this.variables, () => this.host.previewing())] };
    });
  }

  protected override variablesRequest(response: DebugProtocol.VariablesResponse, { variablesReference, start = 0, count = 0 }: DebugProtocol.VariablesArguments): void {
    this.answer(response, async () => {
      const rows = this.variables.get(variablesReference);
      if (rows === undefined) throw new Refusal('The run has gone on since: these values are not those of now.');
      response.body = { variables: [...(await rows.rows(start, count === 0 ? rows.count : start + count))] };
    });
  }

  // ---- changing

  protected override setVariableRequest(response: DebugProtocol.SetVariableResponse, { variablesReference, name, value }: DebugProtocol.SetVariableArguments): void {
    this.answer(response, async () => {
      const place = this.variables.get(variablesReference)?.place;
      if (place === undefined) throw new Refusal('Only the shared workspace can be written. What a role was given or has answered is a record.');
      const key = /^\[(\d+)\]$/.exec(name);
      const target = place.field === '' ? { field: name, path: [] } : { field: place.field, path: [...place.path, key === null ? name : Number(key[1])] };
      const { written, note } = await this.debugged.write(target, value, this.standing());
      this.tell(note);
      response.body = { value: preview(written.written) };
    });
  }

  protected override restartFrameRequest(response: DebugProtocol.RestartFrameResponse, { frameId }: DebugProtocol.RestartFrameArguments): void {
    this.answer(response, async () => {
      const retried = await this.debugged.restart(this.frame(frameId).position);
      for (const breakpoint of await this.breakpoints.renew()) this.sendEvent(new BreakpointEvent('changed', breakpoint));
      this.sendOwn(retriedEvent, retried);
    });
  }

  protected override gotoTargetsRequest(response: DebugProtocol.GotoTargetsResponse, { source, line }: DebugProtocol.GotoTargetsArguments): void {
    this.answer(response, async () => {
      const file = source.path ?? '';
      response.body = { targets: [...this.targets.at(file, line, (await this.host.read(file)) ?? '', await this.places())] };
    });
  }

  protected override gotoRequest(response: DebugProtocol.GotoResponse, { targetId }: DebugProtocol.GotoArguments): void {
    this.answer(response, async () => {
      this.tell(await this.debugged.jump(this.targets.roleOf(targetId), this.standing()));
    });
  }

  protected override customRequest(command: string, response: DebugProtocol.Response, args: unknown): void {
    const request = Object.hasOwn(customRequests, command) ? customRequests[command as CustomRequest] : undefined;
    if (request === undefined) return super.customRequest(command, response, args);
    this.answer(response, async () => {
      response.body = await request(args, {
        debugged: this.debugged,
        standing: () => this.standing(),
        tell: (text) => this.tell(text),
        tried: (attempt) => this.sendOwn(triedEvent, attempt),
      });
    });
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

  private standing(thread?: number): Position {
    const run = this.theRun();
    const position = (thread === undefined ? null : run.positionOf(thread)) ?? run.position;
    if (position === null) throw new Refusal('The run goes on: pause it first.');
    return position;
  }

  private goOn(response: DebugProtocol.Response, stepping: () => Stepping): void {
    this.answer(response, stepping, (how) => {
      this.goesOn(false);
      this.theRun().go(how);
      const [waits] = this.theRun().position === null ? this.theRun().openQuestions : [];
      if (waits !== undefined) this.tell(`It waits for an answer: ${waits.text} Answer in the run panel, or here: .approve, or .reject and why.`);
    });
  }

  // ---- looking

  protected override evaluateRequest(response: DebugProtocol.EvaluateResponse, { expression, frameId, context }: DebugProtocol.EvaluateArguments): void {
    this.answer(response, async () => {
      const said = context === 'repl' ? await consoleAnswer(expression, { debugged: this.debugged, position: () => this.frame(frameId).position, asked: this.lastStop?.question ?? null, previewing: () => this.host.previewing() }) : null;
      if (said !== null) {
        response.body = { result: said, variablesReference: 0 };
        return;
      }
      const { position } = this.frame(frameId);
      const result = await evaluate(expression, this.theRun().innermost(position), position);
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
    return this.debugged.theRun();
  }

  /** Null: nothing is said. */
  private tell(text: string | null): void {
    if (text !== null) this.sendEvent(new OutputEvent(`${text}\n`, 'console'));
  }

  private sendOwn(event: string, body: object): void {
    this.sendEvent({ event, type: 'event', seq: 0, body } as DebugProtocol.Event);
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
