// @workspace test/workspaces/history
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { RolecallApi } from '../../src/extension';
import type { RunEvent } from '../../src/engine/events/runEvent';
import { createRunLogs } from '../../src/node/runLog/runLogs';
import type { RunRecord } from '../../src/vscode/runs/runRecord';
import { failedRun, runUntil, sampleRun, stoppedRun, waitingRun } from '../support/sampleEvents';
import { folderPath, rolecall, runToEnd, teamNamed, treeText, when } from './support/rolecall';

const name = 'history';
const time = String.raw`\d\d:\d\d`;

describe('the Runs view', () => {
  let api: RolecallApi;
  let first: RunRecord;
  const runsFolder = () => path.join(folderPath(), '.rolecall', 'runs');
  const lines = () => treeText(api.runsTree, 4).split('\n');
  const rowOf = (run: string) => {
    const tree = api.runsTree!;
    const visit = (ids: readonly string[]): string | undefined => {
      for (const id of ids) {
        if (id.endsWith(`\n${run}`)) return id;
        const inside = visit(tree.getChildren(id));
        if (inside !== undefined) return inside;
      }
      return undefined;
    };
    const id = visit(tree.getChildren());
    assert.ok(id, `run ${run} has a row`);
    return tree.row(id)!;
  };
  /** As another process would, which this window learns of by the file system alone. */
  const keep = async (events: readonly RunEvent[], isOpen = false): Promise<string> => {
    const log = await createRunLogs(runsFolder()).create();
    log.append(events);
    await log.flush();
    if (!isOpen) await log.close();
    return log.run;
  };
  /** A file watcher that is not up yet loses a change: it is made again until it is seen. */
  const seen = async (holds: () => boolean): Promise<void> => {
    const touchAll = async (): Promise<void> => {
      for (const run of await readdir(runsFolder())) await utimes(path.join(runsFolder(), run, 'events.jsonl'), new Date(), new Date()).catch(() => {});
    };
    const again = setInterval(() => void touchAll(), 1000);
    await when(api.history!.onDidChange, holds).finally(() => clearInterval(again));
  };
  const isThere = (run: string) => () => api.history!.folders.some(({ runs }) => runs.some((each) => each.run === run));

  before(async () => {
    api = await rolecall();
    await vscode.commands.executeCommand('rolecall.runs.focus');
  });

  it('is empty before anything has run', async () => {
    await api.history!.upToDate();
    assert.deepEqual(api.runsTree!.getChildren(), []);
  });

  it('lists a run of this window with its figures, newest first', async () => {
    first = await runToEnd(api, name, 'wind');
    await runToEnd(api, name, 'rain');
    await api.history!.upToDate();
    assert.match(lines()[0]!, new RegExp(`^check Run 2 \\| 2 steps · .+ · ${time}$`));
    assert.match(lines()[1]!, new RegExp(`^check Run 1 \\| 2 steps · .+ · ${time}$`));
  });

  it('shows a fork below the run it began from, and begins it after the chosen step', async () => {
    await vscode.commands.executeCommand('rolecall.forkRun', { ...first.place, step: 1 });
    const fork = api.runs.lastOf(teamNamed(api, name).loaded.file)!;
    await when(api.runs.onDidChange, () => !fork.isLive);
    assert.deepEqual([fork.view?.status, fork.view?.forked?.run, fork.view?.forked?.step], ['completed', '1', 1]);
    await api.history!.upToDate();
    assert.match(lines().join('\n'), /check Run 1 \| .+\n {2}repo-forked Run 3 \| fork at step 1 · /);
  });

  it('learns of the runs of other processes, and says what is wrong with each', async () => {
    const sample = sampleRun();
    const kept = {
      failed: await keep(failedRun()),
      waiting: await keep([...waitingRun(), { type: 'run.finished', status: 'waiting', reason: 'waiting', seq: waitingRun().length + 1, at: waitingRun().at(-1)!.at } as RunEvent]),
      stopped: await keep(stoppedRun()),
      cut: await keep(runUntil(sample, (event) => event.type === 'model.requested' && event.step === 3)),
      elsewhere: await keep(runUntil(sample, (event) => event.type === 'model.requested' && event.step === 4), true),
    };
    const damaged = await keep(sample);
    await writeFile(path.join(runsFolder(), damaged, 'events.jsonl'), 'not a log\n');
    const newer = await keep(sample);
    const log = path.join(runsFolder(), newer, 'events.jsonl');
    await writeFile(log, (await readFile(log, 'utf8')).replace('"format":1', '"format":99'));
    await seen(() => isThere(newer)() && api.history!.summaryOf({ folder: api.history!.folders[0]!.folder, run: newer })?.problemKind === 'newer' && isThere(kept.elsewhere)());
    const shown = (run: string) => {
      const { icon, description, kind, label } = rowOf(run);
      return [icon, label, description, kind];
    };
    assert.deepEqual(shown(kept.failed), ['error', `Run ${kept.failed}: industry-research`, `failed at step ${failedRun().filter(({ type }) => type === 'role.started').length} · Nov 16`, 'run.resumable']);
    assert.deepEqual(shown(kept.waiting).slice(0, 1).concat(shown(kept.waiting).slice(2)), ['bell-dot', 'waiting for you · Nov 16', 'run.waiting']);
    assert.match(shown(kept.stopped)[2]!, /^stopped · \d+ steps · /);
    assert.deepEqual(shown(kept.cut).slice(2), ['cut off at step 3 · Nov 16', 'run.resumable']);
    assert.deepEqual([shown(kept.elsewhere)[0], shown(kept.elsewhere)[3]], ['broadcast', 'run.elsewhere']);
    assert.deepEqual(shown(damaged), ['error', `Run ${damaged}`, 'cannot be read', 'run.broken']);
    assert.deepEqual(shown(newer), ['versions', `Run ${newer}`, 'from a newer version', 'run.broken']);
    for (const line of lines()) assert.ok((line.split(' | ')[1] ?? '').length <= 28, line);
  });

  it('opens a run by its row, and says on the row what it is', async () => {
    const item = api.runsTree!.getTreeItem(rowOf('1').id);
    assert.deepEqual([item.command?.command, item.contextValue], ['rolecall.openRunPanel', 'run.ended']);
    await vscode.commands.executeCommand(item.command!.command, ...(item.command!.arguments as unknown[]));
    assert.ok(api.panels.all.some(({ record }) => record?.run === '1'));
    assert.match(item.accessibilityInformation?.label ?? '', /^Run 1: history, finished, 2 steps, .*wind$/);
    assert.match(rowOf('1').tooltip!(), /finished, 2 steps, [\s\S]*wind/);
  });

  it('compares two runs side by side, the older on the left', async () => {
    await vscode.commands.executeCommand('rolecall.compareRuns', rowOf('2').id, [rowOf('2').id, rowOf('1').id]);
    const panel = api.panels.all.find(({ record }) => record?.run === '2')!;
    assert.deepEqual([panel.compared?.other.run, panel.compared?.about], ['1', 'runs']);
  });

  it('copies what a run cost, by step, as a table for other programs', async () => {
    const text = await vscode.commands.executeCommand<string>('rolecall.copySpend', { ...first.place, by: 'step', format: 'csv' });
    const rows = text.trimEnd().split('\r\n').map((line) => line.split(','));
    assert.deepEqual(rows.map(([step, role]) => [step, role]), [['step', 'role'], ['1', 'drafter'], ['2', 'editor'], ['total', '']]);
    const input = rows[0]!.indexOf('input_tokens');
    assert.equal(Number(rows[1]![input]) + Number(rows[2]![input]), Number(rows[3]![input]));
    assert.equal(await vscode.env.clipboard.readText(), text);
  });

  it('exports a run whole, as one file that opens as a run again', async () => {
    const to = path.join(folderPath(), 'one.rolecall-run');
    await vscode.commands.executeCommand('rolecall.exportRun', { ...first.place, format: 'whole', to });
    const place = await vscode.commands.executeCommand<RunRecord['place']>('rolecall.openExportedRun', vscode.Uri.file(to));
    const opened = (await api.runs.open(place)).view!;
    assert.notEqual(opened.run, first.run);
    assert.deepEqual(opened.fields, first.view!.fields);
    assert.deepEqual(opened.spend.total.usage, first.view!.spend.total.usage);
    await api.history!.upToDate();
    assert.match(rowOf(place.run).label, /: history$/);
  });

  it('makes no run of a file that holds none', async () => {
    const before = await api.history!.upToDate();
    const file = path.join(folderPath(), 'odd.rolecall-run');
    await writeFile(file, '{"kind":"rolecall run","version":1,"blobs":{"../../up":"x"}}\nnot a log\n');
    await vscode.commands.executeCommand('rolecall.openExportedRun', vscode.Uri.file(file));
    assert.deepEqual((await api.history!.upToDate())[0]?.runs.length, before[0]?.runs.length);
    assert.ok(!existsSync(path.join(folderPath(), 'up')));
  });

  it('does not delete a run that goes on elsewhere', async () => {
    const { run } = api.history!.folders[0]!.runs.find(({ running }) => running)!;
    await vscode.commands.executeCommand('rolecall.deleteRun', rowOf(run).id);
    assert.ok(existsSync(path.join(runsFolder(), run, 'events.jsonl')));
  });

  it('forgets a run whose folder is gone, in the other views too', async () => {
    const newest = api.runs.lastOf(teamNamed(api, name).loaded.file)!;
    await rm(path.join(runsFolder(), newest.run), { recursive: true });
    // What was deleted makes no further events: another change makes the folder be looked at.
    const again = setInterval(() => void mkdir(path.join(runsFolder(), newest.run)).then(() => rm(path.join(runsFolder(), newest.run), { recursive: true })).catch(() => {}), 1000);
    await when(api.history!.onDidChange, () => !isThere(newest.run)()).finally(() => clearInterval(again));
    assert.equal(api.runs.lastOf(newest.teamFile), undefined);
  });

  it('looks at nothing while it is hidden, and catches up when it is shown', async () => {
    const hidden = api.runsTree!;
    await vscode.commands.executeCommand('workbench.view.explorer');
    await api.history!.upToDate();
    const looks = api.history!.looksMade;
    const run = await keep(sampleRun());
    await runToEnd(api, name, 'snow');
    assert.equal(api.history!.looksMade, looks);
    await vscode.commands.executeCommand('rolecall.runs.focus');
    await seen(isThere(run));
    assert.ok(hidden.getChildren().length > 0);
  });
});
