/**
 * The team that a session debugs, and the run of it that is in front: begins it, and begins it anew where a person changes something. Knows nothing of
 * the debug protocol, and nothing of where a run stops.
 */
import type { RunEvent } from '../engine/events/runEvent';
import type { JsonObject } from '../engine/shared/json';
import { basename } from '../engine/shared/paths';
import type { Team } from '../engine/team/team';
import { Breakpoints } from './breakpoints';
import { DebuggedRun, type RunObserver } from './debuggedRun';
import type { DebugHost, GoOn, Launch } from './debugHost';
import { EditedCards } from './editedCards';
import type { FilterId } from './exceptionFilters';
import { fieldWrite, type FieldWrite } from './fieldWrite';
import { problemOfJump, stateAtStart } from './jump';
import { threadOf, type Position } from './position';
import type { OpenQuestion } from './questions';
import { Refusal } from './refusal';
import type { Stepping } from './stepping';
import { tryStep, type Attempt } from './tryStep';
import type { WritablePlace } from './variables';

/** A step of a run, and the step that does its work again in another. */
export interface Retried {
  readonly from: { readonly run: string; readonly step: number };
  readonly to: { readonly run: string; readonly step: number };
}

export interface StopSettings {
  readonly breakpoints: Breakpoints;
  readonly filters: ReadonlySet<FilterId>;
}

export class DebuggedTeam {
  private opened: { readonly launch: Launch; readonly recording: readonly RunEvent[] | null } | null = null;
  private now: Team | null = null;
  private inFront: DebuggedRun | null = null;
  private readonly cards: EditedCards;
  private readonly trying = new AbortController();

  constructor(
    private readonly host: DebugHost,
    private readonly stops: StopSettings,
    private readonly observer: RunObserver,
  ) {
    this.cards = new EditedCards(host);
  }

  /** Reads what is to be debugged. Throws a Refusal, or what the host rejects with. */
  async open(launch: Launch): Promise<void> {
    const recording = launch.replay === undefined ? null : await this.host.recorded(launch, launch.replay);
    const first = recording?.[0];
    this.now = first?.type === 'run.started' ? first.team : await this.loaded(launch);
    const { alone } = launch.options;
    const problem = alone === undefined ? null : await problemOfJump(stateAtStart(this.now, launch), alone, await this.host.schemas());
    if (problem !== null) throw new Refusal(problem);
    this.opened = { launch, recording };
    await this.cards.remember(this.now);
  }

  /** Null: there is nothing to run. */
  async begin(): Promise<'begun' | 'nothing'> {
    const { launch, recording } = this.opened!;
    if (recording !== null && launch.noDebug) return 'nothing';
    const run = this.newRun();
    if (recording !== null) run.walk(recording);
    else {
      if (launch.stopOnEntry && !launch.noDebug) run.begin({ kind: 'first' }, 'entry');
      run.follow(await this.host.start(this.now!, launch, run.gate));
    }
    return 'begun';
  }

  get launch(): Launch | null {
    return this.opened?.launch ?? null;
  }

  /** Null: nothing was opened yet. */
  get team(): Team | null {
    return this.now;
  }

  /** Of the files as they are now: a card may have been edited since the run began. */
  async teamOfFiles(): Promise<Team | null> {
    return (this.launch === null ? null : (await this.host.load(this.launch.team)).team) ?? this.now;
  }

  /** Null: it has not begun. */
  get run(): DebuggedRun | null {
    return this.inFront === null || this.inFront.recorded.length === 0 ? null : this.inFront;
  }

  async stop(): Promise<void> {
    this.trying.abort();
    await this.inFront?.stop();
  }

  // ---- changing

  /** Into the run itself at its newest place; elsewhere a new run begins before this step. Resolves with a note for people, or null. */
  async write(place: WritablePlace, typed: string, position: Position): Promise<{ readonly written: FieldWrite; readonly note: string | null }> {
    if (position.within.length > 0) throw new Refusal('The workspace of a team within another cannot be written; step out of it first.');
    const before = this.theRun();
    const write = await fieldWrite(typed, place, { state: before.innermost(position), position }, () => this.host.schemas());
    if (!write.ok) throw new Refusal(write.error);
    const writes: JsonObject = { [write.value.field]: write.value.value };
    const note = await this.goOnWith({ writes }, position, { kind: 'until', at: position });
    return { written: write.value, note };
  }

  /** This role next, in place of whoever would be. */
  async jump(role: string, position: Position): Promise<string | null> {
    if (position.within.length > 0) throw new Refusal('A team within another decides for itself; step out of it first.');
    const before = this.theRun();
    const input = role === position.role ? before.stateAt(position.seq).open.get(position.step)?.subtask.input : undefined;
    const next = { role, ...(input === undefined ? {} : { input }) };
    const problem = await problemOfJump(before.stateBefore(position), next, await this.host.schemas());
    if (problem !== null) throw new Refusal(problem);
    return this.goOnWith({ next }, position, { kind: 'first', phase: 'role' });
  }

  /** The role of this place once more, from its own snapshot and with the cards as they are now. */
  async restart(position: Position): Promise<Retried> {
    const { launch } = this.opened!;
    const team = await this.loaded(launch);
    const before = this.theRun();
    const step = threadOf(position);
    const [at, from] = [before.stepBefore(position), before.run];
    await before.stop();
    const run = this.newRun();
    run.begin({ kind: 'until', at: { phase: 'role', step, within: [] } }, 'restart');
    this.now = team;
    run.follow(await this.host.fork(launch, from, at, { gate: run.gate, team }));
    await this.cards.edited(team, position.within[0]?.role ?? position.role);
    return { from: { run: from, step }, to: { run: run.run, step } };
  }

  /** The role of this place so many times more, each in a run of its own that ends with it. The run in front stays where it is. */
  async tryAgain(position: Position, times: number, each: (attempt: Attempt) => void): Promise<readonly Attempt[]> {
    const { launch } = this.opened!;
    const team = await this.loaded(launch);
    const run = this.theRun();
    const step = threadOf(position);
    const open = run.stateAt(position.seq).open.get(step);
    if (open === undefined) throw new Refusal('The role has not begun yet: step to it first.');
    const { signal } = this.trying;
    const wanted = { run: run.run, at: run.stepBefore(position), role: open.role, input: open.subtask.input, team };
    return tryStep(wanted, times, (one) => this.host.attempt(launch, one, signal), { each, signal });
  }

  /** The card of the role that was run again stays as it is now. Resolves with its file. */
  keepCard(): Promise<string> {
    return this.cards.keep();
  }

  /** It gets the text back that the attempt before had. */
  discardCard(): Promise<string> {
    return this.cards.discard();
  }

  /** Of the questions that the run waits for, that with this id, else the oldest. Resolves with what was asked. */
  answer(answer: 'approve' | 'reject', note: string, id: string | null): string {
    const run = this.theRun();
    const question = run.openQuestions.find((one) => one.id === id) ?? run.openQuestions[0];
    if (question === undefined) throw new Refusal('The run waits for no answer.');
    const wasAsked = this.host.answer(run.run, question.id, { answer, by: 'person', ...(note === '' ? {} : { note }) });
    if (!wasAsked) throw new Refusal('The run does not ask that any more.');
    return question.text;
  }

  // ---- inside

  /** Throws a Refusal where it has not begun. */
  theRun(): DebuggedRun {
    if (this.run === null) throw new Refusal('The run has not begun.');
    return this.run;
  }

  /** At its newest place a run that goes on stays the same run, unless a step is to be left that has begun. */
  private async goOnWith(change: Pick<GoOn, 'writes' | 'next'>, position: Position, stepping: Stepping): Promise<string | null> {
    const before = this.theRun();
    const { launch } = this.opened!;
    const isOwn = before.isLive && !before.isInThePast && (change.next === undefined || position.phase === 'decided');
    const [id, at] = [before.run, before.stepBefore(position)];
    await before.stop();
    const run = this.newRun();
    run.begin(stepping, 'goto');
    const how = { gate: run.gate, ...change };
    run.follow(await (isOwn ? this.host.resume(launch, id, how) : this.host.fork(launch, id, at, how)));
    return isOwn ? null : `The run goes on as a new one, from before step ${position.step} of run ${id}: what run ${id} did from there on is stale.`;
  }

  private newRun(): DebuggedRun {
    const { noDebug } = this.opened!.launch;
    const { breakpoints, filters } = this.stops;
    this.inFront = new DebuggedRun(noDebug ? new Breakpoints() : breakpoints, noDebug ? new Set() : filters, this.observer, (question) => this.isAsked(question));
    return this.inFront;
  }

  /** What the launch answers for itself is no place to stop at. Nothing answers for a person where a program is to be started. */
  private isAsked({ kind }: OpenQuestion): boolean {
    const { approvals, noDebug } = this.opened!.launch;
    return !noDebug && (approvals === 'ask' || (kind === 'start' && approvals !== 'fail'));
  }

  private async loaded({ team: file }: Launch): Promise<Team> {
    const { team, diagnostics, name } = await this.host.load(file);
    if (team !== null) return team;
    const error = diagnostics.find(({ severity }) => severity === 'error');
    throw new Refusal(error === undefined ? `${name} cannot be run.` : `${basename(error.range.file)}:${error.range.start.line}: ${error.message}${error.hint === undefined ? '' : ` ${error.hint}`}`);
  }
}
