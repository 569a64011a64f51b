/** "Delete Run": asks, then deletes as the Explorer does, into the trash where the machine has one. Never a run that goes on. */
import * as vscode from 'vscode';
import type { Disposable } from '../../engine/shared/disposable';
import { joinPath } from '../../engine/shared/paths';
import { uriOfPath } from '../adapters/uriPath';
import { commandIds } from '../ids';
import { runKey, type RunPlace } from '../runs/runRecord';
import { runsMeant } from './chooseRun';
import { registerRunCommand, type RunCommandDeps } from './runCommand';

export function registerDeleteRun(deps: RunCommandDeps): Disposable {
  return registerRunCommand(commandIds.deleteRun, vscode.l10n.t('The run was not deleted.'), deps, async (row, rows) => {
    const choice = { title: vscode.l10n.t('Delete Run'), placeHolder: vscode.l10n.t('Delete which run?'), fits: () => true };
    const places = await runsMeant(row, rows, deps, choice);
    if (places.length === 0 || (await tellRunning(places, deps)) || !(await isSure(places))) return;
    // A person may think for long: what has begun since stays.
    if (await tellRunning(places, deps)) return;
    for (const place of places) await deleteOne(place, deps);
  });
}

async function deleteOne(place: RunPlace, { runs, panels, history }: RunCommandDeps): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.deleteFile(uriOfPath(joinPath(place.folder, place.run)), { recursive: true, ignoreIfNotExists: true });
  if (!(await vscode.workspace.applyEdit(edit))) throw new Error(vscode.l10n.t('VS Code could not delete {0}.', runKey(place)));
  panels.of(runKey(place))?.dispose();
  runs.forget(place);
  history.note(place.folder, place.run);
}

/** True: one of them goes on, here or elsewhere, and the person was told. */
async function tellRunning(places: readonly RunPlace[], { runs }: RunCommandDeps): Promise<boolean> {
  for (const place of places) {
    const [summary] = await runs.summaries(place.folder, new Set([place.run]));
    if (!runs.liveOf(place) && summary?.running !== true) continue;
    void vscode.window.showWarningMessage(vscode.l10n.t('Run {0} goes on. Stop it before you delete it.', place.run));
    return true;
  }
  return false;
}

async function isSure(places: readonly RunPlace[]): Promise<boolean> {
  const [first] = places;
  const question = places.length === 1 ? vscode.l10n.t('Delete run {0}?', first!.run) : vscode.l10n.t('Delete {0} runs?', places.length);
  const detail = vscode.l10n.t('Its prompts, replies and results go to the trash, where this machine has one; else they are gone. Its forks stay.');
  const yes = vscode.l10n.t('Delete');
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, yes)) === yes;
}
