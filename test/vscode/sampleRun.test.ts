// @workspace media/samples/industry-research
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { RolecallApi } from '../../src/extension';
import { editorRunPorts } from '../../src/vscode/adapters/editorEngine';
import { RunController } from '../../src/vscode/runs/runController';
import type { RunRecord } from '../../src/vscode/runs/runRecord';
import { createNodeFiles } from '../../src/node/nodeFiles';
import { folderPath, noAccess, noSecrets, rolecall, runToEnd, teamNamed, treeText, when } from './support/rolecall';

const name = 'industry-research';

describe('the sample team', () => {
  let api: RolecallApi;
  let run: RunRecord;

  before(async () => {
    api = await rolecall();
  });

  it('is shown with its roles and scenarios before it has run', () => {
    const lines = treeText(api.teamsTree).split('\n');
    assert.equal(lines[0], `organization ${name} | 5 roles`);
    for (const role of ['planner', 'collector', 'analyst', 'writer', 'reviewer']) assert.ok(lines.includes(`  circle-large-outline ${role}`), role);
    assert.ok(lines.some((line) => /^ {2}beaker Scenarios \| \d+$/.test(line)));
  });

  it('shows its shared workspace as not written yet, with who will write it', () => {
    const lines = treeText(api.workspaceTree).split('\n');
    assert.ok(lines.includes('symbol-array plan | not written yet · planner'), lines.join('\n'));
    assert.ok(lines.includes('symbol-text report | not written yet · writer'), lines.join('\n'));
  });

  it('offers Run and Debug above the team and above each role', async () => {
    assert.deepEqual(await lensTitles('team.yaml'), ['$(play) Run', '$(debug-alt) Debug']);
    assert.deepEqual(await lensTitles('roles/analyst.yaml'), ['$(play) Run', '$(debug-alt) Debug', '$(debug-line-by-line) Debug This Role']);
  });

  it('runs to its end, and every view tells the same', async () => {
    run = await runToEnd(api, name, 'industrial heat pumps in Europe');
    const view = run.view!;
    assert.equal(view.status, 'completed', `${view.reason} ${view.message}`);
    const lines = treeText(api.teamsTree).split('\n');
    assert.equal(lines[0], `organization ${name} | done · ${view.steps.length} steps`);
    const analyst = view.spend.byRole.find((row) => row.name === 'analyst')!;
    const tokens = (analyst.usage.input + analyst.usage.output).toLocaleString('en');
    assert.ok(lines.some((line) => line.startsWith('  check analyst | 2 steps · ') && line.includes(tokens)), lines.join('\n'));
    assert.match(api.statusBar?.text ?? '', new RegExp(`^\\$\\(check\\) ${name} {2}step ${view.steps.length} of 20 {2}`));
    assert.equal(api.statusBar?.canStop, false);
  });

  it('fills the shared workspace', () => {
    const text = treeText(api.workspaceTree, 2);
    assert.match(text, /^symbol-text report \| .*v1 · writer$/m);
    assert.match(text, /^symbol-array findings \| \d+ items · v\d+ · collector\n {2}- 0 \| .+\n {2}- 1 \| .+\n {2}- 2 \| .+\n {2}- \d+ more$/m);
  });

  it('keeps a log on disk that a later window finds again', async () => {
    assert.ok(existsSync(path.join(folderPath(), '.rolecall', 'runs', run.run, 'events.jsonl')));
    const ports = editorRunPorts({ disk: async () => createNodeFiles(), workspaceRoot: () => folderPath(), secrets: noSecrets, access: noAccess });
    const later = new RunController(ports, (error) => assert.fail(String(error)));
    await later.recall(teamNamed(api, name).loaded);
    const found = later.lastOf(teamNamed(api, name).loaded.file);
    assert.equal(found?.run, run.run);
    assert.equal(found.isLive, false);
    assert.deepEqual(found.view?.fields.map(({ value }) => value), run.view?.fields.map(({ value }) => value));
    later.dispose();
  });

  it('says above each card what the run spent on it', async () => {
    const titles = await lensTitles('roles/analyst.yaml', 4);
    assert.equal(titles[0], '$(play) Run');
    assert.match(titles.at(-1)!, new RegExp(`^Run ${run.run}: \\d+ calls, (≈ )?[\\d,]+ in, [\\d,]+ cached, (≈ )?[\\d,]+ out, ≈ \\$[\\d.]+, \\d+ % of the run, (< )?\\d+ % of \\$0\\.50$`));
  });

  it('opens a value of the workspace as a document that cannot be changed', async () => {
    const tree = api.workspaceTree!;
    const report = tree.getChildren().find((id) => tree.row(id)?.label === 'report');
    const { command } = tree.getTreeItem(report!);
    await vscode.commands.executeCommand(command!.command, ...(command!.arguments as unknown[]));
    const document = vscode.window.activeTextEditor!.document;
    assert.equal(document.uri.scheme, 'rolecall');
    assert.equal(document.getText(), run.view!.fields.find((field) => field.name === 'report')!.value);
  });

  it('opened its panel, which has been given every event', async () => {
    const panel = api.panels.of(run.key);
    assert.ok(panel, 'a panel shows the run');
    assert.equal(panel.panel.title, `Run ${run.run}: ${name}`);
    await when(panel.onDidSend, () => panel.sent === run.lastSeq);
  });

  it('gives a panel that was hidden everything again', async () => {
    const panel = api.panels.of(run.key)!;
    const file = await vscode.workspace.openTextDocument(path.join(folderPath(), 'README.md'));
    const hidden = when(panel.panel.onDidChangeViewState, () => !panel.panel.visible);
    await vscode.window.showTextDocument(file, { viewColumn: panel.panel.viewColumn });
    await hidden;
    panel.panel.reveal();
    let loads = 0;
    await when(panel.onDidSend, () => ++loads > 1 && panel.sent === run.lastSeq);
    assert.equal(panel.sent, run.lastSeq);
  });

  it('runs a second time in the same panel, as a run of its own', async () => {
    const panels = api.panels.all.length;
    const second = await runToEnd(api, name, 'industrial heat pumps');
    assert.notEqual(second.run, run.run);
    assert.equal(api.panels.all.length, panels);
    assert.ok(api.panels.of(second.key));
  });
});

async function lensTitles(file: string, atLeast = 1): Promise<readonly string[]> {
  const uri = vscode.Uri.file(path.join(folderPath(), file));
  await vscode.workspace.openTextDocument(uri);
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 20);
  const titles = lenses.map(({ command }) => command?.title ?? '');
  assert.ok(titles.length >= atLeast, titles.join(' | '));
  return titles;
}
