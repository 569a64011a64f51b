// @workspace test/workspaces/two-roots/two-roots.code-workspace
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { RolecallApi } from '../../src/extension';
import * as vscode from 'vscode';
import { ask, behind } from './support/ask';
import { folderPath, rolecall, treeText, when } from './support/rolecall';

describe('two folders with teams of one name', () => {
  let api: RolecallApi;
  before(async () => {
    api = await rolecall();
  });

  it('are shown under their folders', () => {
    assert.equal(treeText(api.teamsTree, 2), 'root-folder north\n  organization small | 2 roles\nroot-folder south\n  organization small | 2 roles');
  });

  it('run apart: each log in its own folder, each tree row its own run', async () => {
    const south = `${folderPath(1)}/team.yaml`;
    await vscode.commands.executeCommand('rolecall.runTeam', { team: south, task: 'wind' });
    const run = api.runs.lastOf(south)!;
    await when(api.runs.onDidChange, () => !run.isLive);
    assert.equal(run.view?.status, 'completed', run.view?.message ?? '');
    assert.ok(existsSync(path.join(folderPath(1), '.rolecall', 'runs', '1', 'events.jsonl')));
    assert.ok(!existsSync(path.join(folderPath(0), '.rolecall')));
    assert.equal(treeText(api.teamsTree, 2), 'root-folder north\n  organization small | 2 roles\nroot-folder south\n  organization small | done · 2 steps');
  });

  it('are told apart by references and renames, though all their names are the same', async () => {
    const south = vscode.Uri.file(path.join(folderPath(1), 'roles', 'editor.yaml'));
    const references = await ask<vscode.Location[]>('vscode.executeReferenceProvider', await behind(south, 'reads: [dra'));
    assert.ok(references.length >= 3);
    assert.ok(references.every(({ uri }) => uri.fsPath.startsWith(folderPath(1))), references.map(({ uri }) => uri.fsPath).join());
    const edit = await ask<vscode.WorkspaceEdit>('vscode.executeDocumentRenameProvider', await behind(south, 'reads: [dra'), 'sketch');
    assert.ok(edit.entries().every(([uri]) => uri.fsPath.startsWith(folderPath(1))));
  });
});
