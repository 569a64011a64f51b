/**
 * One run panel: gives its page the run's events and does what the page asks. A hidden page is gone and messages to it are lost, so what it
 * has is counted from its own `ready`, and everything is sent again then. The page itself is src/webview; which panels there are, runPanels.ts.
 */
import * as vscode from 'vscode';
import type { HeldPlace } from '../../engine/projections/heldPlace';
import { DisposableStore, type Disposable } from '../../engine/shared/disposable';
import { joinPath } from '../../engine/shared/paths';
import { unreachable } from '../../engine/shared/result';
import type { SourceRef } from '../../engine/shared/source';
import type { FromPage, ToPage } from '../../webview/protocol';
import { toEditorPoint } from '../adapters/editorRange';
import type { ReadOnlyDocuments } from '../adapters/readOnlyDocuments';
import { uriOfPath } from '../adapters/uriPath';
import { commandIds } from '../ids';
import type { RunRecord } from '../runs/runRecord';
import { ComparedRuns, type ComparedWith } from './comparedRuns';
import { parseFromPage } from './parseFromPage';

/** One message; a long log comes in several, so that the page can draw in between. */
const eventsPerMessage = 1000;
const loadLimitMs = 30_000;

export interface RunPanelDeps {
  readonly documents: ReadOnlyDocuments;
  readonly html: (webview: vscode.Webview) => string;
  readonly log: vscode.LogOutputChannel;
}

/** What changes more than the panel. */
const wishes = ['stop', 'run', 'resume', 'compareWith', 'answer', 'attempt'] as const;
type Wish = Extract<FromPage, { type: (typeof wishes)[number] }>;

function isWish(message: FromPage): message is Wish {
  return (wishes as readonly string[]).includes(message.type);
}

/** What a panel shows: a run, or why there is none. */
export type PanelContent =
  | { readonly kind: 'run'; readonly record: RunRecord }
  | { readonly kind: 'problem'; readonly message: string; readonly hint: string };

export class RunPanel implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly sentSome = this.owned.add(new vscode.EventEmitter<void>());
  private shown = new DisposableStore();
  private watchdog: ReturnType<typeof setTimeout> | undefined;
  private isReady = false;
  private sentSeq = 0;
  private sentHeld: HeldPlace | null = null;
  private selectedStep: number | undefined;
  private comparison: ComparedRuns | null = null;

  private readonly acted = this.owned.add(new vscode.EventEmitter<Extract<FromPage, { type: 'attempt' }>>());

  /** A person decided on the attempt that is compared: whoever debugs the run does it. */
  readonly onDidDecide = this.acted.event;
  private readonly began = this.owned.add(new vscode.EventEmitter<void>());
  /** Its run is held against another, or against more tries. */
  readonly onDidCompare = this.began.event;
  /** The page has been sent something of its run. */
  readonly onDidSend = this.sentSome.event;

  constructor(
    readonly panel: vscode.WebviewPanel,
    private content: PanelContent,
    private readonly deps: RunPanelDeps,
  ) {
    const { owned } = this;
    owned.add(panel.webview.onDidReceiveMessage((value: unknown) => this.receive(value)));
    owned.add(panel.onDidChangeViewState(() => {
      if (!panel.visible) this.isReady = false;
    }));
    owned.add(panel.onDidDispose(() => this.end()));
    this.follow();
    this.load();
  }

  get record(): RunRecord | null {
    return this.content.kind === 'run' ? this.content.record : null;
  }

  /** Events that the page has been sent, for tests. */
  get sent(): number {
    return this.sentSeq;
  }

  /** What its run is held against; null: nothing. */
  get compared(): ComparedWith | null {
    return this.comparison?.compared ?? null;
  }

  show(content: PanelContent): void {
    this.content = content;
    this.selectedStep = undefined;
    this.endComparison();
    this.follow();
    this.sendAll();
  }

  /** Shows a step of its run. */
  select(step: number): void {
    this.selectedStep = step;
    if (this.isReady) this.post({ type: 'select', step });
  }

  /** Holds its run against another until the person closes that, or another run is shown. */
  compare(compared: ComparedWith): void {
    const earlier = this.comparison;
    this.comparison = new ComparedRuns(compared, (message) => this.post(message), (record, from) => this.sendEvents(record, from), earlier);
    earlier?.dispose();
    if (this.isReady && this.record) this.comparison.begin(this.record.run);
    this.began.fire();
  }

  /** Shows its run by itself again. */
  closeComparison(): void {
    if (this.compared) this.show(this.content);
  }

  dispose(): void {
    this.panel.dispose();
  }

  private endComparison(): void {
    this.comparison?.dispose();
    this.comparison = null;
  }

  private end(): void {
    clearTimeout(this.watchdog);
    this.endComparison();
    this.shown.dispose();
    this.owned.dispose();
  }

  private load(): void {
    this.panel.webview.html = this.deps.html(this.panel.webview);
    clearTimeout(this.watchdog);
    this.watchdog = setTimeout(() => {
      if (!this.isReady && this.panel.visible) void this.offerReload();
    }, loadLimitMs);
  }

  private async offerReload(): Promise<void> {
    const again = vscode.l10n.t('Load Again');
    const message = vscode.l10n.t('The run panel did not load. Load it again; if it stays empty, see the window\'s developer tools.');
    if ((await vscode.window.showErrorMessage(message, again)) === again) this.load();
  }

  private follow(): void {
    this.shown.dispose();
    this.shown = new DisposableStore();
    const { record } = this;
    this.panel.title = titleOf(record);
    if (!record) return;
    this.shown.add(record.onDidGrow(() => {
      this.panel.title = titleOf(record);
      this.sendNew();
      if (record.held !== this.sentHeld) this.sendHeld(record);
    }));
    this.shown.add(record.onDidStream((texts) => {
      if (this.isReady) for (const text of texts) this.post({ type: 'text', run: record.run, ...text });
    }));
  }

  private sendAll(): void {
    if (!this.isReady) return;
    const { content } = this;
    if (content.kind === 'problem') {
      this.post({ type: 'problem', message: content.message, hint: content.hint });
      return;
    }
    const { record } = content;
    const { place: restore, run, isLive: live, runsElsewhere: elsewhere, warnings } = record;
    this.post({ type: 'run', run, label: record.view?.team.name ?? '', live, elsewhere, now: Date.now(), warnings, restore: { ...restore } });
    this.sentSeq = 0;
    this.sendNew();
    this.sendHeld(record);
    this.comparison?.sendAll(run);
    if (this.selectedStep !== undefined) this.post({ type: 'select', step: this.selectedStep });
  }

  private sendNew(): void {
    const { record } = this;
    if (!record || !this.isReady) return;
    this.sendEvents(record, this.sentSeq + 1);
    this.sentSeq = record.lastSeq;
    this.sentSome.fire();
  }

  private sendHeld(record: RunRecord): void {
    if (!this.isReady) return;
    this.sentHeld = record.held;
    this.post({ type: 'held', run: record.run, place: record.held });
  }

  private sendEvents(record: RunRecord, from: number): void {
    if (!this.isReady) return;
    const events = record.eventsFrom(from);
    for (let at = 0; at < events.length; at += eventsPerMessage) {
      const part = events.slice(at, at + eventsPerMessage);
      this.post({ type: 'events', run: record.run, from: part[0]!.seq, events: part, now: Date.now() });
    }
  }

  private post(message: ToPage): void {
    void this.panel.webview.postMessage(message);
  }

  private receive(value: unknown): void {
    const message = parseFromPage(value);
    if (!message) {
      this.deps.log.warn('The run panel sent a message that is not of the protocol; it was left out.', value);
      return;
    }
    this.answer(message).catch((error: unknown) => this.deps.log.error(`The run panel's "${message.type}" failed.`, error));
  }

  private async answer(message: FromPage): Promise<void> {
    if (isWish(message)) return this.act(message);
    switch (message.type) {
      case 'ready':
        this.isReady = true;
        clearTimeout(this.watchdog);
        return this.sendAll();
      case 'resend':
        return this.resend(message.run, message.from);
      case 'open':
        return this.open(message.ref);
      case 'copy':
        await vscode.env.clipboard.writeText(message.text);
        vscode.window.setStatusBarMessage(vscode.l10n.t('Copied: {0}', message.what), 3000);
        return;
      case 'selected':
        this.selectedStep = message.step;
        return this.showLineOf(message.step);
      case 'show':
        return this.deps.documents.show(message);
      case 'compareClosed':
        return this.endComparison();
    }
  }

  private async act(message: Wish): Promise<void> {
    const { record } = this;
    switch (message.type) {
      case 'stop':
        return record?.stop();
      case 'run':
        return vscode.commands.executeCommand(commandIds.runTeam, { team: record?.teamFile });
      case 'resume':
        return vscode.commands.executeCommand(commandIds.resumeRun, record?.place);
      case 'compareWith':
        return vscode.commands.executeCommand(commandIds.compareRuns, record?.place);
      case 'answer':
        return vscode.commands.executeCommand(commandIds.answerQuestion, { ...message, ...record?.place });
      case 'attempt':
        return this.acted.fire(message);
      default:
        return unreachable(message);
    }
  }

  /** In an editor that shows the card already: its line is chosen, and the reader stays where they are. */
  private showLineOf(step: number): void {
    const { view } = this.record ?? {};
    const role = view?.steps.find((one) => one.step === step)?.role;
    const at = view?.team.roles.find(({ id }) => id === role)?.at;
    if (!view || !at) return;
    const uri = uriOfPath(joinPath(view.team.folder, at.file)).toString();
    const point = toEditorPoint(at);
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document.uri.toString() !== uri) continue;
      editor.selection = new vscode.Selection(point.start, point.start);
      editor.revealRange(point, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }
  }

  private resend(run: string, from: number): void {
    if (run !== this.record?.run) return void this.comparison?.resend(run, from);
    this.sentSeq = Math.max(0, from - 1);
    this.sendNew();
  }

  /** Beside the panel, where the user's files are: never over it. */
  private async open(ref: SourceRef): Promise<void> {
    const folder = this.record?.view?.team.folder;
    if (folder === undefined) return;
    const uri = uriOfPath(joinPath(folder, ref.file));
    const first = vscode.ViewColumn.One;
    const viewColumn = this.panel.viewColumn === first ? vscode.ViewColumn.Beside : first;
    try {
      await vscode.window.showTextDocument(uri, { viewColumn, selection: toEditorPoint(ref), preview: true });
    } catch {
      void vscode.window.showWarningMessage(vscode.l10n.t('{0} cannot be opened. It may have been moved since the run.', uri.fsPath));
    }
  }
}

function titleOf(record: RunRecord | null): string {
  if (!record) return vscode.l10n.t('Run');
  return [vscode.l10n.t('Run {0}', record.run), record.view?.team.name].filter(Boolean).join(': ');
}
