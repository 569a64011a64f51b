/** The status bar: state, step, tokens and cost of the run in view, and a button that stops it. A click opens its panel. */
import * as vscode from 'vscode';
import type { RunView } from '../../engine/projections/runView';
import { DisposableStore, type Disposable } from '../../engine/shared/disposable';
import type { LoadedTeam } from '../../engine/team/loadedTeam';
import { commandIds } from '../ids';
import type { RunController } from '../runs/runController';
import type { RunRecord } from '../runs/runRecord';
import type { FocusedTeam } from './focusedTeam';
import { showRunState, stateOfRun } from './runState';
import { costText, progressText, runSentence, tokensOf } from './runWords';

/** Left of the editor's problems, which have 50; nothing else has a place between the two items. */
const priority = 51;

export interface StatusBar extends Disposable {
  /** What is shown now, for tests; null: nothing. */
  readonly text: string | null;
  readonly canStop: boolean;
}

export function registerStatusBar(deps: { readonly runs: RunController; readonly focus: FocusedTeam }): StatusBar {
  const { runs, focus } = deps;
  const owned = new DisposableStore();
  const main = owned.add(vscode.window.createStatusBarItem('rolecall.run', vscode.StatusBarAlignment.Left, priority));
  const stop = owned.add(vscode.window.createStatusBarItem('rolecall.stop', vscode.StatusBarAlignment.Left, priority - 0.1));
  main.name = vscode.l10n.t('Rolecall run');
  stop.name = vscode.l10n.t('Rolecall stop');
  stop.text = '$(debug-stop)';
  let isShown = false;
  let canStop = false;

  const update = (): void => {
    const starting = startingTeam(runs, focus);
    const record = shownRun(runs, focus);
    isShown = starting !== undefined || Boolean(record?.view);
    canStop = starting !== undefined || (record?.isLive === true && !record.isStopping);
    if (starting) showStarting(starting);
    else if (record?.view) showRun(record, record.view);
    else main.hide();
    if (canStop) stop.show();
    else stop.hide();
  };
  const showStarting = ({ name, file }: LoadedTeam): void => {
    main.text = `$(loading~spin) ${name}  ${vscode.l10n.t('starting')}`;
    main.tooltip = main.command = undefined;
    main.accessibilityInformation = { label: `${name}, ${vscode.l10n.t('starting')}` };
    main.show();
    aimStop(name, file);
  };
  const showRun = (record: RunRecord, view: RunView): void => {
    const state = stateOfRun(view, record);
    const sentence = runSentence(view, state);
    const others = runs.live.filter((run) => run !== record).length;
    const parts = [view.team.name, progressText(view), vscode.l10n.t('{0} tokens', tokensOf(view.spend.total)), costText(view.spend.total)];
    main.text = `$(${showRunState(state).icon}) ${parts.join('  ')}${others > 0 ? `  +${others}` : ''}`;
    main.tooltip = new vscode.MarkdownString().appendText(`${sentence}\n${vscode.l10n.t('Task: {0}', view.task)}`);
    main.accessibilityInformation = { label: `${view.team.name}, ${sentence}` };
    main.command = { command: commandIds.openRunPanel, title: '', arguments: [{ team: record.teamFile }] };
    main.show();
    aimStop(view.team.name, record.teamFile);
  };
  const aimStop = (name: string, team: string): void => {
    stop.tooltip = vscode.l10n.t('Stop {0}', name);
    stop.accessibilityInformation = { label: stop.tooltip, role: 'button' };
    stop.command = { command: commandIds.stopRun, title: '', arguments: [{ team }] };
  };
  owned.add(runs.onDidChange(update));
  owned.add(focus.onDidChange(update));
  update();
  return {
    get text() {
      return isShown ? main.text : null;
    },
    get canStop() {
      return canStop;
    },
    dispose: () => owned.dispose(),
  };
}

/** The team in focus, while its run is not there yet. */
function startingTeam(runs: RunController, focus: FocusedTeam): LoadedTeam | undefined {
  const loaded = focus.team?.loaded;
  return loaded && runs.isStartingTeam(loaded.file) ? loaded : undefined;
}

/** That of the team in focus; else one that goes on; else the newest. */
function shownRun(runs: RunController, focus: FocusedTeam): RunRecord | undefined {
  const file = focus.team?.loaded.file;
  return (file === undefined ? undefined : runs.lastOf(file)) ?? runs.live.at(-1) ?? runs.latest[0];
}
