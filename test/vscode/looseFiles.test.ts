// Every provider answers wherever a team lies, in no folder of the window, or on no disk; and in whatever state its files are.
import assert from 'node:assert/strict';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { RolecallApi } from '../../src/extension';
import { ask, behind, hoverText, labels } from './support/ask';
import { MemoryFolder } from './support/memoryFolder';
import { problemsIn, rolecall, when } from './support/rolecall';

const ours = (uri: vscode.Uri): readonly vscode.Diagnostic[] => vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'rolecall');

const team = 'team: notes\ngoal: A note on {{ task }}\ntopology: pipeline\npipeline: [finder, writer]\nmodels: { demo: { provider: scripted, script: demo.script.yaml } }\nmodel: demo\n';
const files = {
  'team.yaml': team,
  'demo.script.yaml': 'replies:\n  - { role: finder, output: { found: [] } }\n',
  'roles/finder.yaml': 'role: finder\nresponsibility: Find.\nwrites: { found: { type: array } }\n',
  'roles/writer.yaml': 'role: writer\nresponsibility: Write.\nreads: [found]\ninstructions: Use {{ size(state.found) }} notes.\nwrites: { note: { type: string } }\n',
};

/** What is asked of a team, through each provider, wherever it lies. */
async function everyProviderAnswers(at: (name: string) => vscode.Uri): Promise<void> {
  const writer = at('roles/writer.yaml');
  for (const name of Object.keys(files)) await vscode.workspace.openTextDocument(at(name));
  assert.ok((await labels(await behind(writer, 'reads: ['))).includes('found'));
  assert.match(await hoverText(await behind(writer, 'state.fou')), /written by `finder` · read by `writer`/);
  const [link] = await ask<vscode.LocationLink[]>('vscode.executeDefinitionProvider', await behind(writer, 'state.fou'));
  assert.equal(link?.targetUri.toString(), at('roles/finder.yaml').toString());
  const references = await ask<vscode.Location[]>('vscode.executeReferenceProvider', await behind(writer, 'state.fou'));
  const touched = ['demo.script.yaml', 'roles/finder.yaml', 'roles/writer.yaml'].map((name) => at(name).toString());
  assert.deepEqual([...new Set(references.map(({ uri }) => uri.toString()))].sort(), touched);
  const edit = await ask<vscode.WorkspaceEdit>('vscode.executeDocumentRenameProvider', await behind(writer, 'state.fou'), 'passages');
  assert.deepEqual(edit.entries().map(([uri]) => uri.toString()).sort(), touched);
  const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>('vscode.executeDocumentSymbolProvider', at('team.yaml'));
  assert.ok(symbols.some(({ name }) => name === 'models'));
  const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', at('team.yaml'));
  assert.ok(links.some(({ target }) => target?.toString() === at('demo.script.yaml').toString()), JSON.stringify(links));
  const tokens = await vscode.commands.executeCommand<vscode.SemanticTokens>('vscode.provideDocumentSemanticTokens', writer);
  assert.ok(tokens.data.length > 0);
  const folds = await vscode.commands.executeCommand<vscode.FoldingRange[]>('vscode.executeFoldingRangeProvider', at('demo.script.yaml'));
  assert.ok(folds.length > 0);
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', writer, 5);
  assert.deepEqual(lenses.map(({ command }) => command?.title), ['$(play) Run', '$(debug-alt) Debug', '$(debug-line-by-line) Debug This Role']);
}

describe('the language features', () => {
  let api: RolecallApi;
  before(async () => {
    api = await rolecall();
  });

  /** A team in a folder of its own, outside of the window's folders. */
  async function opened(changed: Readonly<Record<string, string>>, name: string): Promise<{ readonly document: vscode.TextDocument; readonly at: (name: string) => vscode.Uri }> {
    const folder = await mkdtemp(path.join(tmpdir(), 'rolecall-any-'));
    const at = (each: string): vscode.Uri => vscode.Uri.file(path.join(folder, each));
    for (const [each, text] of Object.entries({ ...files, ...changed })) await vscode.workspace.fs.writeFile(at(each), Buffer.from(text));
    const document = await vscode.workspace.openTextDocument(at(name));
    await when(api.teams.onDidChange, () => api.teams.teamsOf(document.uri.fsPath).length > 0);
    return { document, at };
  }

  it('answer for a file that is opened by itself, outside of every folder', async () => {
    const { at } = await opened({}, 'roles/writer.yaml');
    await everyProviderAnswers(at);
  });

  it('answer in a folder that lies on no disk, and check it while it is typed into', async () => {
    const provider = new MemoryFolder(Object.fromEntries(Object.entries(files).map(([name, text]) => [`/notes/${name}`, text])));
    const registered = vscode.workspace.registerFileSystemProvider('rolecall-memory', provider);
    const at = (name: string): vscode.Uri => vscode.Uri.from({ scheme: 'rolecall-memory', authority: 'somewhere', path: `/notes/${name}` });
    const document = await vscode.workspace.openTextDocument(at('roles/writer.yaml'));
    await when(api.teams.onDidChange, () => api.teams.teams.some(({ loaded }) => loaded.name === 'notes' && loaded.file.startsWith('/@')));
    await everyProviderAnswers(at);
    const broken = when(vscode.languages.onDidChangeDiagnostics, () => ours(at('roles/writer.yaml')).some(({ code }) => code === 'unknown-key'));
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), 'reeds: [found]\n');
    await vscode.workspace.applyEdit(edit);
    await broken;
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    registered.dispose();
  });

  const variants: readonly (readonly [string, (text: string) => string])[] = [
    ['LF', (text) => text],
    ['CRLF', (text) => text.replaceAll('\n', '\r\n')],
    ['mixed line ends', (text) => text.split('\n').map((line, index) => line + (index % 2 === 0 ? '\r' : '')).join('\n').replace(/\r$/, '')],
    ['a byte order mark', (text) => `\uFEFF${text}`],
  ];
  for (const [name, written] of variants) {
    it(`rename in a card with ${name}, changing the name alone`, async () => {
      const { document, at } = await opened({ 'roles/writer.yaml': written(files['roles/writer.yaml']) }, 'roles/writer.yaml');
      const edit = await ask<vscode.WorkspaceEdit>('vscode.executeDocumentRenameProvider', await behind(document.uri, 'state.fou'), 'passages');
      assert.ok(await vscode.workspace.applyEdit(edit));
      assert.equal(document.getText().replaceAll('passages', 'found').replaceAll('\r', ''), files['roles/writer.yaml']);
      for (const each of Object.keys(files)) await (await vscode.workspace.openTextDocument(at(each))).save();
      const saved = await readFile(at('roles/writer.yaml').fsPath, 'utf8');
      // VS Code gives a file with mixed line ends those that most of its lines have.
      if (name !== 'mixed line ends') assert.equal(saved, written(files['roles/writer.yaml']).replaceAll('found', 'passages'));
      await api.teams.settled();
      assert.deepEqual(api.teams.teamsOf(document.uri.fsPath)[0]?.loaded.diagnostics.filter(({ severity }) => severity === 'error'), []);
    });
  }

  it('answer in a card with a merge conflict, on the side that is looked at', async () => {
    const text = 'role: writer\nresponsibility: Write.\n<<<<<<< HEAD\nreads: [found]\n=======\nreads: [task]\non_failure: \n>>>>>>> theirs\nwrites: { note: { type: string } }\n';
    const { document } = await opened({ 'roles/writer.yaml': text }, 'roles/writer.yaml');
    assert.deepEqual(problemsIn(document.uri.fsPath).map(({ code }) => code), ['conflict-mark']);
    assert.match(await hoverText(await behind(document.uri, 'reads: [fou')), /written by `finder`/);
    assert.ok((await labels(await behind(document.uri, 'on_failure: '))).includes('escalate'));
  });

  it('answer among Chinese names, at their own places', async () => {
    const chinese = { 'roles/finder.yaml': 'role: finder\nname: 检索员\nresponsibility: 检索资料，注明来源。\nwrites: { found: { type: array } }\n', 'roles/写手.yaml': 'role: author\nname: 写手\nresponsibility: 撰写。\nreads: [found]\ninstructions: 用 {{ size(state.found) }} 条资料，😀 {{ state.fuond }}\nwrites: { text: { type: string } }\n' };
    const { document } = await opened(chinese, 'roles/写手.yaml');
    const [problem] = problemsIn(document.uri.fsPath).filter(({ code }) => String(code).startsWith('expression-'));
    assert.equal(problem && document.getText(problem.range), 'fuond');
    assert.match(await hoverText(await behind(document.uri, 'size(state.fou')), /written by `finder`/);
  });

  it('say that a tab indents, and where', async () => {
    const { document } = await opened({ 'roles/writer.yaml': 'role: writer\nresponsibility: Write.\nlimits:\n\tcalls: 2\n' }, 'roles/writer.yaml');
    const [problem] = problemsIn(document.uri.fsPath);
    assert.deepEqual([problem?.code, problem?.range.start.line, problem?.range.start.character], ['tab-indent', 3, 0]);
  });

  it('say of a file of 50,000 lines that it is not read, and stay quick', async () => {
    const { document, at } = await opened({ 'roles/writer.yaml': `${files['roles/writer.yaml']}${'# a line\n'.repeat(50_000)}` }, 'roles/writer.yaml');
    assert.deepEqual(problemsIn(document.uri.fsPath).map(({ code }) => code), ['file-too-large']);
    assert.ok(document.lineCount > 50_000);
    const before = performance.now();
    assert.ok((await labels(await behind(at('roles/finder.yaml'), 'writes: '))).length >= 0);
    assert.equal(await hoverText(await behind(document.uri, 'responsib')), '');
    assert.ok(performance.now() - before < 5000);
    const edit = new vscode.WorkspaceEdit();
    edit.delete(document.uri, new vscode.Range(new vscode.Position(6, 0), document.positionAt(document.getText().length)));
    await vscode.workspace.applyEdit(edit);
    await when(vscode.languages.onDidChangeDiagnostics, () => problemsIn(document.uri.fsPath).length === 0);
  });
});
