/** The Shared Workspace view: shows workspaceRows.ts for the team in focus. */
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../engine/shared/disposable';
import type { Json } from '../../engine/shared/json';
import type { ReadOnlyDocuments } from '../adapters/readOnlyDocuments';
import { viewIds } from '../ids';
import type { RunController } from '../runs/runController';
import type { RunRecord } from '../runs/runRecord';
import type { TeamStore } from '../teams/teamStore';
import type { FocusedTeam } from './focusedTeam';
import { LiveTree } from './liveTree';
import { workspaceRows, type ValuePlace, type WorkspaceShown } from './workspaceRows';

export interface WorkspaceViewDeps {
  readonly teams: TeamStore;
  readonly runs: RunController;
  readonly focus: FocusedTeam;
  readonly documents: ReadOnlyDocuments;
}

export function registerWorkspaceView(deps: WorkspaceViewDeps): Disposable & { readonly tree: LiveTree } {
  const owned = new DisposableStore();
  const shown = (): WorkspaceShown | null => {
    const found = deps.focus.team?.loaded;
    const record = found ? deps.runs.lastOf(found.file) : undefined;
    const team = record?.view?.team ?? found?.team;
    return team ? { team, record: record ?? null } : null;
  };
  const tree = owned.add(new LiveTree({
    rows: () => {
      const now = shown();
      return now ? workspaceRows(now) : [];
    },
    documentUri: (id) => documentUri(deps.documents, shown()?.record ?? null, JSON.parse(id) as ValuePlace),
  }));
  const view = vscode.window.createTreeView(viewIds.workspace, { treeDataProvider: tree, showCollapseAll: true });
  tree.attach(view);
  const update = (): void => {
    const now = shown();
    // Its place is short: the team is named only where it could be another.
    const name = deps.teams.teams.length > 1 ? now?.team.name : '';
    const title = [name, now?.record ? vscode.l10n.t('Run {0}', now.record.run) : ''].filter(Boolean).join(' · ');
    if (view.description !== title) view.description = title;
    const message = now && !now.record ? vscode.l10n.t('Nothing has run yet. Run the team to see its fields fill.') : undefined;
    if (view.message !== message) view.message = message;
    tree.update();
  };
  owned.add(deps.focus.onDidChange(update));
  owned.add(deps.teams.onDidChange(update));
  owned.add(deps.runs.onDidChange(({ teamFile }) => {
    if (teamFile === deps.focus.team?.loaded.file) update();
  }));
  update();
  return Object.assign(owned, { tree });
}

function documentUri(documents: ReadOnlyDocuments, record: RunRecord | null, place: ValuePlace): vscode.Uri | undefined {
  if (!record) return undefined;
  const field = record.view?.fields.find(({ name }) => name === place.field);
  let value: Json | undefined = field?.value;
  for (const key of place.path) value = (value as { readonly [key: string]: Json } | undefined)?.[key];
  return documents.valueUri(record.place, place, typeof value === 'string');
}
