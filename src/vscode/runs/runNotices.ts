/** What a run tells a person who is not looking at it: progress that can be cancelled, and a message when it failed. And the output channel's lines. */
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../engine/shared/disposable';
import type { RunView, WaitingQuestion } from '../../engine/projections/runView';
import { showRef } from '../../engine/shared/source';
import { commandIds } from '../ids';
import { progressText, runSentence } from '../views/runWords';
import { stateOfRun } from '../views/runState';
import type { RunController } from './runController';
import type { RunRecord } from './runRecord';

/** A run that is over by then needs no notice. */
const noticeAfterMs = 700;
const reportEveryMs = 250;

export interface RunNoticesDeps {
  readonly runs: RunController;
  readonly log: vscode.LogOutputChannel;
  /** True while a person can see the run's panel: it says the same. */
  readonly isWatched: (run: RunRecord) => boolean;
}

export function registerRunNotices(deps: RunNoticesDeps): Disposable {
  const owned = new DisposableStore();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  owned.add({ dispose: () => timers.forEach((timer) => clearTimeout(timer)) });
  owned.add(deps.runs.onDidStart((run) => {
    deps.log.info(vscode.l10n.t('Run {0} of {1} has started. Its log: {2}', run.run, run.teamFile, run.key));
    for (const warning of run.warnings) deps.log.warn(warning);
    // Kept no longer than it is needed: it holds the run, with all its events.
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (run.isLive && !run.isDebugged) void showProgress(run);
    }, noticeAfterMs);
    timers.add(timer);
  }));
  owned.add(deps.runs.onDidEnd((run) => tellEnd(run, deps)));
  owned.add(tellQuestions(deps));
  return owned;
}

function showProgress(run: RunRecord): Thenable<void> {
  const title = run.view?.team.name ?? vscode.l10n.t('Run {0}', run.run);
  const options = { location: vscode.ProgressLocation.Notification, cancellable: true, title };
  return vscode.window.withProgress(options, (progress, cancelled) => new Promise<void>((resolve) => {
    const owned = new DisposableStore();
    let lastAt = 0;
    const end = (): void => {
      owned.dispose();
      resolve();
    };
    const report = (): void => {
      if (!run.isLive) return end();
      if (performance.now() - lastAt < reportEveryMs || !run.view) return;
      lastAt = performance.now();
      progress.report({ message: progressSentence(run.view) });
    };
    owned.add(run.onDidGrow(report));
    // The notice goes at once, also where a tool takes its time to end: the status bar still tells of it.
    owned.add(cancelled.onCancellationRequested(() => {
      run.stop();
      end();
    }));
    report();
  }));
}

/** Each question once, where its panel does not show it. The notice approves nothing: what exactly would happen stands in the panel. */
function tellQuestions({ runs, isWatched }: RunNoticesDeps): Disposable {
  const told = new WeakMap<RunRecord, Set<string>>();
  return runs.onDidChange(({ record }) => {
    if (!record?.isLive || !record.isWaiting) return;
    const known = told.get(record) ?? new Set();
    told.set(record, known);
    const fresh = record.view!.waiting.filter(({ id }) => !known.has(id));
    for (const { id } of fresh) known.add(id);
    if (fresh.length > 0 && !isWatched(record)) void offerReview(record, fresh);
  });
}

async function offerReview(run: RunRecord, waiting: readonly WaitingQuestion[]): Promise<void> {
  const team = run.view?.team.name ?? vscode.l10n.t('Run {0}', run.run);
  const [first] = waiting;
  const what = waiting.length === 1 ? first!.question : vscode.l10n.t('{0} questions wait for you.', waiting.length);
  const review = vscode.l10n.t('Review…');
  if ((await vscode.window.showInformationMessage(`${team}: ${what}`, review)) !== review) return;
  await vscode.commands.executeCommand(commandIds.openRunPanel, { team: run.teamFile });
}

function progressSentence(view: RunView): string {
  const [question] = view.waiting;
  if (question) return vscode.l10n.t('waiting for you: {0}', question.question);
  const step = view.steps.at(-1);
  return step ? `${progressText(view)}: ${step.role}, ${step.outcome}` : vscode.l10n.t('starting');
}

function tellEnd(run: RunRecord, { log, isWatched }: RunNoticesDeps): void {
  const { view } = run;
  if (!view) return;
  const state = stateOfRun(view, run);
  const sentence = `${view.team.name}: ${runSentence(view, state)}`;
  const why = [view.message, view.where ? showRef(view.where) : null, view.hint].filter(Boolean).join(' ');
  if (state === 'failed') log.error(sentence, why);
  else log.info(sentence, view.reason ?? '');
  if (state !== 'failed' || isWatched(run)) return;
  void offerPanel(run, vscode.l10n.t('Run {0} of {1} failed. {2}', run.run, view.team.name, why || (view.reason ?? '')));
}

async function offerPanel(run: RunRecord, message: string): Promise<void> {
  const open = vscode.l10n.t('Open Run Panel');
  if ((await vscode.window.showErrorMessage(message, open)) !== open) return;
  await vscode.commands.executeCommand(commandIds.openRunPanel, { team: run.teamFile });
}
