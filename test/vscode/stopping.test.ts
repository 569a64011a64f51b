// @workspace test/workspaces/slow
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import type { RolecallApi } from '../../src/extension';
import { createNodeFiles } from '../../src/node/nodeFiles';
import { editorRunPorts } from '../../src/vscode/adapters/editorEngine';
import { RunController } from '../../src/vscode/runs/runController';
import type { RunRecord } from '../../src/vscode/runs/runRecord';
import { stateOfRun } from '../../src/vscode/views/runState';
import { folderPath, noAccess, noSecrets, rolecall, statusBarShows, teamNamed, treeText, when } from './support/rolecall';

describe('runs whose model never answers', () => {
  let api: RolecallApi;
  before(async () => {
    api = await rolecall();
  });
  afterEach(() => api.runs.stopAll());

  async function begin(name: string): Promise<RunRecord> {
    const { file } = teamNamed(api, name).loaded;
    await vscode.commands.executeCommand('rolecall.runTeam', { team: file, task: 'waiting' });
    const run = api.runs.lastOf(file)!;
    await when(api.runs.onDidChange, () => run.view?.steps.length === 2 && run.view.steps[1]!.activity.length > 0);
    return run;
  }

  it('show what they wait for, and stop at once', async () => {
    const run = await begin('first');
    assert.match(treeText(api.teamsTree), /^loading~spin first \| running · step 2\n {2}check drafter \| 1 step · .+\n {2}loading~spin editor \| \S/m);
    await statusBarShows(api, /^\$\(loading~spin\) first {2}step 2 of 20 {2}/);
    assert.equal(api.statusBar?.canStop, true);
    await vscode.commands.executeCommand('rolecall.stopRun', { team: run.teamFile });
    await when(api.runs.onDidChange, () => !run.isLive);
    assert.equal(run.view?.status, 'stopped');
    assert.equal(api.statusBar?.canStop, false);
    assert.match(treeText(api.teamsTree), /^organization first \| stopped · step 2\n {2}check drafter .+\n {2}stop-circle editor/m);
  });

  it('go on beside each other; stopping one leaves the other', async () => {
    const [first, second] = [await begin('first'), await begin('second')];
    assert.equal(api.runs.live.length, 2);
    await statusBarShows(api, / \+1$/);
    await vscode.commands.executeCommand('rolecall.stopRun', { team: first.teamFile });
    await when(api.runs.onDidChange, () => !first.isLive);
    assert.equal(second.isLive, true);
    assert.notEqual(first.key, second.key);
  });

  it('may be two of the same team', async () => {
    const [one, two] = [await begin('first'), await begin('first')];
    assert.notEqual(one.run, two.run);
    assert.equal(api.runs.live.length, 2);
    await vscode.commands.executeCommand('rolecall.stopRun', { team: one.teamFile });
    await when(api.runs.onDidChange, () => api.runs.live.length === 0);
    assert.deepEqual([one.view?.status, two.view?.status], ['stopped', 'stopped']);
  });

  it('stop also before there is a run', async () => {
    const { file, ...rest } = teamNamed(api, 'second').loaded;
    const starting = api.runs.start({ loaded: { file, ...rest }, task: 'x' });
    assert.equal(api.runs.isRunningTeam(file), true);
    assert.equal(api.statusBar?.text, '$(loading~spin) second  starting');
    assert.equal(api.statusBar?.canStop, true);
    api.runs.stopTeam(file);
    const run = await starting;
    await run?.finished();
    assert.equal(api.runs.isRunning, false);
  });

  it('stop while a server keeps its answer back, and hang up', async () => {
    const server = createServer();
    const asked = once(server, 'request') as Promise<[IncomingMessage]>;
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const file = `${folderPath()}/silent.team.yaml`;
    await writeFile(file, `team: silent\ngoal: x\nmodels: { m: { provider: openai, model: m, base_url: "http://127.0.0.1:${port}/v1" } }\nmodel: m\n` +
      'topology: pipeline\nroles: [{ role: one, responsibility: Wait., writes: { out: { type: string } }, limits: { timeout: 1h } }]\n');
    await api.teams.checkAll();
    await vscode.commands.executeCommand('rolecall.runTeam', { team: file, task: 'x' });
    const run = api.runs.lastOf(file)!;
    const [request] = await asked;
    const hungUp = once(request.socket, 'close');
    await vscode.commands.executeCommand('rolecall.stopRun', { team: file });
    await when(api.runs.onDidChange, () => !run.isLive);
    await hungUp;
    assert.equal(run.view?.status, 'stopped');
    server.close();
  });

  it('are known by another window for what they are', async () => {
    const run = await begin('second');
    const ports = editorRunPorts({ disk: async () => createNodeFiles(), workspaceRoot: () => folderPath(), secrets: noSecrets, access: noAccess });
    const other = new RunController(ports, (error) => assert.fail(String(error)));
    await other.recall(teamNamed(api, 'second').loaded);
    const seen = other.lastOf(run.teamFile)!;
    assert.equal(seen.run, run.run);
    assert.equal(stateOfRun(seen.view!, seen), 'elsewhere');
    assert.equal(seen.warnings.length, 1);
    other.dispose();
    assert.equal(run.isLive, true);
  });

  it('close their logs with the window', async () => {
    const run = await begin('second');
    await api.runs.stopAll();
    assert.equal(run.view?.status, 'stopped');
    const read = await api.runs.open(run.place);
    assert.equal(read.view?.status, 'stopped');
  });
});
