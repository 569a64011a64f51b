// @workspace test/workspaces/design
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { RolecallApi } from '../../src/extension';
import { folderPath, problemsIn, rolecall, runToEnd, when } from './support/rolecall';

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

  it('is drafted as a team from a prompt, as untitled files, with the sheet beside it', async () => {
    const prompt = await vscode.workspace.openTextDocument(path.join(folderPath(), 'agent.prompt.md'));
    await vscode.window.showTextDocument(prompt);
    await vscode.commands.executeCommand('rolecall.shouldSplit');
    const texts = vscode.window.visibleTextEditors.map(({ document }) => document).filter(({ isUntitled }) => isUntitled);
    assert.deepEqual(texts.map(({ languageId }) => languageId).sort(), ['markdown', 'yaml']);
    const sheet = texts.find(({ languageId }) => languageId === 'markdown')!.getText();
    assert.match(sheet, /# Should `agent\.prompt\.md` be split\?/);
    assert.match(sheet, /line 8: "Write a report of one page in Markdown\."/);
    assert.match(sheet, /\| writer \(generate\) \|/);
    await closeUntitled();
  });

  it('is drafted from the card that the cursor is in, with the tools of its team', async () => {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(card()));
    await vscode.commands.executeCommand('rolecall.shouldSplit');
    const team = vscode.window.visibleTextEditors.map(({ document }) => document).find(({ isUntitled, languageId }) => isUntitled && languageId === 'yaml')!.getText();
    assert.match(team, /^tools: \{ find: \{ type: search, root: "\." \} \}$/m);
    assert.match(team, /Search the documents for \{\{ task \}\}\./);
    await closeUntitled();
  });

  it('is checked at least once a second while a card is written every 10 ms', async () => {
    const text = await readFile(card(), 'utf8');
    const checkedAt: number[] = [];
    let writes = 0;
    const checks = when(api.teams.onDidChange, () => checkedAt.push(performance.now()) >= 5);
    const again = setInterval(() => writeFileSync(card(), `${text}# ${writes++}\n`), 10);
    await checks;
    clearInterval(again);
    const gaps = checkedAt.slice(2).map((at, index) => at - checkedAt[index + 1]!);
    assert.ok(writes > 20, `${writes} writes`);
    // The second that it may wait, and what a busy machine adds.
    assert.ok(Math.max(...gaps) < 2000, gaps.map(Math.round).join(' '));
    const restored = when(api.teams.onDidChange, () => true);
    await writeFile(card(), text);
    await restored;
  });

  it('has a prompt that can be previewed beside the card, and follows what is typed', async () => {
    const document = await vscode.workspace.openTextDocument(card());
    const editor = await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('rolecall.previewPrompt');
    const shown = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'rolecall-prompt')!;
    assert.match(shown.getText(), /# The prompt of agent as it would be sent now\n\nFilled in for sample input/);
    assert.match(shown.getText(), /Search the documents for what you ask\. Compare/);
    const follows = when(vscode.workspace.onDidChangeTextDocument, () => shown.getText().includes('Two pages at most.'));
    await editor.edit((edit) => edit.insert(new vscode.Position(5, 0), '  Two pages at most.\n'));
    await follows;
    assert.equal(document.isDirty, true);
    const broken = when(vscode.workspace.onDidChangeTextDocument, () => shown.getText().startsWith('> agent.yaml:1:'));
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'rol: x\n'));
    await broken;
    assert.match(shown.getText(), /As it was before that:[^]*Two pages at most\./);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await when(api.teams.onDidChange, () => api.teams.teams[0]!.loaded.team !== null && !document.isDirty);
  });

  it('shows after a run what has changed since, and what stays cacheable', async () => {
    const run = await runToEnd(api, 'design', 'heat pumps');
    const { file } = api.teams.teams[0]!.loaded;
    await vscode.commands.executeCommand('rolecall.previewPrompt', { team: file, role: 'agent', at: { ...run.place, step: 1 } });
    const shown = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'rolecall-prompt' && uri.query.includes('"step":1'))!;
    assert.match(shown.getText(), /Nothing has changed since run/);
    assert.match(shown.getText(), /Search the documents for heat pumps/);
    const editor = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(card()));
    const changed = when(vscode.workspace.onDidChangeTextDocument, () => /\| system +\| instructions +\| +\d+ \| changed +\|/.test(shown.getText()));
    await editor.edit((edit) => edit.insert(new vscode.Position(5, 0), '  Two pages at most.\n'));
    await changed;
    assert.match(shown.getText(), /^\+Two pages at most\.$/m);
    assert.match(shown.getText(), /The first \d+ of \d+ tokens are the same as in run/);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });
});

/** Without being asked whether to save them. */
async function closeUntitled(): Promise<void> {
  for (const document of vscode.workspace.textDocuments.filter(({ isUntitled }) => isUntitled)) {
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
}
