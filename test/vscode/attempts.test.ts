// @workspace test/workspaces/debugging
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { DebugProtocol } from '@vscode/debugprotocol';
import * as vscode from 'vscode';
import type { RolecallApi } from '../../src/extension';
import type { RunPanel } from '../../src/vscode/panel/runPanel';
import { folderPath, rolecall, teamNamed } from './support/rolecall';

const file = (name: string): string => path.join(folderPath(), name);

describe('an attempt with an edited card', () => {
  let api: RolecallApi;
  let session: vscode.DebugSession;
  let stops: DebugProtocol.StoppedEvent[] = [];
  const waiting: (() => void)[] = [];
  const owned: vscode.Disposable[] = [];

  before(async () => {
    api = await rolecall();
    owned.push(vscode.debug.registerDebugAdapterTrackerFactory('rolecall', {
      createDebugAdapterTracker: (started) => {
        session = started;
        return {
          onDidSendMessage: (message: DebugProtocol.ProtocolMessage) => {
            if ((message as DebugProtocol.Event).event === 'stopped') stops.push(message as DebugProtocol.StoppedEvent);
            for (const look of waiting.splice(0)) look();
          },
        };
      },
    }));
  });
  after(async () => {
    vscode.debug.removeBreakpoints(vscode.debug.breakpoints);
    await vscode.debug.stopDebugging();
    for (const each of owned) each.dispose();
  });

  const stopped = async (): Promise<number> => {
    while (stops.length === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    const [first] = stops;
    stops = [];
    return first!.body.threadId!;
  };
  /** Looks again whenever the debugger says something or a panel is sent something. */
  const panelThat = async (fits: (panel: RunPanel) => boolean): Promise<RunPanel> => {
    for (;;) {
      const found = api.panels.all.find(fits);
      if (found) return found;
      await new Promise<void>((resolve) => {
        const heard = api.runs.onDidChange(() => {
          heard.dispose();
          resolve();
        });
        setTimeout(resolve, 50);
      });
    }
  };

  it('stands beside the one before in the panel; tries join it, and Discard takes the edit back', async () => {
    vscode.debug.addBreakpoints([new vscode.SourceBreakpoint(new vscode.Location(vscode.Uri.file(file('roles/writer.yaml')), new vscode.Position(3, 0)))]);
    const { file: team } = teamNamed(api, 'debugging').loaded;
    assert.ok(await vscode.debug.startDebugging(vscode.workspace.workspaceFolders![0], { type: 'rolecall', request: 'launch', name: 'Debug', team, task: 'rain' }));
    const thread = await stopped();
    const before = api.runs.lastOf(team)!;
    const held = await panelThat(({ record }) => record === before && record.held !== null);
    assert.equal(held.record?.held?.phase, 'commit');
    const text = await readFile(file('roles/writer.yaml'), 'utf8');
    const document = await vscode.workspace.openTextDocument(file('roles/writer.yaml'));
    const editor = await vscode.window.showTextDocument(document);
    await editor.edit((edit) => edit.replace(document.lineAt(4).range, 'instructions: Write it in two words. # mine'));
    const { stackFrames: [top] } = (await session.customRequest('stackTrace', { threadId: thread })) as DebugProtocol.StackTraceResponse['body'];
    await session.customRequest('restartFrame', { frameId: top!.id });
    const panel = await panelThat(({ compared }) => compared !== null);
    assert.deepEqual([panel.compared!.about, panel.compared!.other.run, panel.compared!.step, panel.compared!.otherStep], ['attempts', before.run, 2, 2]);
    assert.notEqual(panel.record!.run, before.run);
    await stopped();
    await session.customRequest('rolecall.try', { times: 2 });
    const tried = await panelThat(({ compared }) => compared?.tries.length === 2);
    assert.deepEqual(tried.compared!.tries.map(({ record }) => record.view?.steps.at(-1)?.role), ['writer', 'writer']);
    await session.customRequest('rolecall.discard', {});
    assert.equal(await readFile(file('roles/writer.yaml'), 'utf8'), text);
  });
});
