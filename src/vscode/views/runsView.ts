/** The Runs view: shows runsRows.ts of the history, which is only kept up while the view is in sight. */
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../engine/shared/disposable';
import { basename, dirname } from '../../engine/shared/paths';
import { uriOfPath } from '../adapters/uriPath';
import { contextKeys, viewIds } from '../ids';
import type { RunController } from '../runs/runController';
import type { RunHistory } from '../runs/runHistory';
import type { RunPlace } from '../runs/runRecord';
import { LiveTree } from './liveTree';
import { placeOfRow, runRowId, runsRows } from './runsRows';

export interface RunsView extends Disposable {
  /** What the view shows, for tests. */
  readonly tree: LiveTree;
  /** The chosen runs, as they stand in the view. */
  readonly selection: readonly RunPlace[];
}

export function registerRunsView({ runs, history }: { readonly runs: RunController; readonly history: RunHistory }): RunsView {
  const owned = new DisposableStore();
  const tree = owned.add(new LiveTree({ rows: () => runsRows({ folders: history.folders, runs, nameOf, now: Date.now() }) }));
  const view = vscode.window.createTreeView(viewIds.runs, { treeDataProvider: tree, showCollapseAll: true, canSelectMany: true });
  tree.attach(view);
  /** VS Code keeps a row closed that could not be opened before: its first fork would stay out of sight. */
  const origins = new Set<string>();
  const openOrigins = (): void => {
    if (!view.visible || origins.size === 0) return;
    tree.refreshNow();
    for (const id of [...origins].filter((each) => tree.row(each)?.children)) {
      origins.delete(id);
      void view.reveal(id, { expand: true, select: false, focus: false }).then(undefined, () => {});
    }
  };
  owned.add(view.onDidChangeVisibility(({ visible }) => history.watch(visible)));
  owned.add(history.onDidChange(() => {
    void vscode.commands.executeCommand('setContext', contextKeys.hasLookedForRuns, true);
    tree.update();
    openOrigins();
  }));
  owned.add(runs.onDidStart(({ place, view: run }) => {
    if (run?.forked) origins.add(runRowId({ folder: place.folder, run: run.forked.run }));
  }));
  owned.add(runs.onDidChange(({ record }) => record?.isLive && tree.update()));
  history.watch(view.visible);
  return {
    tree,
    get selection() {
      return view.selection.flatMap((id) => placeOfRow(id) ?? []);
    },
    dispose: () => owned.dispose(),
  };
}

/** The folder that holds `.rolecall/runs`: as the window calls it, else by its path. */
function nameOf(runsFolder: string): string {
  const holder = uriOfPath(dirname(dirname(runsFolder)));
  const inside = vscode.workspace.getWorkspaceFolder(holder);
  if (!inside) return holder.fsPath;
  return inside.uri.path === holder.path ? inside.name : vscode.workspace.asRelativePath(holder) || basename(holder.path);
}
