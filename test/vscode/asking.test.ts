// @workspace test/workspaces/asking
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RolecallApi } from '../../src/extension';
import { createNodeFiles } from '../../src/node/nodeFiles';
import { editorRunPorts } from '../../src/vscode/adapters/editorEngine';
import { RunController } from '../../src/vscode/runs/runController';
import type { RunRecord } from '../../src/vscode/runs/runRecord';
import { folderPath, noAccess, noSecrets, rolecall, statusBarShows, teamNamed, treeText, when } from './support/rolecall';

describe('a run that asks a person', () => {
  let api: RolecallApi;
  before(async () => {
    api = await rolecall();
  });
  afterEach(() => api.runs.stopAll());

  const asks = (run: RunRecord): readonly string[] => run.view?.waiting.map(({ id }) => id) ?? [];

  async function begin(): Promise<RunRecord> {
    const { file } = teamNamed(api, 'asking').loaded;
    await vscode.commands.executeCommand('rolecall.runTeam', { team: file, task: 'tea' });
    const run = api.runs.lastOf(file)!;
    await when(api.runs.onDidChange, () => asks(run).length === 1);
    return run;
  }

  const answer = (run: RunRecord, id: string, said: 'approve' | 'reject', note = '') =>
    vscode.commands.executeCommand('rolecall.answerQuestion', { ...run.place, id, answer: said, note });

  it('says so everywhere, and goes on with each answer', async () => {
    const run = await begin();
    assert.deepEqual(asks(run), ['s2.before']);
    await statusBarShows(api, /^\$\(bell-dot\) asking {2}step 2 of /);
    assert.match(treeText(api.teamsTree), /^loading~spin asking \| waiting for you · step 2\n {2}check planner .+\n {2}bell-dot writer/m);
    await answer(run, 's2.before', 'approve');
    await when(api.runs.onDidChange, () => asks(run)[0] === 's2.after.1');
    await answer(run, 's2.after.1', 'approve');
    await when(api.runs.onDidChange, () => !run.isLive);
    assert.equal(run.view?.status, 'completed');
    assert.equal(run.view.fields.find(({ name }) => name === 'note')?.value, 'About one and two.');
  });

  it('does not take an answer to what it does not ask', async () => {
    const run = await begin();
    await answer(run, 's2.after.1', 'approve');
    assert.deepEqual(asks(run), ['s2.before']);
    await answer(run, 's2.before', 'reject', 'Not today');
    await when(api.runs.onDidChange, () => !run.isLive);
    assert.equal(run.view?.status, 'failed');
    assert.match(run.view.message ?? '', /Not today/);
  });

  it('still asks after the window was closed, and an answer takes it up again', async () => {
    const run = await begin();
    await api.runs.leaveAll();
    assert.equal(run.view?.status, 'waiting');
    const ports = editorRunPorts({ disk: async () => createNodeFiles(), workspaceRoot: () => folderPath(), secrets: noSecrets, access: noAccess });
    const other = new RunController(ports, (error) => assert.fail(String(error)));
    await other.recall(teamNamed(api, 'asking').loaded);
    const found = other.lastOf(run.teamFile)!;
    assert.deepEqual([found.run, found.canResume, asks(found)], [run.run, true, ['s2.before']]);
    assert.equal(await other.answer(found, 's2.before', { answer: 'approve', by: 'person' }), true);
    const taken = other.lastOf(run.teamFile)!;
    await when(other.onDidChange, () => asks(taken)[0] === 's2.after.1');
    assert.equal(taken.view?.spend.byRole.find(({ name }) => name === 'planner')?.calls, 1, 'the planner was not asked again');
    assert.equal(await other.answer(taken, 's2.after.1', { answer: 'approve', by: 'person' }), true);
    await taken.finished();
    assert.equal(taken.view.status, 'completed');
    other.dispose();
  });

  it('can be stopped while it waits, and taken up by the command', async () => {
    const run = await begin();
    await vscode.commands.executeCommand('rolecall.stopRun', { team: run.teamFile });
    await when(api.runs.onDidChange, () => !run.isLive);
    assert.equal(run.view?.status, 'stopped');
    await vscode.commands.executeCommand('rolecall.resumeRun', { team: run.teamFile });
    const taken = api.runs.lastOf(run.teamFile)!;
    assert.notEqual(taken, run);
    assert.equal(taken.run, run.run);
    await when(api.runs.onDidChange, () => asks(taken).length === 1);
    assert.deepEqual(asks(taken), ['s2.before']);
  });
});
