/** Above a team and above each role: Run, and what the last run spent on it. */
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../engine/shared/disposable';
import { coalesce } from '../adapters/coalesce';
import { toEditorPoint, toEditorRange } from '../adapters/editorRange';
import { pathOfUri } from '../adapters/uriPath';
import { commandIds, settingIds } from '../ids';
import type { RunController } from '../runs/runController';
import type { FoundTeam, TeamStore } from '../teams/teamStore';
import { stateOfRun, showRunState } from '../views/runState';
import { progressText, spendSentence } from '../views/runWords';
import { yamlFiles } from './yamlFiles';

/** A lens that changes moves nothing but is drawn anew: not at every event. */
const refreshEveryMs = 1000;

export interface CodeLensDeps {
  readonly teams: TeamStore;
  readonly runs: RunController;
}

export function registerCodeLenses(deps: CodeLensDeps): Disposable {
  const owned = new DisposableStore();
  const changed = owned.add(new vscode.EventEmitter<void>());
  const refresh = owned.add(coalesce(refreshEveryMs, () => changed.fire()));
  owned.add(deps.teams.onDidChange(refresh));
  owned.add(deps.runs.onDidChange(refresh));
  owned.add(vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration(settingIds.codeLens)) changed.fire();
  }));
  owned.add(vscode.languages.registerCodeLensProvider(yamlFiles, {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses: (document) => provide(document, deps),
  }));
  return owned;
}

async function provide(document: vscode.TextDocument, deps: CodeLensDeps): Promise<vscode.CodeLens[]> {
  if (!vscode.workspace.getConfiguration(undefined, document.uri).get<boolean>(settingIds.codeLens, true)) return [];
  if (!deps.teams.isReady) await deps.teams.settled();
  const path = pathOfUri(document.uri);
  return deps.teams.teamsOf(path).flatMap((found) => lensesOf(found, path, deps.runs));
}

function lensesOf({ loaded }: FoundTeam, path: string, runs: RunController): vscode.CodeLens[] {
  const lenses: vscode.CodeLens[] = [];
  const argument = { team: loaded.file };
  const add = (range: vscode.Range, title: string, command: string): void => {
    lenses.push(new vscode.CodeLens(range, { title, command, arguments: [argument] }));
  };
  const run = runs.lastOf(loaded.file);
  const view = run?.view;
  const isRunning = runs.isRunningTeam(loaded.file);
  const act = (range: vscode.Range): void => {
    if (isRunning) add(range, `$(debug-stop) ${vscode.l10n.t('Stop')}`, commandIds.stopRun);
    else if (loaded.team) add(range, `$(play) ${vscode.l10n.t('Run')}`, commandIds.runTeam);
  };
  if (path === loaded.file) {
    const range = toEditorPoint(loaded.team?.at ?? { line: 1, column: 1 });
    act(range);
    if (view && run) {
      const { word } = showRunState(stateOfRun(view, run));
      const title = `${vscode.l10n.t('Run {0}', view.run)}: ${word}, ${progressText(view)}, ${spendSentence(view.spend.total, view.spend.total)}`;
      add(range, title, commandIds.openRunPanel);
    }
  }
  for (const role of loaded.roles.filter(({ file }) => file === path)) {
    const range = toEditorRange(role.range);
    act(range);
    const spend = view?.spend.byRole.find(({ name }) => name === role.id);
    if (view && spend) add(range, `${vscode.l10n.t('Run {0}', view.run)}: ${spendSentence(spend, view.spend.total)}`, commandIds.openRunPanel);
  }
  return lenses;
}
