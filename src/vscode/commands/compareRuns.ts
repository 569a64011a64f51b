/** "Compare Runs…": two runs side by side in the panel of the later one. */
import * as vscode from 'vscode';
import type { Disposable } from '../../engine/shared/disposable';
import { commandIds } from '../ids';
import { asRuns } from '../panel/comparedRuns';
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
    const { panels, runs } = deps;
    const [other, record] = [await runs.open(left), await runs.open(right)];
    panels.compare(record, { ...asRuns, other });
  });

  function pickOther(first: RunPlace, name: string): Promise<RunPlace | undefined> {
    const placeHolder = vscode.l10n.t('Compare run {0} with', first.run);
    return pickRun(deps, { title: name, placeHolder, fits: (summary, place) => isReadable(summary) && runKey(place) !== runKey(first) });
  }
}
