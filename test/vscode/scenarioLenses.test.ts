// @workspace media/samples/industry-research
import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import type { RolecallApi } from '../../src/extension';
import { editorRunPorts } from '../../src/vscode/adapters/editorEngine';
import { RunController } from '../../src/vscode/runs/runController';
import { createNodeFiles } from '../../src/node/nodeFiles';
import { folderPath, noAccess, noSecrets, rolecall, runToEnd, teamNamed, when } from './support/rolecall';

const team = 'industry-research';
const scenario = 'one question takes three steps';

describe('a scenario', () => {
  let api: RolecallApi;
  before(async () => {
    api = await rolecall();
  });
  const commands = async (file: string): Promise<readonly vscode.Command[]> => {
    const uri = vscode.Uri.file(path.join(folderPath(), 'scenarios', file));
    await vscode.workspace.openTextDocument(uri);
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 20);
    return lenses.flatMap(({ command }) => command ?? []);
  };

  it('is run by the line above it, with its task and its fields, and says what that spent', async () => {
    const [run, ...others] = await commands('one-question.yaml');
    assert.deepEqual([run?.title, others.map(({ title }) => title)], ['$(play) Run', ['$(debug-alt) Debug']]);
    const { file } = teamNamed(api, team).loaded;
    await vscode.commands.executeCommand(run!.command, ...(run!.arguments as unknown[]));
    const record = api.runs.lastOfScenario(file, scenario);
    assert.ok(record, 'it runs');
    await when(api.runs.onDidChange, () => !record.isLive);
    const [started] = record.eventsFrom(1);
    assert.ok(started?.type === 'run.started');
    assert.equal(started.options.scenario, scenario);
    assert.deepEqual(Object.keys(started.options.set ?? {}), ['plan']);
    const [, , spent] = await commands('one-question.yaml');
    assert.match(spent!.title, new RegExp(`^Run ${record.run}: \\w+, step \\d+ of 20, \\d+ calls, (≈ )?[\\d,]+ in, [\\d,]+ cached, (≈ )?[\\d,]+ out, ≈ \\$[\\d.]+, (< )?\\d+ % of \\$0\\.50$`));
  });

  it('keeps what it spent beside other runs of its team, also for a later window', async () => {
    const { loaded } = teamNamed(api, team);
    const own = api.runs.lastOfScenario(loaded.file, scenario)!;
    const other = await runToEnd(api, team, 'industrial heat pumps');
    assert.equal(api.runs.lastOfScenario(loaded.file, scenario), own);
    assert.match((await commands('one-question.yaml'))[2]!.title, new RegExp(`^Run ${own.run}:`));
    const later = new RunController(editorRunPorts({ disk: async () => createNodeFiles(), workspaceRoot: () => folderPath(), secrets: noSecrets, access: noAccess }), (error) => assert.fail(String(error)));
    await later.recall(loaded);
    assert.deepEqual([later.lastOf(loaded.file)?.run, later.lastOfScenario(loaded.file, scenario)?.run], [other.run, own.run]);
    later.dispose();
  });

  it('is debugged by the line above it, with its task and its fields', async () => {
    const debug = (await commands('one-question.yaml'))[1]!;
    const started = new Promise<vscode.DebugSession>((resolve) => {
      const listening = vscode.debug.onDidStartDebugSession((session) => {
        listening.dispose();
        resolve(session);
      });
    });
    await vscode.commands.executeCommand(debug.command, ...(debug.arguments as unknown[]));
    const session = await started;
    const { task, state, stopOnEntry } = session.configuration;
    assert.deepEqual([task, state, stopOnEntry], ['what industrial heat pumps cost', { plan: ['unit prices'] }, true]);
    const ended = new Promise<void>((resolve) => {
      const listening = vscode.debug.onDidTerminateDebugSession(() => {
        listening.dispose();
        resolve();
      });
    });
    await vscode.debug.stopDebugging(session);
    await ended;
  });

  it('of one role alone shows that role\'s prompt too, filled in with what it gives, and runs that role once', async () => {
    const { file } = teamNamed(api, team).loaded;
    await when(api.runs.onDidChange, () => !api.runs.isRunningTeam(file));
    const [prompt, run, ...others] = await commands('collector-alone.yaml');
    assert.deepEqual([prompt?.title, run?.title, others[0]?.title], ['$(open-preview) Preview Prompt', '$(play) Run', '$(debug-alt) Debug']);
    await vscode.commands.executeCommand(run!.command, ...(run!.arguments as unknown[]));
    const record = api.runs.lastOf(file)!;
    await record.finished();
    assert.deepEqual(record.view!.steps.map(({ role, decision }) => [role, decision.by]), [['collector', 'person']]);
    await vscode.commands.executeCommand(prompt!.command, ...(prompt!.arguments as unknown[]));
    const shown = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'rolecall-prompt')!;
    assert.match(shown.getText(), /barriers to adoption/);
  });
});
