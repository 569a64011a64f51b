// @workspace test/workspaces/design
import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import type { RolecallApi } from '../../src/extension';
import { folderPath, problemsIn, rolecall, when } from './support/rolecall';

const card = (): string => path.join(folderPath(), 'roles', 'agent.yaml');
const found = (): readonly string[] => problemsIn(card()).map(({ code, severity }) => `${String(code)} ${vscode.DiagnosticSeverity[severity]}`);

describe('the design of a team', () => {
  let api: RolecallApi;
  before(async () => {
    api = await rolecall();
  });

  it('is criticised among the problems, with the reason, at the level of the settings', async () => {
    assert.deepEqual(found(), ['mixed-modes Information']);
    assert.match(problemsIn(card())[0]!.message, /4 kinds of work: retrieve \("Search/);
    const settings = vscode.workspace.getConfiguration('rolecall.lint');
    for (const [level, shown] of [['error', ['mixed-modes Error']], ['off', []], ['warning', ['mixed-modes Warning']], [undefined, ['mixed-modes Information']]] as const) {
      const changed = when(api.teams.onDidChange, () => JSON.stringify(found()) === JSON.stringify(shown));
      await settings.update('mixed-modes', level, vscode.ConfigurationTarget.Global);
      await changed;
      assert.equal(api.teams.teams[0]!.loaded.team === null, level === 'error', `at ${level}`);
    }
  });

  it('may be written in other spellings, and is offered in ours', async () => {
    const document = await vscode.workspace.openTextDocument(card());
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>('vscode.executeCodeActionProvider', document.uri, new vscode.Range(2, 0, 2, 3));
    const [rewrite] = actions.filter(({ kind }) => kind?.value === vscode.CodeActionKind.RefactorRewrite.value);
    assert.ok(rewrite?.edit, actions.map(({ title }) => title).join());
    assert.deepEqual(problemsIn(card()).filter(({ range }) => range.start.line === 1), [], 'nothing is held against it');
    await vscode.workspace.applyEdit(rewrite.edit);
    assert.equal(document.lineAt(2).text, 'instructions: |');
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });
});
