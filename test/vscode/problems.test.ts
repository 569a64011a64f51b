// @workspace test/workspaces/broken
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { RolecallApi } from '../../src/extension';
import { TypedTexts } from '../../src/vscode/adapters/typedTexts';
import { folderPath, problemsIn, rolecall, teamNamed, treeText, when } from './support/rolecall';

const card = (): string => path.join(folderPath(), 'roles', 'editor.yaml');

describe('a broken card', () => {
  let api: RolecallApi;
  before(async () => {
    api = await rolecall();
  });

  it('is listed with its error and its place, beside a whole team', () => {
    const lines = treeText(api.teamsTree).split('\n');
    assert.ok(lines.includes('error broken | error at editor.yaml:4'), lines.join('\n'));
    assert.ok(lines.includes('  error editor | error at editor.yaml:4'), lines.join('\n'));
    assert.ok(lines.includes('organization whole | 2 roles'), lines.join('\n'));
  });

  it('has its error at its range among the problems of the editor', () => {
    const [error] = problemsIn(card()).filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error);
    assert.ok(error);
    assert.equal(error.code, 'unknown-key');
    assert.deepEqual([error.range.start.line, error.range.start.character, error.range.end.line, error.range.end.character], [3, 0, 3, 5]);
    assert.match(error.message, /reeds/);
  });

  it('does not run: the command opens the line of its first error', async () => {
    await vscode.commands.executeCommand('rolecall.runTeam', { team: teamNamed(api, 'broken').loaded.file, task: 'x' });
    assert.equal(api.runs.lastOf(teamNamed(api, 'broken').loaded.file), undefined);
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.uri.fsPath, card());
    assert.equal(editor.selection.start.line, 3);
  });

  it('is mended by the quick fix, while typing, before it is saved', async () => {
    const document = await vscode.workspace.openTextDocument(card());
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>('vscode.executeCodeActionProvider', document.uri, new vscode.Range(3, 0, 3, 5));
    const fix = actions.find(({ edit }) => edit);
    assert.ok(fix?.edit, actions.map(({ title }) => title).join());
    await vscode.workspace.applyEdit(fix.edit);
    assert.match(document.getText(), /^reads: \[draft\]$/m);
    await when(api.teams.onDidChange, () => teamNamed(api, 'broken').loaded.team !== null);
    assert.equal(document.isDirty, true);
    assert.deepEqual(problemsIn(card()).filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error), []);
    assert.match(await readFile(card(), 'utf8'), /reeds/, 'the file itself is not touched');
  });

  it('is broken again when what was typed is undone', async () => {
    await vscode.window.showTextDocument(vscode.Uri.file(card()));
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await when(api.teams.onDidChange, () => teamNamed(api, 'broken').loaded.team === null);
  });

  it('is read as it is typed, before VS Code has said that it is not saved', async () => {
    const document = await vscode.workspace.openTextDocument(card());
    const editor = await vscode.window.showTextDocument(document);
    const typed = new TypedTexts();
    assert.equal(typed.of(card()), null);
    const seen = new Promise<readonly [boolean, string | null]>((resolve) => {
      const listening = vscode.workspace.onDidChangeTextDocument(({ document: { isDirty } }) => {
        listening.dispose();
        resolve([isDirty, typed.of(card())]);
      });
    });
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '# typed\n'));
    const [isDirty, text] = await seen;
    assert.equal(isDirty, false, 'it is not yet known to be dirty');
    assert.match(text ?? '', /^# typed\n/);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await when(vscode.workspace.onDidChangeTextDocument, () => typed.of(card()) === null);
    typed.dispose();
    await api.teams.settled();
  });

  it('is checked as it is on disk, with the line ends of another system', async () => {
    const text = (await readFile(card(), 'utf8')).replaceAll('\n', '\r\n');
    const change = when(api.teams.onDidChange, () => problemsIn(card()).length > 0 && teamNamed(api, 'broken').loaded.team === null);
    await writeFile(card(), text);
    await change;
    const [error] = problemsIn(card());
    assert.deepEqual([error!.range.start.line, error!.range.start.character, error!.range.end.character], [3, 0, 5]);
  });

  it('can be mended by another program', async () => {
    const mended = (await readFile(card(), 'utf8')).replace('reeds', 'reads');
    await untilSeen(() => writeFile(card(), mended), () => teamNamed(api, 'broken').loaded.team !== null, api);
    assert.deepEqual(problemsIn(card()).filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error), []);
  });

  it('brings new teams when their files come, and drops them when the folder goes', async () => {
    const folder = path.join(folderPath(), 'late');
    await vscode.workspace.fs.copy(vscode.Uri.file(path.join(folderPath(), 'whole')), vscode.Uri.file(folder));
    const isThere = (): boolean => api.teams.get(`${folder}/team.yaml`) !== undefined;
    await untilSeen(() => vscode.workspace.fs.writeFile(vscode.Uri.file(`${folder}/team.yaml`), Buffer.from('team: late\ngoal: x\n')), isThere, api);
    await vscode.workspace.fs.delete(vscode.Uri.file(folder), { recursive: true });
    await when(api.teams.onDidChange, () => !isThere());
  });

  it('makes one reload of 300 cards that change at once', async () => {
    const folder = path.join(folderPath(), 'whole', 'roles');
    await api.teams.settled();
    const before = api.teams.checksMade;
    await Promise.all(Array.from({ length: 300 }, (_, i) => writeFile(path.join(folder, `many${i}.yaml`), `role: many${i}\nresponsibility: One of many.\n`)));
    await when(api.teams.onDidChange, () => teamNamed(api, 'whole').loaded.roles.length === 302);
    await api.teams.settled();
    const reloads = api.teams.checksMade - before;
    assert.ok(reloads <= 6, `${reloads} checks for 300 changes`);
  });
});

/** A file watcher that is not up yet loses a change: it is made again until it is seen. */
async function untilSeen(make: () => Thenable<unknown>, isSeen: () => boolean, api: RolecallApi): Promise<void> {
  const seen = when(api.teams.onDidChange, isSeen);
  const again = setInterval(() => void make(), 1000);
  await make();
  await seen;
  clearInterval(again);
}
