/** What the page knows and what a person chose, as signals: takes messages in, folds events at most once a frame, and tells the host what was done. Draws nothing. */
import { computed, signal } from '@preact/signals';
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { RunEvent } from '../../engine/events/runEvent';
import type { HeldPlace } from '../../engine/projections/heldPlace';
import { isResumable } from '../../engine/projections/resumable';
import type { RunView } from '../../engine/projections/runView';
import type { JsonObject } from '../../engine/shared/json';
import { isObject } from '../../engine/shared/json';
import type { SourceRef } from '../../engine/shared/source';
import type { AttemptAction, ToPage } from '../protocol';
import { Comparison } from './comparison';
import type { Host } from './host';
import { RunFeed } from './runFeed';
import { parseToPage } from './parseToPage';
import { refFrom, shownTeam } from './innerTeam';
import type { InnerPlace } from './innerTeam';
import { isAsking } from './shownState';
import { forRun, readUiState } from './uiState';
import type { UiState } from './uiState';

/** Streamed text of a call that is under way is shown by its end only. */
const keptStream = 20_000;
const saveAfterMs = 200;

export interface ShownRun {
  readonly run: string;
  readonly label: string;
  readonly live: boolean;
  readonly elsewhere: boolean;
  readonly warnings: readonly string[];
}

export interface Notice {
  readonly kind: 'empty' | 'problem';
  readonly message: string;
  readonly hint: string;
}

export class PanelModel {
  readonly run: Signal<ShownRun | null> = signal(null);
  /** The run as a whole. */
  readonly root: Signal<RunView | null> = signal(null);
  /** What is looked at: the run, or a team within it. */
  readonly view: ReadonlySignal<RunView | null>;
  /** The levels down to it. */
  readonly within: ReadonlySignal<readonly InnerPlace[]>;
  /** Instead of a run. */
  readonly notice: Signal<Notice | null> = signal(null);
  readonly ui: Signal<UiState>;
  /** The host's clock, to the second. */
  readonly now = signal(0);
  readonly streams: Signal<ReadonlyMap<string, string>> = signal(new Map());
  /** Where a debugger holds the run; null: nowhere. */
  readonly held: Signal<HeldPlace | null> = signal(null);
  /** What the run is held against. */
  readonly comparison: Comparison;
  /** Where the keyboard's focus shall go next; whoever takes it sets it back to null. */
  readonly focus: Signal<'list' | 'inspector' | 'find' | null> = signal(null);

  private feed: RunFeed | null = null;
  private clockOffset = 0;
  private restore: JsonObject = {};
  private saving: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly host: Host) {
    const kept = host.load();
    this.ui = signal(readUiState(isObject(kept) ? kept['ui'] : null));
    const shown = computed(() => (this.root.value === null ? null : shownTeam(this.root.value, this.ui.value.within)));
    this.view = computed(() => shown.value?.view ?? null);
    this.within = computed(() => shown.value?.within ?? []);
    this.comparison = new Comparison((run, from) => host.post({ type: 'resend', run, from }));
    if (isObject(kept) && isObject(kept['restore'])) this.restore = kept['restore'];
    setInterval(() => this.tick(), 1000);
  }

  start(): void {
    window.addEventListener('message', (event: MessageEvent<unknown>) => {
      const message = parseToPage(event.data);
      if (message !== null) this.receive(message);
    });
    this.host.post({ type: 'ready' });
  }

  receive(message: ToPage): void {
    switch (message.type) {
      case 'run':
        return this.showRun(message);
      case 'events':
        return this.takeEvents(message);
      case 'text':
        return this.takeText(message);
      case 'select':
        return this.change({ within: [], step: message.step, row: null, attempt: null, follow: false, tab: 'steps' });
      case 'compare':
        return this.compare(message);
      case 'held':
        return this.hold(message);
      case 'empty':
        return this.showNotice({ kind: 'empty', message: message.message, hint: '' });
      case 'problem':
        return this.showNotice({ kind: 'problem', message: message.message, hint: message.hint });
    }
  }

  /** What is looked at is under way. A run without an end that nobody goes on with is not. */
  get isRunning(): boolean {
    return this.view.value?.status === 'running' && this.canStop;
  }

  get canStop(): boolean {
    return this.root.value?.status === 'running' && this.run.value?.live === true;
  }

  /** Where a debugger holds the run, for the run itself: a team within it has its own places, which nobody tells. */
  heldIn(view: RunView): HeldPlace | null {
    return view === this.root.value ? this.held.value : null;
  }

  /** It has not come to an end of its own, and nobody is going on with it. */
  get canResume(): boolean {
    const run = this.run.value;
    const view = this.root.value;
    return run !== null && view !== null && !run.live && !run.elsewhere && isResumable(view);
  }

  /** What a person chose to see. */
  change(changes: Partial<UiState>): void {
    this.ui.value = { ...this.ui.value, ...changes };
    this.save();
  }

  /** A person chose a step, so it stays: the list no longer follows the run. */
  choose(step: number, row: number | null = null, attempt: number | null = null): void {
    const isLast = this.view.value?.steps.at(-1)?.step === step;
    const { follow } = this.ui.value;
    this.change({ step, row, attempt, follow: follow && isLast });
    this.host.post({ type: 'selected', step: this.within.value[0]?.step ?? step });
  }

  /** Looks into the team that did a step's work, or back out: to the step that it worked for. */
  lookInto(within: readonly InnerPlace[]): void {
    const leaving = this.within.value[within.length];
    const isDeeper = leaving === undefined;
    this.change({ within, step: isDeeper ? null : leaving.step, row: null, attempt: null, asOf: null, field: null, version: null, find: '', filter: 'all', opened: {}, isStepShown: !isDeeper });
    if (isDeeper) this.change({ step: this.view.value?.steps.at(-1)?.step ?? null });
    this.focusOn('list');
  }

  open(ref: SourceRef): void {
    const [root, view] = [this.root.value, this.view.value];
    this.host.post({ type: 'open', ref: root === null || view === null ? ref : refFrom(root, view, ref) });
  }

  copy(text: string, what: string): void {
    this.host.post({ type: 'copy', text, what });
  }

  show(title: string, language: 'markdown' | 'json' | 'plaintext', text: string): void {
    this.host.post({ type: 'show', title, language, text });
  }

  stop(): void {
    this.host.post({ type: 'stop' });
  }

  resume(): void {
    this.host.post({ type: 'resume' });
  }

  answer(id: string, answer: 'approve' | 'reject', { note = '', forRun = false }: { readonly note?: string; readonly forRun?: boolean } = {}): void {
    this.host.post({ type: 'answer', id, answer, note, forRun });
  }

  runAgain(): void {
    this.host.post({ type: 'run' });
  }

  /** Text of a reply that is arriving; those of inner teams come whole. */
  streamOf(step: number, call: number): string | undefined {
    return this.within.value.length > 0 ? undefined : this.streams.value.get(streamKey(step, call));
  }

  focusOn(to: 'list' | 'inspector' | 'find'): void {
    this.focus.value = to;
  }

  private showRun({ run, label, live, elsewhere, now, warnings, restore }: Extract<ToPage, { type: 'run' }>): void {
    this.feed?.end();
    this.feed = new RunFeed({
      isCutOff: !live && !elsewhere,
      missing: (from) => this.host.post({ type: 'resend', run, from }),
      drawn: (view, events) => this.draw(view, events),
    });
    this.restore = restore;
    this.setClock(now);
    this.notice.value = null;
    this.root.value = null;
    this.held.value = null;
    this.streams.value = new Map();
    this.comparison.end();
    this.run.value = { run, label, live, elsewhere, warnings };
    this.ui.value = forRun(this.ui.value, run);
    this.save();
  }

  private showNotice(notice: Notice): void {
    this.run.value = null;
    this.root.value = null;
    this.notice.value = notice;
  }

  private takeEvents({ run, from, events, now }: Extract<ToPage, { type: 'events' }>): void {
    if (this.run.value?.run !== run) return this.comparison.take(run, from, events);
    this.setClock(now);
    this.feed?.take(from, events);
  }

  private draw(root: RunView, events: readonly RunEvent[]): void {
    this.dropStreams(events);
    this.root.value = root;
    this.followRun(this.view.value!);
  }

  private hold({ run, place }: Extract<ToPage, { type: 'held' }>): void {
    if (this.run.value?.run !== run) return;
    this.held.value = place;
    if (this.view.value !== null) this.followRun(this.view.value);
  }

  private compare(message: Extract<ToPage, { type: 'compare' }>): void {
    if (this.run.value?.run !== message.run) return;
    this.comparison.begin(message);
    this.save();
  }

  /** Back to the run that is shown. */
  closeComparison(): void {
    this.comparison.end();
    this.host.post({ type: 'compareClosed' });
    this.focusOn('list');
    this.save();
  }

  compareWith(): void {
    this.host.post({ type: 'compareWith' });
  }

  attempt(action: AttemptAction, times = 0): void {
    this.host.post({ type: 'attempt', action, times });
  }

  private followRun(view: RunView): void {
    const { follow, step } = this.ui.value;
    // Where a debugger stands, then what waits for the person, comes first.
    const last = this.heldIn(view)?.step ?? view.steps.findLast((one) => isAsking(view, one.step))?.step ?? view.steps.at(-1)?.step ?? null;
    if (follow && step !== last) this.change({ step: last, row: null, attempt: null });
  }

  private takeText({ run, step, call, text }: Extract<ToPage, { type: 'text' }>): void {
    if (this.run.value?.run !== run) return;
    const key = streamKey(step, call);
    const streams = new Map(this.streams.value);
    streams.set(key, ((streams.get(key) ?? '') + text).slice(-keptStream));
    this.streams.value = streams;
  }

  private dropStreams(events: readonly RunEvent[]): void {
    const ended = events.filter((event) => event.type === 'model.responded' || event.type === 'model.failed');
    if (ended.length === 0 || this.streams.value.size === 0) return;
    const streams = new Map(this.streams.value);
    for (const { step, call } of ended) streams.delete(streamKey(step, call));
    this.streams.value = streams;
  }

  private setClock(now: number): void {
    this.clockOffset = now - Date.now();
    this.tick();
  }

  /** The clock of a run that has ended stands still. */
  private tick(): void {
    if (this.root.value !== null && !this.canStop) return;
    const seconds = Math.floor((Date.now() + this.clockOffset) / 1000) * 1000;
    if (seconds !== this.now.value) this.now.value = seconds;
  }

  private save(): void {
    if (this.saving !== null) return;
    this.saving = setTimeout(() => {
      this.saving = null;
      this.host.save({ restore: this.restore, ui: this.ui.value, compared: this.comparison.now.value });
    }, saveAfterMs);
  }
}

function streamKey(step: number, call: number): string {
  return `${step}/${call}`;
}
