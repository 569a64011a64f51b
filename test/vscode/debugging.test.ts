// @workspace test/workspaces/debugging
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DebugProtocol } from '@vscode/debugprotocol';
import * as vscode from 'vscode';
import type { Tried } from '../../src/debug/customRequests';
import type { RolecallApi } from '../../src/extension';
import { inputThen } from '../../src/vscode/debugging/roleInput';
import { stateOfRun } from '../../src/vscode/views/runState';
import { folderPath, rolecall, teamNamed, when } from './support/rolecall';

const file = (name: string): string => path.join(folderPath(), name);

/** Everything that the adapter says, and a wait for what it says next. */
class Listener {
  private readonly events: DebugProtocol.Event[] = [];
  private taken = 0;
  private look: () => void = () => undefined;

  take(message: DebugProtocol.ProtocolMessage): void {
    if (message.type !== 'event') return;
    this.events.push(message as DebugProtocol.Event);
    this.look();
  }

  /** The next of these that was not waited for yet. */
  next(...names: readonly string[]): Promise<DebugProtocol.Event> {
    return new Promise((resolve) => {
      this.look = () => {
        const at = this.events.findIndex((event, index) => index >= this.taken && names.includes(event.event));
        if (at < 0) return;
        this.taken = at + 1;
        this.look = () => undefined;
        resolve(this.events[at]!);
      };
      this.look();
    });
  }
}

describe('a team that is debugged', () => {
  let api: RolecallApi;
  let listener: Listener;
  let tracking: vscode.Disposable;
  /** Not the active one, which VS Code may still say of the session before. */
  let session: vscode.DebugSession;
  before(async () => {
    api = await rolecall();
  });
  beforeEach(() => {
    listener = new Listener();
    tracking = vscode.debug.registerDebugAdapterTrackerFactory('rolecall', {
      createDebugAdapterTracker: (started) => {
        session = started;
        return { onDidSendMessage: (message: DebugProtocol.ProtocolMessage) => listener.take(message) };
      },
    });
  });
  afterEach(async () => {
    vscode.debug.removeBreakpoints(vscode.debug.breakpoints);
    await vscode.debug.stopDebugging();
    tracking.dispose();
  });

  const breakAt = (name: string, line: number): void => vscode.debug.addBreakpoints([new vscode.SourceBreakpoint(new vscode.Location(vscode.Uri.file(file(name)), new vscode.Position(line - 1, 0)))]);
  const start = async (more: object = {}): Promise<void> => {
    const { file: team } = teamNamed(api, 'debugging').loaded;
    assert.ok(await vscode.debug.startDebugging(vscode.workspace.workspaceFolders![0], { type: 'rolecall', request: 'launch', name: 'Debug', team, task: 'rain', ...more }));
  };
  const ask = <T>(command: string, args: object = {}): Thenable<T> => session.customRequest(command, args) as Thenable<T>;
  const standing = async (): Promise<string> => {
    const stopped = await listener.next('stopped', 'terminated');
    if (stopped.event === 'terminated') return 'ended';
    const { threadId } = (stopped as DebugProtocol.StoppedEvent).body;
    const { stackFrames: [top] } = await ask<DebugProtocol.StackTraceResponse['body']>('stackTrace', { threadId });
    return `${top!.name} at ${top!.source!.name}:${top!.line}`;
  };
  const workspace = async (): Promise<{ readonly reference: number; readonly rows: readonly DebugProtocol.Variable[] }> => {
    const { stackFrames: [top] } = await ask<DebugProtocol.StackTraceResponse['body']>('stackTrace', { threadId: 2 });
    const { scopes } = await ask<DebugProtocol.ScopesResponse['body']>('scopes', { frameId: top!.id });
    const reference = scopes.find(({ name }) => name === 'Shared workspace')!.variablesReference;
    return { reference, rows: (await ask<DebugProtocol.VariablesResponse['body']>('variables', { variablesReference: reference })).variables };
  };
  const go = async (command: string): Promise<string> => {
    await ask(command, { threadId: 1 });
    return standing();
  };

  it('stops at a line of a card, and steps on, back and to its end', async () => {
    breakAt('roles/writer.yaml', 1);
    await start();
    assert.equal(await standing(), 'writer begins at writer.yaml:1');
    assert.equal(await go('stepIn'), 'writer prompt is built at writer.yaml:5');
    assert.equal(await go('stepBack'), 'writer begins at writer.yaml:1');
    assert.equal(await go('stepBack'), 'planner begins at planner.yaml:1');
    assert.equal(await go('next'), 'writer begins at writer.yaml:1');
    await ask('continue', { threadId: 1 });
    assert.equal(await standing(), 'ended');
    assert.equal(api.runs.lastOf(teamNamed(api, 'debugging').loaded.file)?.view?.status, 'completed');
  });

  it('shows the shared workspace, and takes a value that fits', async () => {
    breakAt('roles/writer.yaml', 1);
    await start();
    await standing();
    const { reference, rows } = await workspace();
    assert.equal(rows.find(({ name }) => name === 'plan')?.value, '[2 items]');
    await assert.rejects(async () => ask('setVariable', { variablesReference: reference, name: 'plan', value: '7' }), /plan cannot be that: it must be array/);
    await ask('setVariable', { variablesReference: reference, name: 'plan', value: '["sun"]' });
    await standing();
    assert.equal((await workspace()).rows.find(({ name }) => name === 'plan')?.value, '[1 item]');
  });

  it('runs a role again with the card as it is typed', async () => {
    breakAt('roles/writer.yaml', 4);
    await start();
    assert.equal(await standing(), 'writer is about to commit at writer.yaml:4');
    const document = await vscode.workspace.openTextDocument(file('roles/writer.yaml'));
    const editor = await vscode.window.showTextDocument(document);
    await editor.edit((edit) => edit.replace(document.lineAt(4).range, 'instructions: Write it in two words.'));
    const { stackFrames: [top] } = await ask<DebugProtocol.StackTraceResponse['body']>('stackTrace', { threadId: 2 });
    await ask('restartFrame', { frameId: top!.id });
    assert.equal(await standing(), 'writer begins at writer.yaml:1');
    await go('stepIn');
    const { result } = await ask<DebugProtocol.EvaluateResponse['body']>('evaluate', { expression: '.prompt', context: 'repl' });
    assert.match(result, /Write it in two words\./);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('is tried several times with the edited card, which is then discarded', async () => {
    breakAt('roles/writer.yaml', 4);
    await start();
    await standing();
    const before = await readFile(file('roles/writer.yaml'), 'utf8');
    const document = await vscode.workspace.openTextDocument(file('roles/writer.yaml'));
    const editor = await vscode.window.showTextDocument(document);
    await editor.edit((edit) => edit.replace(document.lineAt(4).range, 'instructions: Write it in two words. # mine'));
    const { stackFrames: [top] } = await ask<DebugProtocol.StackTraceResponse['body']>('stackTrace', { threadId: 2 });
    await ask('restartFrame', { frameId: top!.id });
    await standing();
    const last = api.runs.lastOf(teamNamed(api, 'debugging').loaded.file)!;
    const panel = api.panels.of(last.key)!;
    await when(panel.onDidCompare, () => panel.compared !== null);
    assert.deepEqual([panel.compared!.about, panel.compared!.step, panel.compared!.otherStep], ['attempts', 2, 2]);
    const tried = await vscode.commands.executeCommand<Tried>('rolecall.tryRole', { times: 2 });
    await when(panel.onDidCompare, () => panel.compared!.tries.length === 2);
    assert.deepEqual(panel.compared!.tries.map(({ record, step }) => [record.run, step]), tried.attempts.map(({ run, step }) => [run, step]));
    assert.deepEqual(tried.attempts.map(({ state, output }) => [state, output]), [1, 2].map(() => ['committed', { note: 'On 2 things.' }]));
    assert.equal(api.runs.lastOf(last.teamFile), last, 'the run in front stays');
    await vscode.commands.executeCommand('rolecall.discardCard');
    assert.equal(await readFile(file('roles/writer.yaml'), 'utf8'), before);
    assert.equal(document.isDirty, false);
  });

  it('says that it is paused, and where, and has no notice beside the toolbar', async () => {
    breakAt('roles/writer.yaml', 5);
    await start();
    await standing();
    const record = api.runs.lastOf(teamNamed(api, 'debugging').loaded.file)!;
    assert.equal(stateOfRun(record.view!, record), 'paused');
    assert.deepEqual([record.isDebugged, record.held?.phase, record.held?.why, record.held?.at], [true, 'prompt', 'breakpoint', { file: 'roles/writer.yaml', line: 5, column: 1 }]);
    await ask('continue', { threadId: 2 });
    assert.equal(await standing(), 'ended');
    assert.equal(record.held, null);
  });

  it('is one role alone, with what it had in a step of a run', async () => {
    const { file: team } = teamNamed(api, 'debugging').loaded;
    const record = api.runs.lastOf(team)!;
    const given = inputThen(record.eventsFrom(1), { within: [], step: 2 })!;
    assert.deepEqual(given, { task: 'rain', state: { plan: ['rain', 'snow'] }, input: {} });
    await start({ role: 'writer', ...given });
    assert.equal(await standing(), 'ended');
    const alone = api.runs.lastOf(team)!;
    assert.deepEqual([alone.view!.steps.length, alone.view!.reason, alone.view!.steps[0]!.role], [1, 'end', 'writer']);
  });

  it('is left as a run that can be resumed when the session is stopped', async () => {
    await start({ stopOnEntry: true });
    await standing();
    await vscode.debug.stopDebugging();
    const record = api.runs.lastOf(teamNamed(api, 'debugging').loaded.file)!;
    await record.finished();
    assert.equal(record.canResume, true);
  });

  it('says why a configuration cannot be used', async () => {
    const text = await readFile(file('roles/planner.yaml'), 'utf8');
    await writeFile(file('roles/planner.yaml'), `${text}reeds: [plan]\n`);
    await api.teams.checkAll();
    const { file: team } = teamNamed(api, 'debugging').loaded;
    // The editor shows it in a dialog, which tests are refused.
    await assert.rejects(async () => vscode.debug.startDebugging(undefined, { type: 'rolecall', request: 'launch', name: 'Debug', team, task: 'x' }), /planner\.yaml:5: `reeds` is no key of a role card/);
    await writeFile(file('roles/planner.yaml'), text);
    await api.teams.checkAll();
  });
});
