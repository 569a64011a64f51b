/**
 * The one place where events come into being: numbers them, folds them, hands them to listeners and the log. Holds the run's state and decides nothing.
 * It can be given a past. Whoever does again what was done already is answered with the recorded event instead of a new one; so resuming and replaying
 * are the same code as running.
 */
import { foldRun } from '../events/foldRun';
import type { EventBody, EventType, RunEvent } from '../events/runEvent';
import type { RunState } from '../events/runState';
import type { Disposable } from '../shared/disposable';
import type { Json } from '../shared/json';
import type { Clock } from '../shared/ports';
import type { Redactor } from '../shared/redact';
import { differenceOf } from './differenceOf';
import type { RunListener } from './engine';
import { givesOtherTerms, inOurWords, isReworded } from './requestIdentity';

/** What is done now is not what was recorded: the team has changed, or something in it differs from run to run. */
export class Diverged extends Error {
  constructor(
    readonly step: number | null,
    message: string,
    /** The number of the event that does not fit; Infinity where there is none. */
    readonly seq: number,
  ) {
    super(message);
    this.name = 'Diverged';
  }
}

/** A replay came to where nothing more was recorded. */
export class RecordingEnded extends Diverged {
  constructor(step: number | null, message: string) {
    super(step, message, Infinity);
  }
}

export interface Past {
  readonly events: readonly RunEvent[];
  /** How many of them hold: what they left open goes on from them. Those behind are done again. */
  readonly kept: number;
  /** Nothing new may happen, and no call is made. */
  readonly isReplay: boolean;
  /** Of a replay: takes requests in the words of today, for another replay to be held against. On the terms they were recorded on. */
  readonly rewords?: boolean;
  /** It was recorded on other terms than those of now. */
  readonly isOnOtherTerms?: boolean;
}

/** Where events go: the log of a run, or the run that a sub-team works for. */
export interface EventSink {
  append(events: readonly RunEvent[]): void;
  flush(): Promise<void>;
  sync(): Promise<void>;
}

export class Recorder {
  private readonly events: RunEvent[] = [];
  private readonly listeners = new Set<RunListener>();
  private folded: RunState | null = null;
  /** By step (null: none), what was recorded and has not been done again yet. */
  private readonly ahead = new Map<number | null, RunEvent[]>();
  /** Nothing new may happen: there is only what was recorded. */
  readonly isReplay: boolean;
  private readonly rewords: boolean;
  private readonly isOnOtherTerms: boolean;
  /** Up to here it has been absorbed; what lies ahead of it only answers. */
  private keptSeq = 0;
  /** Steps whose record was forgotten, until they ask anew. */
  private readonly begunAnew = new Set<number>();
  /** By step, or by the first step of a fan-out, the state right before it began, for what is open. */
  private readonly before = new Map<number, RunState>();
  /** What a person has written while steps were open, and the state right before it. */
  private written: { readonly seq: number; readonly before: RunState }[] = [];

  constructor(
    private readonly sink: EventSink | null,
    private readonly clock: Clock,
    private readonly redactor: Pick<Redactor, 'redactJson'>,
    past: Past | null = null,
  ) {
    this.isReplay = past?.isReplay === true;
    this.rewords = past?.rewords === true;
    this.isOnOtherTerms = past?.isOnOtherTerms === true;
    if (past === null) return;
    this.remember(past.events.slice(0, past.kept));
    for (const event of past.events.slice(past.kept)) this.expect(event);
  }

  /** As of the last event. */
  get state(): RunState {
    if (this.folded === null) throw new Error('a run has no state before run.started');
    return this.folded;
  }

  get last(): RunEvent {
    return this.events.at(-1)!;
  }

  /** Everything up to now, the past it was given included. */
  get past(): readonly RunEvent[] {
    return this.events;
  }

  /** What an open step was begun with; of a fan-out, its first step. */
  stateBefore(step: number): RunState {
    return this.before.get(step) ?? this.state;
  }

  /** The state as a step comes to see it now: while it is done again, what a person wrote later is yet to come. */
  stateSeenBy(step: number): RunState {
    const until = this.next(step)?.seq ?? Infinity;
    return this.written.find(({ seq }) => seq > until)?.before ?? this.state;
  }

  /** True once a person has written to the shared workspace while the step was open. */
  wasWrittenDuring(step: number): boolean {
    const [first] = this.written;
    return first !== undefined && first.seq < (this.next(step)?.seq ?? Infinity);
  }

  /** The run's own idea of now: while it is done again, the time of then. */
  now(step: number | null): number {
    return this.ahead.get(step)?.[0]?.at ?? this.clock.now();
  }

  /** In a replay, the limit that the run meets from here on; null: none. */
  get limitAhead(): RunEvent<'limit.reached'> | null {
    return this.ahead.get(null)?.find((event) => event.type === 'limit.reached') ?? null;
  }

  /** What was recorded next of this step, if it has not been done again yet. */
  next(step: number | null): RunEvent | undefined {
    return this.ahead.get(step)?.[0];
  }

  /** What was recorded next that is no step's, behind pauses and interruptions. */
  get nextOfRun(): RunEvent | undefined {
    return this.ahead.get(null)?.find((event) => !isEndOrPause(event));
  }

  /** The recorded event, where it is of this type. */
  take<T extends EventType>(step: number | null, types: readonly T[]): RunEvent<T> | null {
    const event = this.next(step);
    if (event === undefined || !types.some((type) => type === event.type)) return null;
    return this.shift(step) as unknown as RunEvent<T>;
  }

  /** Before something outside is asked or done. Throws in a replay: no call is made. */
  mustBeLive(step: number): void {
    if (this.isReplay) throw new RecordingEnded(step, 'the recording has no answer to what was asked last');
  }

  /** Of a replay that can go no further: what was recorded and has not been done again. The word that the run was stopped, waits or failed is nobody's doing. */
  get missing(): RunEvent | null {
    return this.rest().find((event) => !isEndOrPause(event)) ?? null;
  }

  /** The last word on a run that was interrupted: it counts, though nobody does it again. Null: there was none. */
  absorbEnd(): RunEvent | null {
    const rest = this.rest();
    this.ahead.clear();
    for (const event of rest) this.absorbRecorded(event);
    return rest.at(-1) ?? null;
  }

  private rest(): readonly RunEvent[] {
    const rest = [...this.ahead.values()].flat().filter((event) => event.seq > this.keptSeq);
    return rest.sort((a, b) => a.seq - b.seq);
  }

  /** An event of a step that was kept, and has not been done again yet. */
  find(step: number, type: EventType): RunEvent | null {
    return this.ahead.get(step)?.find((event) => event.type === type && event.seq <= this.keptSeq) ?? null;
  }

  /** What was recorded next of the sub-team that does a step's work: one visit. Null: nothing. */
  pastOfTeam(step: number): Past | null {
    const queue = this.ahead.get(step) ?? [];
    const visit: RunEvent<'team.event'>[] = [];
    for (const event of queue) {
      if (event.type !== 'team.event' || (visit.length > 0 && event.event.type === 'run.started')) break;
      visit.push(event);
    }
    if (visit.length === 0) return null;
    const kept = visit.filter((event) => event.seq <= this.keptSeq).length;
    // The sub-team's own recorder comes to the others one by one, and hands them on.
    queue.splice(0, kept);
    return { events: visit.map(({ event }) => event), kept, isReplay: this.isReplay, rewords: this.rewords };
  }

  /** True where what does not fit was kept: it need not be done again as it was. */
  isOfThePast(diverged: Diverged): boolean {
    return !this.isReplay || diverged.seq <= this.keptSeq;
  }

  /** True where the recorded request stands for this one although they differ: nothing that a user gives has changed since, only our words. */
  isOnlyReworded(recorded: RunEvent<'model.requested'>, body: EventBody<'model.requested'>): boolean {
    if (this.isReplay || this.isOnOtherTerms || !isReworded(recorded, body)) return false;
    return (this.events.findLast(givesOtherTerms)?.seq ?? 0) < recorded.seq;
  }

  /** What was kept of a step is not done again. False in a replay of what was not kept: there nothing else may be done. */
  forget(step: number, because?: Diverged): boolean {
    if (because !== undefined && !this.isOfThePast(because)) return false;
    this.begunAnew.add(step);
    const later = (this.ahead.get(step) ?? []).filter((event) => event.seq > this.keptSeq);
    if (later.length === 0) this.ahead.delete(step);
    else this.ahead.set(step, later);
    return true;
  }

  /** A limit forbids the step that was being decided on, or a person has decided it (the last event of which `because` holds): what had been asked about it before is not asked again. */
  leaveUndecided(step: number, because: (event: RunEvent) => boolean): void {
    const since = this.events.findLast(because)?.seq ?? 0;
    const later = (this.ahead.get(step) ?? []).filter(({ seq }) => seq > since);
    if (later.length === 0) this.ahead.delete(step);
    else this.ahead.set(step, later);
  }

  /** Of the first request of a step that begins anew, the number of the last call that it had made before; else null. */
  callsBefore(step: number): number | null {
    if (!this.begunAnew.delete(step)) return null;
    const last = this.events.findLast((event) => event.type === 'model.requested' && event.step === step && event.seq <= this.keptSeq);
    return last?.type === 'model.requested' ? last.call : null;
  }

  /** Secrets are taken out here, before anything is folded, shown or written. Throws Diverged. */
  record(body: EventBody): RunEvent {
    const step = stepOf(body);
    if (step === null && body.type !== 'run.resumed') this.absorbPauses(Infinity);
    const recorded = this.nextFor(step, body);
    if (recorded !== undefined) {
      const difference = this.isReplay ? differenceOf(recorded, body) : recorded.type === body.type ? null : `${body.type} instead of ${recorded.type}`;
      if (difference !== null) throw new Diverged(step, difference, recorded.seq);
      return this.shift(step);
    }
    if (this.isReplay) throw new RecordingEnded(step, `nothing more was recorded, and this run goes on (${body.type})`);
    const safe = this.redactor.redactJson(body as unknown as Json) as unknown as EventBody;
    const event = { seq: this.events.length + 1, at: this.clock.now(), ...safe } as RunEvent;
    this.absorbRecorded(event);
    return event;
  }

  private nextFor(step: number | null, body: EventBody): RunEvent | undefined {
    const recorded = this.next(step);
    if (recorded === undefined || !this.rewords || recorded.seq <= this.keptSeq) return recorded;
    return (this.ahead.get(step)![0] = inOurWords(recorded, body));
  }

  text(step: number, call: number, delta: string): void {
    for (const listener of this.listeners) listener.onText?.(step, call, delta);
  }

  listen(listener: RunListener): Disposable {
    if (this.events.length > 0) listener.onEvents([...this.events]);
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  }

  /** A step counts once it cannot be lost with the process. */
  async flush(): Promise<void> {
    await this.sink?.flush();
  }

  /** Before something happens outside: it must not be done twice, even if the machine is lost. */
  async sync(): Promise<void> {
    await this.sink?.sync();
  }

  private absorb(event: RunEvent): void {
    if (event.type === 'role.started' && !this.before.has(event.group ?? event.step)) this.before.set(event.group ?? event.step, this.state);
    if (event.type === 'workspace.committed' && event.step === null && this.state.open.size > 0) this.written.push({ seq: event.seq, before: this.state });
    this.folded = foldRun(this.folded, event);
    if (event.type === 'role.finished' && this.state.open.size === 0) {
      this.before.clear();
      this.written = [];
    }
    this.events.push(event);
    this.forgetEnd(event);
    for (const listener of this.listeners) listener.onEvents([event]);
  }

  /** Whoever has a run go on in spite of its end has answered what was asked about it: the next step does not begin with that. */
  private forgetEnd(event: RunEvent): void {
    if (event.type !== 'run.resumed' || (event.anew !== true && event.options?.limits === undefined)) return;
    for (const [step, events] of this.ahead) {
      if (step === null || this.state.open.has(step)) continue;
      this.ahead.set(step, events.filter(({ type, seq }) => seq > this.keptSeq || (type !== 'approval.requested' && type !== 'approval.answered')));
    }
  }

  private shift(step: number | null): RunEvent {
    const event = this.ahead.get(step)!.shift()!;
    if (event.seq <= this.keptSeq) return event;
    this.absorbPauses(event.seq);
    this.absorbRecorded(event);
    return event;
  }

  /** Where it was recorded before, the run that a sub-team works for has recorded this too, and comes to it again now. */
  private absorbRecorded(event: RunEvent): void {
    this.sink?.append([event]);
    this.absorb(event);
    if (event.type === 'run.resumed') for (const { step, goesOn } of this.state.open.values()) if (goesOn !== null && event.again?.includes(step) === true) this.expectAgain(step);
  }

  /** The step is open again: what it had done counts, up to where its team was stopped. What was asked before it began does not. */
  private expectAgain(step: number): void {
    if (this.next(step)?.type === 'role.started') return;
    const later = this.ahead.get(step) ?? [];
    const own = this.events.filter((event) => stepOf(event) === step);
    this.ahead.delete(step);
    for (const event of own.slice(own.findIndex(({ type }) => type === 'role.started'))) this.expectToGoOn(step, event);
    this.ahead.set(step, [...(this.ahead.get(step) ?? []), ...later]);
  }

  /** Pauses and interruptions are nobody's doing: they count as soon as something later is done again. */
  private absorbPauses(seq: number): void {
    const queue = this.ahead.get(null) ?? [];
    for (;;) {
      const [first, second] = queue;
      const isInterruption = first?.type === 'run.finished' && second?.type === 'run.resumed' && second.seq < seq;
      const isPause = first?.type === 'run.resumed' && first.seq < seq && first.seq > this.keptSeq;
      if (!isInterruption && !isPause) return;
      this.absorbRecorded(queue.shift()!);
    }
  }

  /** The past of steps that are open, and of questions whose step has not begun, is done again; the rest only counts. */
  private remember(events: readonly RunEvent[]): void {
    for (const event of events) this.absorb(event);
    this.keptSeq = events.at(-1)?.seq ?? 0;
    if (this.folded === null) return;
    const { open, steps } = this.state;
    const begun = new Set<number>();
    for (const event of events) {
      const step = stepOf(event);
      this.forgetEnd(event);
      if (step === null) continue;
      if (event.type === 'role.started') begun.add(step);
      if (isNewBeginning(event)) this.dropBefore(step);
      if (step > steps || (open.has(step) && begun.has(step))) this.expectToGoOn(step, event);
    }
  }

  /** What ended it all the same was taken back. */
  private expectToGoOn(step: number, event: RunEvent): void {
    if (event.type === 'role.finished') this.ahead.set(step, untilStopped(sinceRefused(this.ahead.get(step) ?? [])));
    else this.expect(event);
  }

  /** It began anew: what it had done before was forgotten then, and is no more done again now. */
  private dropBefore(step: number): void {
    const claim = (this.ahead.get(step) ?? []).filter((event) => event.type === 'role.started');
    this.ahead.set(step, claim);
  }

  private expect(event: RunEvent): void {
    const step = stepOf(event);
    const waiting = this.ahead.get(step);
    if (waiting === undefined) this.ahead.set(step, [event]);
    else waiting.push(event);
  }
}

/** What was made of values that had changed meanwhile was refused for good: the step, open again, has read those that there are. */
function sinceRefused(past: readonly RunEvent[]): RunEvent[] {
  const refused = past.findLastIndex(({ type }) => type === 'commit.refused');
  return past.filter(({ type }, index) => index > refused || type === 'role.started');
}

function isNewBeginning(event: RunEvent): boolean {
  return event.type === 'model.requested' && event.reset === true;
}

function untilStopped(events: readonly RunEvent[]): RunEvent[] {
  return events.slice(0, events.findLastIndex(({ type }) => type === 'team.event') + 1);
}

/** Also of a team within. */
function isEndOrPause(event: RunEvent): boolean {
  return event.type === 'team.event' ? isEndOrPause(event.event) : event.type === 'run.finished' || event.type === 'run.resumed';
}

function stepOf(event: EventBody | RunEvent): number | null {
  return 'step' in event ? event.step : null;
}
