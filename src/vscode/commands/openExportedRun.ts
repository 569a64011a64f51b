/** "Open Exported Run…": takes a whole run that was exported elsewhere in among the runs of this window, and shows it. */
import * as vscode from 'vscode';
import type { Disposable } from '../../engine/shared/disposable';
import { joinPath } from '../../engine/shared/paths';
import { pathOfUri } from '../adapters/uriPath';
import { commandIds } from '../ids';
import type { FocusedTeam } from '../views/focusedTeam';
import { wholeRunEnding } from './exportRun';
import { registerRunCommand, type RunCommandDeps } from './runCommand';

export interface OpenExportedRunDeps extends RunCommandDeps {
  readonly focus: FocusedTeam;
}

export function registerOpenExportedRun(deps: OpenExportedRunDeps): Disposable {
  const { focus, runs, panels, history } = deps;
  return registerRunCommand(commandIds.openExportedRun, vscode.l10n.t('The run was not opened.'), deps, async (file) => {
    const folder = await folderFor(runs, focus);
    if (folder === undefined) return void vscode.window.showInformationMessage(vscode.l10n.t('Open a folder first: the run is kept in it.'));
    const source = file instanceof vscode.Uri ? file : await choose();
    if (!source) return undefined;
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(source));
    const run = await (await import('../../node/runLog/runFile')).importRun(folder, text);
    history.note(folder, run);
    const place = { folder, run };
    panels.open(await runs.open(place));
    return place;
  });
}

/** Where the runs of the team in view are kept, else those of the first folder. */
async function folderFor(runs: OpenExportedRunDeps['runs'], focus: FocusedTeam): Promise<string | undefined> {
  const team = focus.team?.loaded.file;
  const [first] = vscode.workspace.workspaceFolders ?? [];
  const file = team ?? (first && joinPath(pathOfUri(first.uri), 'team.yaml'));
  return file === undefined ? undefined : runs.folderOf(file);
}

async function choose(): Promise<vscode.Uri | undefined> {
  const options = { canSelectMany: false, filters: { 'Rolecall': [wholeRunEnding] }, openLabel: vscode.l10n.t('Open Run'), title: vscode.l10n.t('Open Exported Run') };
  return (await vscode.window.showOpenDialog(options))?.[0];
}
