/** The Teams view: shows teamsRows.ts and tells which team was chosen in it. */
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../engine/shared/disposable';
import { viewIds } from '../ids';
import type { RunController } from '../runs/runController';
import type { TeamStore } from '../teams/teamStore';
import type { FocusedTeam } from './focusedTeam';
import { LiveTree } from './liveTree';
import { teamFileOfRow, teamsRows } from './teamsRows';

export interface TeamsViewDeps {
  readonly teams: TeamStore;
  readonly runs: RunController;
  readonly focus: FocusedTeam;
}

/** `tree` is what the view shows, for tests. */
export function registerTeamsView(deps: TeamsViewDeps): Disposable & { readonly tree: LiveTree } {
  const owned = new DisposableStore();
  const tree = owned.add(new LiveTree({ rows: () => teamsRows(deps) }));
  const view = vscode.window.createTreeView(viewIds.teams, { treeDataProvider: tree, showCollapseAll: true });
  tree.attach(view);
  owned.add(view.onDidChangeSelection(({ selection }) => {
    const file = selection[0] === undefined ? undefined : teamFileOfRow(selection[0]);
    if (file !== undefined) deps.focus.choose(file);
  }));
  owned.add(deps.teams.onDidChange(() => tree.update()));
  owned.add(deps.runs.onDidChange(() => tree.update()));
  owned.add(vscode.workspace.onDidChangeWorkspaceFolders(() => tree.update()));
  return Object.assign(owned, { tree });
}
