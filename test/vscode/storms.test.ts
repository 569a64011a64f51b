import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunEvent } from '../../src/engine/events/runEvent';
import type { RunHandle, RunListener, RunResult } from '../../src/engine/supervisor/engine';
import { QuestionDesk } from '../../src/vscode/runs/questionDesk';
import { RunRecord } from '../../src/vscode/runs/runRecord';
import { LiveTree } from '../../src/vscode/views/liveTree';
import type { TreeRow } from '../../src/vscode/views/treeRow';
import { hugeRun, sampleRun } from '../support/sampleEvents';
import { when } from './support/rolecall';

/** A view that can be hidden by hand. */
function handView(): { readonly view: vscode.TreeView<string>; readonly show: (visible: boolean) => void } {
  const visibility = new vscode.EventEmitter<vscode.TreeViewVisibilityChangeEvent>();
  const view = { visible: true, onDidChangeVisibility: visibility.event, dispose: () => {} };
  return {
    view: view as unknown as vscode.TreeView<string>,
    show(visible) {
      view.visible = visible;
      visibility.fire({ visible });
    },
  };
}

/** A run whose events come when told to. */
function handRun(): { readonly handle: RunHandle; readonly send: (events: readonly RunEvent[]) => void; readonly end: () => void } {
  const listeners = new Set<RunListener>();
  let end: (result: RunResult) => void = () => {};
  const finished = new Promise<RunResult>((resolve) => (end = resolve));
  const listen = (listener: RunListener): vscode.Disposable => {
    listeners.add(listener);
    return new vscode.Disposable(() => listeners.delete(listener));
  };
  return {
    handle: { run: '1', listen, stop: () => end({ status: 'stopped', reason: 'stopped' }), finished },
    send: (events) => listeners.forEach((listener) => listener.onEvents(events)),
    end: () => end({ status: 'completed', reason: 'end' }),
  };
}

describe('a storm of events', () => {
  it('reaches the views as a few updates that miss nothing', async () => {
    const { handle, send, end } = handRun();
    const record = RunRecord.live({ folder: '/runs', run: '1' }, '/team/team.yaml', handle, new QuestionDesk());
    let updates = 0;
    record.onDidGrow(() => updates++);
    const events = hugeRun(600);
    const ended = when(record.onDidGrow, () => !record.isLive);
    for (const event of events) send([event]);
    end();
    await ended;
    assert.equal(record.lastSeq, events.length);
    assert.equal(record.view?.seq, events.at(-1)?.seq);
    assert.ok(events.length > 2000, `${events.length} events`);
    assert.ok(updates <= 4, `${updates} updates for ${events.length} events at once`);
    record.dispose();
  });

  it('gives any part of the run again', () => {
    const events = sampleRun();
    const record = RunRecord.fromLog({ folder: '/runs', run: '1' }, '/team/team.yaml', { run: '1', location: '', events, running: false, warnings: [] });
    assert.deepEqual(record.eventsFrom(1), events);
    assert.deepEqual(record.eventsFrom(7).map(({ seq }) => seq), events.slice(6).map(({ seq }) => seq));
    assert.deepEqual(record.eventsFrom(events.length + 1), []);
  });
});

describe('a tree', () => {
  const rowsOf = (step: number): readonly TreeRow[] => [
    { id: 'team', label: 'team', description: `step ${step}`, open: true, children: () => [{ id: 'a', label: 'a', description: `${step}` }, { id: 'b', label: 'b' }] },
  ];

  it('does no work while it is hidden, and catches up when it is shown', () => {
    let asked = 0;
    let step = 1;
    const tree = new LiveTree({ rows: () => (asked++, rowsOf(step)) });
    const { view, show } = handView();
    tree.attach(view);
    tree.getChildren();
    tree.getChildren('team');
    show(false);
    asked = 0;
    for (step = 2; step < 2000; step++) tree.update();
    assert.deepEqual([asked, tree.refreshesMade], [0, 0]);
    const drawn: (string[] | undefined)[] = [];
    tree.onDidChangeTreeData((ids) => drawn.push(ids));
    show(true);
    assert.deepEqual(drawn, [['team']]);
    assert.equal(tree.getTreeItem('team').description, 'step 2000');
    tree.dispose();
  });

  it('gives a window no more to draw until it has drawn what it was told of', () => {
    let step = 1;
    const tree = new LiveTree({ rows: () => rowsOf(step) });
    tree.attach(handView().view);
    tree.getChildren();
    const drawn: (string[] | undefined)[] = [];
    tree.onDidChangeTreeData((ids) => drawn.push(ids));
    step = 2;
    tree.update();
    assert.deepEqual(drawn, [['team']]);
    step = 3;
    tree.refreshNow();
    tree.refreshNow();
    assert.deepEqual(drawn, [['team']], 'the row has not been asked for yet');
    assert.equal(tree.getTreeItem('team').description, 'step 2');
    tree.refreshNow();
    assert.deepEqual(drawn, [['team'], ['team']]);
    assert.equal(tree.getTreeItem('team').description, 'step 3');
    tree.dispose();
  });

  it('draws only the row that changed, and keeps its elements', () => {
    let text = 'waiting';
    const tree = new LiveTree({ rows: () => [{ id: 'team', label: 'team', children: () => [{ id: 'a', label: 'a', description: text }, { id: 'b', label: 'b' }] }] });
    const { view } = handView();
    tree.attach(view);
    assert.deepEqual(tree.getChildren(), ['team']);
    assert.deepEqual(tree.getChildren('team'), ['a', 'b']);
    const drawn: (string[] | undefined)[] = [];
    tree.onDidChangeTreeData((ids) => drawn.push(ids));
    text = 'working';
    for (let i = 0; i < 500; i++) tree.update();
    assert.deepEqual(drawn, [['a']]);
    assert.equal(tree.getParent('a'), 'team');
    tree.dispose();
  });
});
