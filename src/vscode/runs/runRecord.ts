/**
 * One run as this window holds it: its events, the view folded from them, and whether it still goes on. What listeners hear is gathered,
 * so that a run of hundreds of events a second costs the views twenty updates. It starts nothing and reads no file.
 */
import * as vscode from 'vscode';
import type { ReadRun } from '../../engine/events/runLog';
import type { RunEvent } from '../../engine/events/runEvent';
import { createRunFold, type RunFold } from '../../engine/projections/foldRunView';
import { isResumable } from '../../engine/projections/resumable';
import type { HeldPlace } from '../../engine/projections/heldPlace';
import type { RunView } from '../../engine/projections/runView';
import { DisposableStore, type Disposable } from '../../engine/shared/disposable';
import type { ApprovalAnswer } from '../../engine/shared/person';
import type { RunHandle } from '../../engine/supervisor/engine';
import { coalesce } from '../adapters/coalesce';
import type { QuestionDesk } from './questionDesk';

const updateEveryMs = 50;

/** Where a run is kept: enough to find it again after the window was closed. */
export interface RunPlace {
  /** The folder that holds the runs. */
  readonly folder: string;
  readonly run: string;
}

export interface StreamedText {
  readonly step: number;
  readonly call: number;
  readonly text: string;
}

export function runKey({ folder, run }: RunPlace): string {
  return `${folder}/${run}`;
}

export class RunRecord implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly grew = this.owned.add(new vscode.EventEmitter<void>());
  private readonly streamed = this.owned.add(new vscode.EventEmitter<readonly StreamedText[]>());
  private readonly tell = this.owned.add(coalesce(updateEveryMs, () => this.tellNow()));
  private readonly events: RunEvent[] = [];
  private readonly fold: RunFold = createRunFold();
  private texts = new Map<string, StreamedText>();
  private handle: RunHandle | null = null;
  private desk: QuestionDesk | null = null;
  private stopAsked = false;
  private heldAt: HeldPlace | null = null;
  /** A debugger goes on with it: it has a toolbar of its own. */
  isDebugged = false;

  /** There are more events, or it has ended. At most once in 50 ms. */
  readonly onDidGrow = this.grew.event;
  readonly onDidStream = this.streamed.event;

  private constructor(
    readonly place: RunPlace,
    /** Absolute path of the team file it belongs to. */
    readonly teamFile: string,
    readonly warnings: readonly string[],
    /** Another window or a terminal went on with it when it was read; it is not followed from here. */
    readonly runsElsewhere: boolean,
  ) {}

  static fromLog(place: RunPlace, teamFile: string, log: ReadRun): RunRecord {
    const elsewhere = log.running ? [vscode.l10n.t('This run goes on in another window or a terminal. Open it again to see more of it.')] : [];
    const record = new RunRecord(place, teamFile, [...log.warnings, ...elsewhere], log.running);
    record.append(log.events);
    if (!log.running) record.interrupt();
    return record;
  }

  /** `warnings`: what had to be left out of the log that it was taken up from. */
  static live(place: RunPlace, teamFile: string, handle: RunHandle, desk: QuestionDesk, warnings: readonly string[] = []): RunRecord {
    const record = new RunRecord(place, teamFile, warnings, false);
    record.handle = handle;
    record.desk = desk;
    record.owned.add(handle.listen({
      onEvents: (events) => record.append(events),
      onText: (step, call, delta) => record.appendText(step, call, delta),
    }));
    void handle.finished.then(() => record.end());
    return record;
  }

  get key(): string {
    return runKey(this.place);
  }

  get run(): string {
    return this.place.run;
  }

  /** This window is running it. */
  get isLive(): boolean {
    return this.handle !== null;
  }

  get isStopping(): boolean {
    return this.isLive && this.stopAsked;
  }

  /** Where a debugger holds it, or looks at it; null: nowhere. */
  get held(): HeldPlace | null {
    return this.heldAt;
  }

  /** It asks a person who sits here. */
  get isWaiting(): boolean {
    return !this.runsElsewhere && !this.isStopping && (this.view?.waiting.length ?? 0) > 0;
  }

  /** It has not come to an end of its own, and nobody is going on with it. */
  get canResume(): boolean {
    return !this.isLive && !this.runsElsewhere && this.view !== null && isResumable(this.view);
  }

  /** Null until the first event has come. */
  get view(): RunView | null {
    return this.fold.view;
  }

  get lastSeq(): number {
    return this.events.length;
  }

  /** Events from that number on. */
  eventsFrom(seq: number): readonly RunEvent[] {
    return this.events.slice(Math.max(0, seq - 1));
  }

  /** By whoever debugs it. */
  hold(place: HeldPlace | null): void {
    this.heldAt = place;
    this.tell();
  }

  stop(): void {
    this.stopAsked = true;
    this.handle?.stop();
    this.tell();
  }

  /** False: it does not wait for an answer to that, here or any more. */
  answer(id: string, answer: ApprovalAnswer): boolean {
    if (!this.desk || !this.view?.waiting.some((question) => question.id === id)) return false;
    this.desk.answer(id, answer);
    return true;
  }

  /** The window closes. A run that only waits for a person stays one that waits: whoever opens it again is asked. */
  leave(): void {
    const asking = new Set(this.view?.waiting.map(({ step }) => step));
    const isAtWork = this.view?.steps.some(({ step, state }) => state === 'running' && !asking.has(step)) ?? true;
    if (asking.size === 0 || isAtWork) return this.stop();
    this.desk?.leave();
  }

  /** Resolves when it has ended and its log is closed. */
  async finished(): Promise<void> {
    await this.handle?.finished;
  }

  dispose(): void {
    this.owned.dispose();
  }

  private append(events: readonly RunEvent[]): void {
    this.events.push(...events);
    this.fold.apply(events);
    this.tell();
  }

  /** A log without an end tells nothing of what was under way then. */
  private interrupt(): void {
    if (this.view?.status === 'running') this.fold.interrupt();
  }

  private appendText(step: number, call: number, delta: string): void {
    const key = `${step}:${call}`;
    this.texts.set(key, { step, call, text: (this.texts.get(key)?.text ?? '') + delta });
    this.tell();
  }

  private end(): void {
    this.handle = null;
    this.desk = null;
    this.interrupt();
    this.heldAt = null;
    this.tell();
    this.tell.flush();
  }

  private tellNow(): void {
    if (this.texts.size > 0) {
      const texts = [...this.texts.values()];
      this.texts = new Map();
      this.streamed.fire(texts);
    }
    this.grew.fire();
  }
}
