/**
 * One run under a debugger: held at its gate while it is live, walked through where it is recorded. It decides where to stop and tells of it; it knows nothing
 * of the debug protocol. Going back calls no model and no tool: it only looks at an earlier place of the same events.
 */
import type { RunEvent } from '../engine/events/runEvent';
import type { RunState } from '../engine/events/runState';
import { createRunFold } from '../engine/projections/foldRunView';
import type { HeldPlace } from '../engine/projections/heldPlace';
import type { RunView } from '../engine/projections/runView';
import type { RunHandle, RunResult } from '../engine/supervisor/engine';
import type { PausePoint, StepGate } from '../engine/supervisor/stepGate';
import type { Breakpoints, Hits } from './breakpoints';
import { Checkpoints } from './checkpoints';
import { exceptionOf, NearLimits, type FilterId } from './exceptionFilters';
import { threadOf, type Position } from './position';
import { questionsIn, type OpenQuestion } from './questions';
import { RunStates } from './runStates';
import { stopsAt, type Stepping } from './stepping';

export type StopReason = HeldPlace['why'];

export interface Stop {
  readonly reason: StopReason;
  readonly position: Position;
  /** More than the reason says. */
  readonly text?: string;
  readonly breakpoints?: readonly number[];
  /** For `approval`: the id of what is asked. */
  readonly question?: string;
  /** For `exception`: events up to what it tells of; there may be more behind it. */
  readonly upTo?: number;
}

export interface RunObserver {
  stopped(stop: Stop): void;
  /** It goes on by itself: what it stood still for was answered. */
  answered(): void;
  /** What log points say. */
  said(text: string, position: Position): void;
  /** Null: a recorded run, and its end was walked past. */
  ended(result: RunResult | null): void;
}

interface Held {
  readonly position: Position;
  readonly release: () => void;
  /** It came while another stood still: whether it stops here is not known yet. */
  isUnjudged: boolean;
}

export class DebuggedRun {
  private readonly events: RunEvent[] = [];
  private readonly checkpoints = new Checkpoints();
  private readonly states = new RunStates(this.events);
  private readonly ended = new Set<number>();
  private readonly near = new NearLimits();
  /** By thread. */
  private readonly held = new Map<number, Held>();
  /** Of the recorded place that is looked at; null: the newest. */
  private cursor: number | null = null;
  private current: Position | null = null;
  private stepping: Stepping = { kind: 'go' };
  private reason: StopReason = 'step';
  private looked = 0;
  private handle: RunHandle | null = null;
  private isStopped = false;
  private pauseAsked = false;
  /** Without an answer; those that nobody here is to answer are not among them. */
  private questions: readonly OpenQuestion[] = [];
  private readonly toldQuestions = new Set<string>();
  /** That it stands still for. */
  private asking: string | null = null;

  readonly gate: StepGate = { at: (point, signal) => this.at(point, signal) };

  constructor(
    private readonly breakpoints: Breakpoints,
    private readonly filters: ReadonlySet<FilterId>,
    private readonly observer: RunObserver,
    /** Whether it stands still at what the run asks a person. */
    private readonly stopsAtQuestion: (question: OpenQuestion) => boolean = () => false,
  ) {}

  // ---- its beginning and its end

  /** A run that goes on. `stepping`: where it stops first; `reason`: what is said of that. */
  follow(handle: RunHandle): void {
    if (this.isStopped) return handle.stop();
    this.handle = handle;
    handle.listen({ onEvents: (events) => this.take(events) });
    void handle.finished.then((result) => this.finish(handle, result));
  }

  /** Only what is recorded; it stands before its first step. */
  walk(events: readonly RunEvent[]): void {
    this.take(events);
    this.looked = events.length;
    this.moveTo(0, 'entry');
  }

  /** How it goes on from its next place; to be said before it is followed. */
  begin(stepping: Stepping, reason: StopReason): void {
    [this.stepping, this.reason] = [stepping, reason];
  }

  /** Lets go of everything and ends a run that goes on, or is only being started. What is held is not done. */
  async stop(): Promise<void> {
    this.isStopped = true;
    const { handle } = this;
    this.handle = null;
    handle?.stop();
    this.releaseAll();
    await handle?.finished;
  }

  get isLive(): boolean {
    return this.handle !== null;
  }

  get run(): string {
    return this.stateAt(0).run;
  }

  get recorded(): readonly RunEvent[] {
    return this.events;
  }

  // ---- where it stands

  /** Null: it goes on. */
  get position(): Position | null {
    return this.current;
  }

  /** It looks at an earlier place than the newest. */
  get isInThePast(): boolean {
    return this.cursor !== null;
  }

  /** Of a thread that is stopped. */
  positionOf(thread: number): Position | null {
    if (this.current !== null && threadOf(this.current) === thread) return this.current;
    return this.cursor === null ? (this.held.get(thread)?.position ?? null) : null;
  }

  /** The steps under way, by number. */
  get threads(): readonly { readonly thread: number; readonly role: string }[] {
    const state = this.stateAt(this.current?.seq ?? this.events.length);
    const open = state.open.values().map(({ step, role }) => ({ thread: step, role }));
    const { current } = this;
    const own = current === null ? null : { thread: threadOf(current), role: current.within[0]?.role ?? current.role };
    const all = own === null || open.some(({ thread }) => thread === own.thread) ? open : [own, ...open];
    return [...all].sort((a, b) => a.thread - b.thread);
  }

  /** Of the run after so many of its events. */
  stateAt(seq: number): RunState {
    return this.states.after(Math.max(1, seq))!;
  }

  viewAt(seq: number): RunView {
    const fold = createRunFold();
    fold.apply(this.events.slice(0, Math.max(1, seq)));
    return fold.view!;
  }

  /** What it waits for, oldest first. */
  get openQuestions(): readonly OpenQuestion[] {
    return this.questions;
  }

  // ---- going on

  go(stepping: Stepping): void {
    [this.stepping, this.reason] = [stepping, 'step'];
    if (this.cursor === null) return this.goOn();
    for (let at = this.cursor + 1; at < this.checkpoints.all.length; at++) {
      const position = this.checkpoints.all[at]!;
      if (this.handle !== null && position.seq >= (this.newest()?.seq ?? Infinity)) break;
      const stop = this.judge(position, this.checkpoints.all[at - 1]!.seq);
      if (stop !== null) return this.show(at, stop);
    }
    this.leaveThePast(stepping);
  }

  pause(): void {
    if (this.current !== null) return;
    this.pauseAsked = true;
  }

  /** To the beginning of the role's work, or of the role before it. */
  stepBack(): void {
    const { current } = this;
    if (current === null) return;
    const before = this.indexBefore((position) => position.phase === 'role' && position.within.length <= current.within.length);
    this.moveTo(before ?? 0, 'step');
  }

  /** To the last breakpoint before this place, else to the beginning. */
  reverseContinue(): void {
    const at = this.indexBefore((position) => this.breakpoints.atLine(position, () => this.innermost(position)).ids.length > 0);
    if (at === null) this.moveTo(0, 'entry');
    else this.show(at, { reason: 'breakpoint', position: this.checkpoints.all[at]! });
  }

  /** The state of the run, or of the visit of a team, that a position is in. */
  innermost(position: Position): RunState {
    return position.within.reduce<RunState>((state, { step }) => state.open.get(step)?.inner ?? state, this.stateAt(position.seq));
  }

  /** The step after which a run that shall do this step anew begins; 0: the beginning. */
  stepBefore(position: Position): number {
    const finished = this.events.slice(0, this.beginningOf(position)).findLast((event) => event.type === 'role.finished');
    return finished?.type === 'role.finished' ? finished.step : 0;
  }

  /** Before this step, or the fan-out that it is part of, began. */
  stateBefore(position: Position): RunState {
    return this.stateAt(this.beginningOf(position));
  }

  private beginningOf(position: Position): number {
    const step = threadOf(position);
    const started = this.events.find((event) => event.type === 'role.started' && event.step === step);
    const group = started?.type === 'role.started' ? (started.group ?? step) : step;
    const begins = this.events.findIndex((event) => event.type === 'role.started' && event.step === group);
    return begins < 0 ? this.events.length : begins;
  }

  // ---- inside

  private take(events: readonly RunEvent[]): void {
    this.events.push(...events);
    this.checkpoints.add(events);
    for (const event of events) if (event.type === 'role.finished') this.ended.add(event.step);
    // A step that ends takes its questions with it.
    if (this.handle !== null && (this.questions.length > 0 || events.some(isAboutQuestion))) this.lookAtQuestions();
  }

  private lookAtQuestions(): void {
    this.questions = questionsIn(this.stateAt(this.events.length), this.events.length).filter(this.stopsAtQuestion);
    if (this.asking !== null && !this.questions.some(({ id }) => id === this.asking)) {
      this.asking = null;
      if (this.cursor === null) {
        this.observer.answered();
        this.goOn();
      }
    }
    if (this.current === null) this.askNext();
  }

  /** Stands still at the first question that nobody was told of; true: there was one. */
  private askNext(): boolean {
    const question = this.questions.find(({ id }) => !this.toldQuestions.has(id));
    if (question === undefined) return false;
    this.toldQuestions.add(question.id);
    this.asking = question.id;
    this.tell({ reason: 'approval', position: question.position, text: question.text, question: question.id });
    return true;
  }

  private async at(point: PausePoint, signal: AbortSignal): Promise<void> {
    const { lastEvent: _, ...place } = point;
    const position: Position = { ...place, seq: this.events.length };
    if (this.current === null) {
      const stop = this.pauseAsked ? ({ reason: 'pause', position } as const) : this.judge(position, this.looked);
      this.looked = stop?.upTo ?? this.events.length;
      if (stop === null) return;
      await this.hold(position, signal, stop);
    } else await this.hold(position, signal, null);
  }

  /** `stop`: of the one that the run stands still for. */
  private hold(position: Position, signal: AbortSignal, stop: Stop | null): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const release = (): void => {
        signal.removeEventListener('abort', release);
        this.held.delete(threadOf(position));
        resolve();
      };
      signal.addEventListener('abort', release, { once: true });
      this.held.set(threadOf(position), { position, release, isUnjudged: stop === null });
      if (stop !== null) this.tell(stop);
    });
  }

  private tell(stop: Stop): void {
    this.pauseAsked = false;
    this.current = stop.position;
    this.observer.stopped(stop);
  }

  /** `from`: events that were looked at before. Null: it goes on. */
  private judge(position: Position, from: number): Stop | null {
    if (this.stepping.kind === 'go' && this.breakpoints.isEmpty && this.filters.size === 0) return null;
    const exception = this.exceptionSince(from, position);
    const line = this.breakpoints.atLine(position, () => this.innermost(position));
    const field = this.breakpoints.watchesFields ? this.fieldHit(from, position) : null;
    this.say(line, position);
    if (exception !== null) return { reason: 'exception', position, ...exception };
    if (line.ids.length > 0 || line.problems.length > 0) return { reason: 'breakpoint', position, breakpoints: line.ids, ...(line.problems.length === 0 ? {} : { text: line.problems.join(' ') }) };
    if (field !== null) return field;
    return stopsAt(this.stepping, position, (step) => this.ended.has(step) && this.hasEndedBy(step, position.seq)) ? { reason: this.reason, position } : null;
  }

  private hasEndedBy(step: number, seq: number): boolean {
    return this.stateAt(seq).open.get(step) === undefined;
  }

  private say({ logs }: Hits, position: Position): void {
    for (const text of logs) this.observer.said(text, position);
  }

  private exceptionSince(from: number, position: Position): Pick<Stop, 'text' | 'upTo'> | null {
    if (this.filters.size === 0) return null;
    for (let at = from; at < position.seq; at++) {
      const found = exceptionOf(this.events[at]!);
      if (found !== null && this.filters.has(found.filter)) return { text: found.text, upTo: at + 1 };
    }
    if (!this.filters.has('nearLimit')) return null;
    const near = this.near.check(this.viewAt(position.seq).limits);
    return near === null ? null : { text: near.text };
  }

  private fieldHit(from: number, position: Position): Stop | null {
    const commits = this.events.slice(from, position.seq).filter((event) => event.type === 'workspace.committed');
    const hits = this.breakpoints.onFields(commits, position, () => this.stateAt(position.seq));
    if (hits.ids.length === 0 && hits.problems.length === 0) return null;
    return { reason: 'data breakpoint', position, breakpoints: hits.ids, text: hits.problems[0] ?? `${hits.field ?? 'a field'} was written` };
  }

  /** Steps that came to a place meanwhile stop there in their turn. */
  private goOn(): void {
    this.current = null;
    this.asking = null;
    for (const held of [...this.held.values()]) {
      const stop = held.isUnjudged ? this.judge(held.position, this.looked) : null;
      held.isUnjudged = false;
      this.looked = stop?.upTo ?? this.looked;
      if (stop !== null) return this.tell(stop);
      held.release();
    }
    this.askNext();
  }

  private releaseAll(): void {
    for (const { release } of [...this.held.values()]) release();
  }

  private newest(): Position | null {
    return [...this.held.values()][0]?.position ?? null;
  }

  /** Behind the last recorded place: to where the run is held, or past its end. */
  private leaveThePast(stepping: Stepping): void {
    this.cursor = null;
    const newest = this.newest();
    if (this.handle === null) {
      this.current = null;
      return this.observer.ended(null);
    }
    // It was stopped there for a reason, which may be one again.
    if (newest === null && this.asking !== null) this.toldQuestions.delete(this.asking);
    const stop = newest === null ? null : stepping.kind === 'go' ? this.judge(newest, newest.seq) : ({ reason: 'step', position: newest } as const);
    if (stop === null) this.goOn();
    else this.tell(stop);
  }

  private moveTo(index: number, reason: StopReason): void {
    const position = this.checkpoints.all[index];
    if (position === undefined) return this.observer.ended(null);
    this.show(index, { reason, position });
  }

  private show(index: number, stop: Stop): void {
    this.cursor = index;
    this.tell(stop);
  }

  private indexBefore(holds: (position: Position) => boolean): number | null {
    const { all } = this.checkpoints;
    const last = this.cursor ?? all.findLastIndex((position) => position.seq <= (this.current?.seq ?? 0)) + 1;
    for (let at = last - 1; at >= 0; at--) if (all[at]!.seq <= (this.current?.seq ?? 0) && holds(all[at]!) && !isSame(all[at]!, this.current)) return at;
    return null;
  }

  private finish(handle: RunHandle, result: RunResult): void {
    if (this.handle !== handle) return;
    this.handle = null;
    const last = this.checkpoints.all.at(-1);
    const exception = last === undefined ? null : this.exceptionSince(this.looked, { ...last, seq: this.events.length });
    this.looked = this.events.length;
    if (exception === null || last === undefined) {
      [this.current, this.cursor] = [null, null];
      return this.observer.ended(result);
    }
    this.cursor = this.checkpoints.all.length - 1;
    this.tell({ reason: 'exception', position: { ...last, seq: this.events.length }, ...exception });
  }
}

function isAboutQuestion(event: RunEvent): boolean {
  return event.type === 'team.event' ? isAboutQuestion(event.event) : event.type === 'approval.requested' || event.type === 'approval.answered';
}

function isSame(a: Position, b: Position | null): boolean {
  return b !== null && a.seq === b.seq && a.phase === b.phase && a.step === b.step && a.index === b.index;
}
