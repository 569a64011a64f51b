import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { commandIds } from '../../src/vscode/ids';
import { folderPath, problemsIn, rolecall, teamNamed, treeText } from './support/rolecall';

describe('in an empty folder', () => {
  it('starts with no team and says so', async () => {
    const api = await rolecall();
    assert.equal(api.teams.isReady, true);
    assert.equal(treeText(api.teamsTree), '');
    assert.equal(treeText(api.workspaceTree), '');
    assert.equal(api.statusBar?.text, null);
  });

  it('has every command', async () => {
    await rolecall();
    const known = new Set(await vscode.commands.getCommands(true));
    for (const id of Object.values(commandIds)) assert.ok(known.has(id), id);
  });

  it('makes a new team from the sample, which passes its own check', async () => {
    const api = await rolecall();
    const made = await vscode.commands.executeCommand<vscode.Uri | undefined>(commandIds.newTeam, { template: 'industry-research', parent: folderPath(), name: 'mine' });
    assert.equal(made?.fsPath, path.join(folderPath(), 'mine', 'team.yaml'));
    assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, made.fsPath);
    assert.equal(teamNamed(api, 'mine').loaded.diagnostics.filter(({ severity }) => severity === 'error').length, 0);
    assert.deepEqual(problemsIn(made.fsPath).map(({ message }) => message), []);
    for (const [file, schema] of [['team.yaml', 'schemas/team'], ['roles/writer.yaml', '../schemas/role'], ['demo.script.yaml', 'schemas/script'], ['scenarios/one-question.yaml', '../schemas/scenario']] as const) {
      const [first] = (await readFile(path.join(folderPath(), 'mine', file), 'utf8')).split('\n');
      assert.equal(first, `# yaml-language-server: $schema=${schema}.schema.json`);
      const text = await readFile(path.join(folderPath(), 'mine', path.dirname(file), `${schema}.schema.json`), 'utf8');
      assert.match((JSON.parse(text) as { title: string }).title, /^Rolecall: /);
    }
  });

  it('never writes over what is there', async () => {
    await rolecall();
    const file = path.join(folderPath(), 'mine', 'team.yaml');
    await writeFile(file, '# mine\nteam: mine\n');
    const made = await vscode.commands.executeCommand<vscode.Uri | undefined>(commandIds.newTeam, { template: 'industry-research', parent: folderPath(), name: 'mine' });
    assert.equal(made, undefined);
    assert.equal(await readFile(file, 'utf8'), '# mine\nteam: mine\n');
  });

  it('takes no name that leads out of the folder', async () => {
    await rolecall();
    for (const name of ['../out', 'a/b', '..', ' ']) {
      assert.equal(await vscode.commands.executeCommand(commandIds.newTeam, { template: 'industry-research', parent: folderPath(), name }), undefined, name);
    }
  });
});
