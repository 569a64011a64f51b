/** The status bar: state, step, tokens and cost of the run in view, and a button that stops it. A click opens its panel. */
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../engine/shared/disposable';
import { coalesce } from '../adapters/coalesce';
import { commandIds } from '../ids';
import type { RunController } from '../runs/runController';
import type { RunRecord } from '../runs/runRecord';
import type { FocusedTeam } from './focusedTeam';
import { showRunState, stateOfRun } from './runState';
import { costText, progressText, runSentence, tokensOf } from './runWords';

/** Left of the editor's problems, which have 50; nothing else has a place between the two items. */
const priority = 51;
/** Nobody reads faster. */
const updateEveryMs = 200;

export interface StatusBar extends Disposable {
  /** What is shown now, for tests; null: nothing. */
  readonly text: string | null;
  readonly canStop: boolean;
  readonly onDidChange: vscode.Event<void>;
}

interface StatusDeps {
  readonly runs: RunController;
  readonly focus: FocusedTeam;
}

interface Status {
  readonly text: string;
  /** What a screen reader says. */
  readonly spoken: string;
  readonly tooltip: string;
  readonly teamName: string;
  readonly teamFile: string;
  readonly canStop: boolean;
  /** For a person: said with the colour that the editor has for it. */
  readonly isWaiting?: boolean;
}

export function registerStatusBar(deps: StatusDeps): StatusBar {
  const owned = new DisposableStore();
  const main = owned.add(vscode.window.createStatusBarItem('rolecall.run', vscode.StatusBarAlignment.Left, priority));
  const stop = owned.add(vscode.window.createStatusBarItem('rolecall.stop', vscode.StatusBarAlignment.Left, priority - 0.1));
  main.name = vscode.l10n.t('Rolecall run');
  stop.name = vscode.l10n.t('Rolecall stop');
  stop.text = '$(debug-stop)';
  const changed = owned.add(new vscode.EventEmitter<void>());
  let shown: Status | null = null;

  const update = (): void => {
    const status = statusNow(deps);
    // Every assignment is a message to the window, also of what was there before.
    if (JSON.stringify(status) === JSON.stringify(shown)) return;
    shown = status;
    if (status) fill(main, stop, status);
    if (status) main.show();
    else main.hide();
    if (status?.canStop) stop.show();
    else stop.hide();
    changed.fire();
  };
  const updateSoon = owned.add(coalesce(updateEveryMs, update));
  owned.add(deps.runs.onDidChange(({ record }) => {
    updateSoon();
    // Beginning and end are told at once.
    if (!record?.isLive) updateSoon.flush();
  }));
  owned.add(deps.focus.onDidChange(update));
  update();
  return {
    get text() {
      return shown?.text ?? null;
    },
    get canStop() {
      return shown?.canStop ?? false;
    },
    onDidChange: changed.event,
    dispose: () => owned.dispose(),
  };
}

function fill(main: vscode.StatusBarItem, stop: vscode.StatusBarItem, { text, spoken, tooltip, teamName, teamFile, isWaiting = false }: Status): void {
  const arguments_ = [{ team: teamFile }];
  main.text = text;
  main.tooltip = new vscode.MarkdownString().appendText(tooltip);
  main.backgroundColor = isWaiting ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
  main.accessibilityInformation = { label: spoken };
  main.command = { command: commandIds.openRunPanel, title: '', arguments: arguments_ };
  const stopText = vscode.l10n.t('Stop {0}', teamName);
  stop.tooltip = stopText;
  stop.accessibilityInformation = { label: stopText, role: 'button' };
  stop.command = { command: commandIds.stopRun, title: '', arguments: arguments_ };
}

function statusNow({ runs, focus }: StatusDeps): Status | null {
  const team = focus.team?.loaded;
  if (team && runs.isStartingTeam(team.file)) {
    const starting = vscode.l10n.t('starting');
    const spoken = `${team.name}, ${starting}`;
    return { text: `$(loading~spin) ${team.name}  ${starting}`, spoken, tooltip: spoken, teamName: team.name, teamFile: team.file, canStop: true };
  }
  // That of the team in focus; else one that goes on; else the newest.
  const record = (team && runs.lastOf(team.file)) ?? runs.live.at(-1) ?? runs.latest[0];
  return record ? statusOfRun(record, runs) : null;
}

function statusOfRun(record: RunRecord, runs: RunController): Status | null {
  const { view } = record;
  if (!view) return null;
  const state = stateOfRun(view, record);
  const { total } = view.spend;
  const sentence = runSentence(view, state);
  const parts = [view.team.name, progressText(view), vscode.l10n.t('{0} tokens', tokensOf(total)), costText(total)];
  const others = runs.live.filter((run) => run !== record).length;
  return {
    text: `$(${showRunState(state).icon}) ${parts.join('  ')}${others > 0 ? `  +${others}` : ''}`,
    spoken: `${view.team.name}, ${sentence}`,
    tooltip: `${sentence}\n${vscode.l10n.t('Task: {0}', view.task)}`,
    teamName: view.team.name,
    teamFile: record.teamFile,
    canStop: record.isLive && !record.isStopping,
    isWaiting: record.isWaiting,
  };
}
