/** "Compare Runs…": two runs side by side, as reports in VS Code's own comparison: steps, spend and what came out of them. */
import * as vscode from 'vscode';
import type { Disposable } from '../../engine/shared/disposable';
import { commandIds } from '../ids';
import { runKey, type RunPlace } from '../runs/runRecord';
import { isReadable, pickRun, runsMeant } from './chooseRun';
import { registerRunCommand, type RunCommandDeps } from './runCommand';

export function registerCompareRuns(deps: RunCommandDeps): Disposable {
  const title = vscode.l10n.t('Compare Runs');
  return registerRunCommand(commandIds.compareRuns, vscode.l10n.t('The runs cannot be compared.'), deps, async (row, rows) => {
    const [first, chosen] = await runsMeant(row, rows, deps, { title, placeHolder: vscode.l10n.t('Compare which run?') });
    if (!first) return;
    const second = chosen ?? (await pickOther(first, title));
    if (!second) return;
    // The older one stands on the left, as what something was before.
    const [left, right] = Number(first.run) <= Number(second.run) ? [first, second] : [second, first];
    const { documents, runs } = deps;
    await Promise.all([runs.open(left), runs.open(right)]);
    await vscode.commands.executeCommand('vscode.diff', documents.reportUri(left), documents.reportUri(right), vscode.l10n.t('Run {0} ↔ Run {1}', left.run, right.run), { preview: true });
  });

  function pickOther(first: RunPlace, name: string): Promise<RunPlace | undefined> {
    const placeHolder = vscode.l10n.t('Compare run {0} with', first.run);
    return pickRun(deps, { title: name, placeHolder, fits: (summary, place) => isReadable(summary) && runKey(place) !== runKey(first) });
  }
}
