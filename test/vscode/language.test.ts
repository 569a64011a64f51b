// @workspace test/golden/language/team
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { RolecallApi } from '../../src/extension';
import { ask, behind as behindIn, completions, hoverText, labelOf, type Place } from './support/ask';
import { folderPath, rolecall, teamNamed, when } from './support/rolecall';

const fileNamed = (name: string): vscode.Uri => vscode.Uri.file(path.join(folderPath(), name));

const behind = (name: string, before: string): Promise<Place> => behindIn(fileNamed(name), before);

async function replaceIn(name: string, before: string, after: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(fileNamed(name));
  const start = document.getText().indexOf(before);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(document.positionAt(start), document.positionAt(start + before.length)), after);
  assert.ok(start >= 0 && (await vscode.workspace.applyEdit(edit)));
}

describe('in a card that is open', () => {
  let api: RolecallApi;
  before(async () => {
    api = await rolecall();
  });

  it('completion offers the keys that are left, while one is half typed', async () => {
    await replaceIn('roles/writer.yaml', 'limits: { calls: 2 }', 'limits: { calls: 2 }\nfor');
    const items = await completions(await behind('roles/writer.yaml', '\nfor'));
    assert.ok(items.some((item) => labelOf(item) === 'forbidden'), items.map(labelOf).join());
    assert.ok(!items.some((item) => labelOf(item) === 'reads'));
    assert.match((items.find((item) => labelOf(item) === 'forbidden')?.documentation as vscode.MarkdownString).value, /must not do/);
    await replaceIn('roles/writer.yaml', '\nfor', '');
    await api.teams.settled();
    assert.deepEqual(api.teams.teams[0]?.loaded.diagnostics, []);
  });

  it('completion offers fields inside a template, and puts one in where the word stands', async () => {
    const place = await behind('roles/writer.yaml', '{{ state.');
    const item = (await completions(place, '.')).find((each) => labelOf(each) === 'plan');
    const { inserting, replacing } = item?.range as { inserting: vscode.Range; replacing: vscode.Range };
    const document = await vscode.workspace.openTextDocument(place.uri);
    assert.deepEqual([document.getText(inserting), document.getText(replacing)], ['', 'findings']);
    assert.match((item?.documentation as vscode.MarkdownString).value, /written by `planner`/);
  });

  it('completion is silent behind a space in a sentence', async () => {
    assert.deepEqual(await completions(await behind('roles/researcher.yaml', 'Quote, do '), ' '), []);
    assert.ok((await completions(await behind('roles/researcher.yaml', 'on_failure: '), ' ')).some((item) => labelOf(item) === 'escalate'));
  });

  it('hover tells what a key means, and of a field who writes it', async () => {
    assert.match(await hoverText(await behind('roles/researcher.yaml', 'on_fail')), /retries and revisions are used up/);
    assert.match(await hoverText(await behind('team.yaml', 'size(state.find')), /written by `researcher` · read by `writer`/);
  });

  it('hover tells what a field held in the last run', async () => {
    // The run then waits for a person before the writer: it need not end to have written.
    const { file } = teamNamed(api, 'research').loaded;
    await vscode.commands.executeCommand('rolecall.runTeam', { team: file, task: 'heat pumps' });
    await when(api.runs.onDidChange, () => (api.runs.lastOf(file)?.view?.fields.find(({ name }) => name === 'plan')?.version ?? 0) > 0);
    assert.match(await hoverText(await behind('team.yaml', 'size(state.pl')), /version 1 by `planner`[^]*"support"/);
    assert.match(await hoverText(await behind('team.yaml', 'to: plan')), /1 call, .* tokens/);
  });

  it('goes from an expression to the line that declares the field', async () => {
    const [link] = await ask<(vscode.LocationLink | vscode.Location)[]>('vscode.executeDefinitionProvider', await behind('roles/writer.yaml', '{{ state.find'));
    assert.ok(link && 'targetUri' in link);
    assert.equal(link.targetUri.fsPath, fileNamed('team.yaml').fsPath);
    assert.equal(link.targetRange.start.line, 13);
  });

  it('goes from a route to the card of the role', async () => {
    const [link] = await ask<vscode.LocationLink[]>('vscode.executeDefinitionProvider', await behind('team.yaml', 'to: plan'));
    assert.equal(link?.targetUri.fsPath, fileNamed('roles/planner.yaml').fsPath);
  });

  it('finds every reference to a role, in every file', async () => {
    const found = await ask<vscode.Location[]>('vscode.executeReferenceProvider', await behind('team.yaml', 'to: writ'));
    const files = found.map(({ uri }) => path.basename(uri.fsPath)).sort();
    assert.deepEqual(files, ['demo.script.yaml', 'demo.script.yaml', 'team.yaml', 'team.yaml', 'team.yaml', 'team.yaml', 'team.yaml', 'whole.yaml', 'writer.yaml']);
  });

  it('marks the other places of a name in the same file', async () => {
    const found = await ask<vscode.DocumentHighlight[]>('vscode.executeDocumentHighlights', await behind('team.yaml', 'size(state.find'));
    assert.deepEqual(found.map(({ range }) => range.start.line).sort((a, b) => a - b), [13, 16]);
  });

  it('renames a field everywhere, touching nothing else', async () => {
    const place = await behind('team.yaml', '\n  find');
    const prepared = await ask<{ placeholder: string }>('vscode.prepareRename', place);
    assert.equal(prepared.placeholder, 'findings');
    const edit = await ask<vscode.WorkspaceEdit>('vscode.executeDocumentRenameProvider', place, 'notes');
    assert.equal(edit.entries().length, 5);
    assert.ok(await vscode.workspace.applyEdit(edit));
    const text = (await vscode.workspace.openTextDocument(fileNamed('team.yaml'))).getText();
    assert.match(text, /^ {2}notes: \{ type: array, reducer: append, key: source \} # what was found$/m);
    assert.equal(text.replaceAll('notes', 'findings'), await readFile(fileNamed('team.yaml').fsPath, 'utf8'));
    await api.teams.settled();
    assert.deepEqual(api.teams.teams[0]?.loaded.diagnostics, []);
    const back = await ask<vscode.WorkspaceEdit>('vscode.executeDocumentRenameProvider', await behind('roles/writer.yaml', '{{ state.no'), 'findings');
    assert.ok(await vscode.workspace.applyEdit(back));
    assert.equal((await vscode.workspace.openTextDocument(fileNamed('team.yaml'))).getText(), await readFile(fileNamed('team.yaml').fsPath, 'utf8'));
  });

  it('does not rename a word of a sentence, nor to what is there', async () => {
    await assert.rejects(async () => ask('vscode.prepareRename', await behind('roles/planner.yaml', 'Name the pa')), /none of them/);
    await assert.rejects(async () => ask('vscode.executeDocumentRenameProvider', await behind('team.yaml', 'to: writ'), 'planner'), /already, in team\.yaml/);
  });

  it('has an outline of what is in it', async () => {
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>('vscode.executeDocumentSymbolProvider', fileNamed('team.yaml'));
    assert.deepEqual(symbols.find(({ name }) => name === 'state')?.children.map(({ name }) => name), ['plan', 'findings']);
    assert.deepEqual(symbols.find(({ name }) => name === 'routes')?.children.map(({ name, detail }) => `${name}: ${detail}`)[0], 'planner: size(state.plan) == 0');
  });

  it('folds keys that take several lines', async () => {
    const folds = await vscode.commands.executeCommand<vscode.FoldingRange[]>('vscode.executeFoldingRangeProvider', fileNamed('team.yaml'));
    assert.ok(folds.some(({ start, end }) => start === 14 && end === 17), JSON.stringify(folds));
  });

  it('has links to scripts, folders and teams', async () => {
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', fileNamed('team.yaml'));
    assert.ok(links.some(({ target }) => target?.fsPath === fileNamed('demo.script.yaml').fsPath), JSON.stringify(links));
    assert.ok(links.some(({ target }) => target?.scheme === 'command' && target.query.includes('docs')));
  });

  it('has colours inside expressions', async () => {
    const legend = await vscode.commands.executeCommand<vscode.SemanticTokensLegend>('vscode.provideDocumentSemanticTokensLegend', fileNamed('team.yaml'));
    const tokens = await vscode.commands.executeCommand<vscode.SemanticTokens>('vscode.provideDocumentSemanticTokens', fileNamed('team.yaml'));
    assert.ok(tokens.data.length > 50);
    // The first is the brace behind `goal: A report on `.
    assert.deepEqual([...tokens.data.slice(0, 3)], [1, 18, 2]);
    assert.equal(legend.tokenTypes[tokens.data[5 + 3]!], 'variable');
  });

  it('says nothing about YAML that is no card', async () => {
    await vscode.workspace.fs.writeFile(fileNamed('docs/compose.yaml'), Buffer.from('services:\n  web: { image: x }\n'));
    const place = await behind('docs/compose.yaml', 'services:\n  ');
    assert.deepEqual(await completions(place), []);
    assert.equal(await hoverText(place), '');
  });
});
