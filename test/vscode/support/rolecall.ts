/** The extension under test, and waiting for what it tells of: no test sleeps. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RolecallApi } from '../../../src/extension';
import type { RunRecord } from '../../../src/vscode/runs/runRecord';
import type { LiveTree } from '../../../src/vscode/views/liveTree';
import type { FoundTeam } from '../../../src/vscode/teams/teamStore';

export async function rolecall(): Promise<RolecallApi> {
  const extension = vscode.extensions.getExtension<RolecallApi>('rolecall.rolecall');
  assert.ok(extension, 'the extension is installed');
  const api = await extension.activate();
  await api.teams.settled();
  return api;
}

/** Resolves when `holds`, asked now and after each event. The test's own time-out ends a wait in vain. */
export function when<T>(event: vscode.Event<T>, holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    if (holds()) return resolve();
    const listening = event(() => {
      if (!holds()) return;
      listening.dispose();
      resolve();
    });
  });
}

/** For an engine of the test's own. */
export const noSecrets: vscode.SecretStorage = {
  get: async () => undefined,
  store: async () => {},
  delete: async () => {},
  onDidChange: new vscode.EventEmitter<vscode.SecretStorageChangeEvent>().event,
};

export const noAccess: vscode.LanguageModelAccessInformation = {
  canSendRequest: () => undefined,
  onDidChange: new vscode.EventEmitter<void>().event,
};

export function folderPath(nth = 0): string {
  const folder = vscode.workspace.workspaceFolders?.[nth];
  assert.ok(folder, 'a folder is open');
  return folder.uri.fsPath;
}

export function teamNamed(api: RolecallApi, name: string): FoundTeam {
  const found = api.teams.teams.find(({ loaded }) => loaded.name === name);
  assert.ok(found, `team ${name} is found, not only ${api.teams.teams.map(({ loaded }) => loaded.name).join(', ')}`);
  return found;
}

/** Starts a run by the command, as a person would, and resolves when it has ended. */
export async function runToEnd(api: RolecallApi, name: string, task: string): Promise<RunRecord> {
  const { file } = teamNamed(api, name).loaded;
  await vscode.commands.executeCommand('rolecall.runTeam', { team: file, task });
  const record = api.runs.lastOf(file);
  assert.ok(record, 'a run has begun');
  await when(api.runs.onDidChange, () => !record.isLive);
  return record;
}

/** Resolves when the status bar's text matches. */
export async function statusBarShows(api: RolecallApi, pattern: RegExp): Promise<void> {
  const { statusBar } = api;
  assert.ok(statusBar, 'the status bar was registered');
  await when(statusBar.onDidChange, () => pattern.test(statusBar.text ?? ''));
}

/** A tree as text, one row a line, its children indented: what a person would read. */
export function treeText(tree: LiveTree | undefined, depth = 3): string {
  assert.ok(tree, 'the view was registered');
  const lines: string[] = [];
  const visit = (ids: readonly string[], level: number): void => {
    for (const id of ids) {
      const row = tree.row(id);
      assert.ok(row);
      lines.push(`${'  '.repeat(level)}${row.icon ?? '-'} ${row.label}${row.description ? ` | ${row.description}` : ''}`);
      if (row.children && level + 1 < depth) visit(tree.getChildren(id), level + 1);
    }
  };
  visit(tree.getChildren(), 0);
  return lines.join('\n');
}

export function problemsIn(file: string): readonly vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(vscode.Uri.file(file)).filter(({ source }) => source === 'rolecall');
}
