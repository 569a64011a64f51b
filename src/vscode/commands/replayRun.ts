/** "Replay Run": walks through a recorded run in the debugger, forwards and backwards. No model and no tool is called. */
import * as vscode from 'vscode';
import type { Disposable } from '../../engine/shared/disposable';
import { commandIds, debugType } from '../ids';
import { runsMeant } from './chooseRun';
import { registerRunCommand, type RunCommandDeps } from './runCommand';

export function registerReplayRun(deps: RunCommandDeps): Disposable {
  const { runs, teams } = deps;
  return registerRunCommand(commandIds.replayRun, vscode.l10n.t('The run cannot be replayed.'), deps, async (row, rows) => {
    const [place] = await runsMeant(row, rows, deps, { title: vscode.l10n.t('Replay Run'), placeHolder: vscode.l10n.t('Walk through which run?') });
    if (!place) return;
    await teams.settled();
    const { teamFile } = await runs.open(place);
    if (!teams.get(teamFile)) {
      const message = vscode.l10n.t('The team of run {0} is not in this window: {1}. Open its folder to walk through the run; the run panel shows it as it is.', place.run, teamFile);
      return void vscode.window.showWarningMessage(message);
    }
    const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(teamFile));
    const name = vscode.l10n.t('Replay of run {0}', place.run);
    await vscode.debug.startDebugging(folder, { type: debugType, request: 'launch', name, team: teamFile, replay: place.run, stopOnEntry: true });
  });
}
