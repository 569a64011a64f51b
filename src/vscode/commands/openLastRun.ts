/** "Open Last Run": the panel of the newest run of any team in this window. */
import * as vscode from 'vscode';
import type { Disposable } from '../../engine/shared/disposable';
import { commandIds } from '../ids';
import type { RunPanels } from '../panel/runPanels';
import type { RunController } from '../runs/runController';

export function registerOpenLastRun({ runs, panels }: { readonly runs: RunController; readonly panels: RunPanels }): Disposable {
  return vscode.commands.registerCommand(commandIds.openLastRun, () => {
    const newest = runs.latest[0];
    if (newest) panels.open(newest);
    else void vscode.window.showInformationMessage(vscode.l10n.t('No team has run yet.'));
  });
}
