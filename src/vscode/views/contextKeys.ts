/** Keeps the context keys of ids.ts true, so that commands and buttons are there only where they work. */
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../engine/shared/disposable';
import { uriOfPath } from '../adapters/uriPath';
import { contextKeys } from '../ids';
import type { RunController } from '../runs/runController';
import type { RunRecord } from '../runs/runRecord';
import type { TeamStore } from '../teams/teamStore';

export function registerContextKeys(deps: { readonly teams: TeamStore; readonly runs: RunController }): Disposable {
  const { teams, runs } = deps;
  const owned = new DisposableStore();
  const set = onlyChanges();

  const updateTeams = (): void => {
    set(contextKeys.isReady, teams.isReady);
    set(contextKeys.hasTeams, teams.teams.length > 0);
    set(contextKeys.teamFiles, filesOf(teams, () => true));
    updateRuns();
  };
  const updateRuns = (): void => {
    set(contextKeys.isRunning, runs.isRunning);
    set(contextKeys.hasRun, runs.latest.length > 0);
    set(contextKeys.hasOwnRun, runs.latest.some(isOwn));
    set(contextKeys.canResume, runs.latest.some((run) => run.canResume));
    set(contextKeys.isWaiting, runs.latest.some((run) => run.isWaiting));
    set(contextKeys.runningFiles, filesOf(teams, (file) => runs.isRunningTeam(file)));
  };
  owned.add(teams.onDidChange(updateTeams));
  owned.add(runs.onDidChange(updateRuns));
  updateTeams();
  return owned;
}

/** Of a model that somebody set up: the last step of the walkthrough. */
function isOwn({ view }: RunRecord): boolean {
  return view?.status === 'completed' && view.spend.total.calls > 0 && !view.spend.total.simulated;
}

/** As `resourcePath` spells them: team files and role cards, what Run above an editor is about. */
function filesOf(teams: TeamStore, isWanted: (teamFile: string) => boolean): readonly string[] {
  const wanted = teams.teams.filter(({ loaded }) => isWanted(loaded.file));
  const paths = new Set(wanted.flatMap(({ loaded }) => [loaded.file, ...loaded.roles.map(({ file }) => file)]));
  return [...paths].map((path) => uriOfPath(path).fsPath);
}

/** Setting a key asks every menu of the window to look again. */
function onlyChanges(): (key: string, value: boolean | readonly string[]) => void {
  const known = new Map<string, string>();
  return (key, value) => {
    const text = JSON.stringify(value);
    if (known.get(key) === text) return;
    known.set(key, text);
    void vscode.commands.executeCommand('setContext', key, value);
  };
}
