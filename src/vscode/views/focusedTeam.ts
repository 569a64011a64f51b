/** Which team the Shared Workspace and the status bar are about: the one last run, chosen in the tree or looked at in a panel. */
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../engine/shared/disposable';
import type { RunController } from '../runs/runController';
import type { FoundTeam, TeamStore } from '../teams/teamStore';

export class FocusedTeam implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly changed = this.owned.add(new vscode.EventEmitter<void>());
  private chosen: string | undefined;

  readonly onDidChange = this.changed.event;

  constructor(private readonly deps: { readonly teams: TeamStore; readonly runs: RunController }) {
    this.owned.add(deps.runs.onDidChange(({ teamFile }) => {
      if (deps.runs.isStartingTeam(teamFile)) this.choose(teamFile);
    }));
  }

  /** Until somebody chooses: the team of the newest run, else the first that is whole. */
  get team(): FoundTeam | undefined {
    const { teams, runs } = this.deps;
    const wanted = [this.chosen, ...runs.latest.map(({ teamFile }) => teamFile)];
    for (const file of wanted) {
      const found = file === undefined ? undefined : teams.get(file);
      if (found) return found;
    }
    return teams.teams.find(({ loaded }) => loaded.team !== null) ?? teams.teams[0];
  }

  choose(teamFile: string): void {
    if (this.chosen === teamFile) return;
    this.chosen = teamFile;
    this.changed.fire();
  }

  dispose(): void {
    this.owned.dispose();
  }
}
