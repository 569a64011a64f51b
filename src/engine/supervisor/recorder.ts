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
import type { RunListener } from './engine';

/** What is done now is not what was recorded: the team has changed, or something in it differs from run to run. */
export class Diverged extends Error {
  constructor(
    readonly step: number | null,
    message: string,
  ) {
    super(message);
    this.name = 'Diverged';
  }
}

/** A replay came to where nothing more was recorded. */
export class RecordingEnded extends Diverged {}

export interface Past {
  readonly events: readonly RunEvent[];
  /** `resume`: the past holds; steps that are open go on from it. `replay`: everything is done again from the start, and nothing new may happen. */
  readonly mode: 'resume' | 'replay';
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
  private readonly isReplay: boolean;
  /** By step, or by the first step of a fan-out, the state right before it began, for what is open. */
  private readonly before = new Map<number, RunState>();

  constructor(
    private readonly sink: EventSink | null,
    private readonly clock: Clock,
    private readonly redactor: Pick<Redactor, 'redactJson'>,
    past: Past | null = null,
  ) {
    this.isReplay = past?.mode === 'replay';
    if (past?.mode === 'resume') this.remember(past.events);
    if (past?.mode === 'replay') for (const event of withoutInterruptions(past.events)) this.expect(event);
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

  /** The run's own idea of now: while it is done again, the time of then. */
  now(step: number | null): number {
    return this.ahead.get(step)?.[0]?.at ?? this.clock.now();
  }

  /** What was recorded next of this step, if it has not been done again yet. */
  next(step: number | null): RunEvent | undefined {
    return this.ahead.get(step)?.[0];
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

  /** In a replay: whether the run went on after the end that was just reached. */
  resumeIfRecorded(): boolean {
    if (this.next(null)?.type !== 'run.resumed') return false;
    this.shift(null);
    return true;
  }

  /** In a replay that can go no further: whether that is all there is, but for the word that the run was stopped or failed. */
  finishInterrupted(): boolean {
    const rest = [...this.ahead.values()].flat();
    if (!rest.every((event) => event.type === 'run.finished')) return false;
    for (const event of rest) this.absorb(event);
    return true;
  }

  /** A recorded event of a step that has not been done again yet. */
  find(step: number, type: EventType): RunEvent | null {
    return this.ahead.get(step)?.find((event) => event.type === type) ?? null;
  }

  /** What was recorded next of the sub-team that does a step's work: one visit. Null: nothing. */
  pastOfTeam(step: number): Past | null {
    const queue = this.ahead.get(step) ?? [];
    const visit: RunEvent[] = [];
    for (const event of queue) {
      if (event.type !== 'team.event' || (visit.length > 0 && event.event.type === 'run.started')) break;
      visit.push(event.event);
    }
    // In a replay the sub-team's own recorder comes to them one by one, and hands them on.
    if (!this.isReplay) queue.splice(0, visit.length);
    return visit.length === 0 ? null : { events: visit, mode: this.isReplay ? 'replay' : 'resume' };
  }

  /** What was recorded of a step is not done again. False in a replay, where that is not allowed. */
  forget(step: number): boolean {
    if (this.isReplay) return false;
    this.ahead.delete(step);
    return true;
  }

  /** Secrets are taken out here, before anything is folded, shown or written. Throws Diverged. */
  record(body: EventBody): RunEvent {
    const step = stepOf(body);
    if (this.isReplay && step === null) this.absorbPauses(Infinity);
    const recorded = this.next(step);
    if (recorded !== undefined) {
      if (recorded.type !== body.type) throw new Diverged(step, `the recording has ${recorded.type} (event ${recorded.seq}) where this run has ${body.type}`);
      return this.shift(step);
    }
    if (this.isReplay) throw new RecordingEnded(step, `the recording ends before ${body.type}`);
    const safe = this.redactor.redactJson(body as unknown as Json) as unknown as EventBody;
    const event = { seq: this.events.length + 1, at: this.clock.now(), ...safe } as RunEvent;
    this.sink?.append([event]);
    this.absorb(event);
    return event;
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
    this.folded = foldRun(this.folded, event);
    if (event.type === 'role.finished' && Object.keys(this.state.open).length === 0) this.before.clear();
    this.events.push(event);
    for (const listener of this.listeners) listener.onEvents([event]);
  }

  private shift(step: number | null): RunEvent {
    const event = this.ahead.get(step)!.shift()!;
    if (!this.isReplay) return event;
    this.absorbPauses(event.seq);
    // The run that a sub-team works for has recorded this too, and comes to it again now.
    this.sink?.append([event]);
    this.absorb(event);
    return event;
  }

  /** Pauses and interruptions are nobody's doing: in a replay they count as soon as something later is done again. */
  private absorbPauses(seq: number): void {
    for (let pause = this.next(null); pause?.type === 'run.resumed' && pause.anew !== true && pause.seq < seq; pause = this.next(null)) {
      this.absorb(this.ahead.get(null)!.shift()!);
    }
  }

  /** The past of steps that are open, and of questions whose step has not begun, is done again; the rest only counts. */
  private remember(events: readonly RunEvent[]): void {
    for (const event of events) this.absorb(event);
    const { open, steps } = this.state;
    const begun = new Set<number>();
    for (const event of events) {
      const step = stepOf(event);
      if (step === null) continue;
      if (event.type === 'role.started') begun.add(step);
      if (step > steps || (open[step] !== undefined && begun.has(step))) this.expect(event);
    }
  }

  private expect(event: RunEvent): void {
    const step = stepOf(event);
    const waiting = this.ahead.get(step);
    if (waiting === undefined) this.ahead.set(step, [event]);
    else waiting.push(event);
  }
}

/** A run that was stopped, or waited, and went on later is one run: the end in between was none. */
function withoutInterruptions(events: readonly RunEvent[]): readonly RunEvent[] {
  return events.filter((event, index) => {
    const next = events[index + 1];
    return !(event.type === 'run.finished' && next?.type === 'run.resumed' && next.anew !== true);
  });
}

function stepOf(event: EventBody | RunEvent): number | null {
  return 'step' in event ? event.step : null;
}
