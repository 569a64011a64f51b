/** The debugger's program around it in this window: its runs are the window's own, so that panel, trees and notices show them too. */
import * as vscode from 'vscode';
import type { PreviewPorts } from '../../engine/preview/previewPrompt';
import { loadSchemas } from '../../engine/schemas/loadSchemas';
import type { Files } from '../../engine/shared/ports';
import type { ApprovalAnswer } from '../../engine/shared/person';
import type { RunHandle } from '../../engine/supervisor/engine';
import type { StepGate } from '../../engine/supervisor/stepGate';
import type { LoadedTeam } from '../../engine/team/loadedTeam';
import type { Approvals, DebugHost, Launch } from '../../debug/debugHost';
import { uriOfPath } from '../adapters/uriPath';
import type { RunController } from '../runs/runController';
import type { RunRecord } from '../runs/runRecord';

export interface EditorDebugDeps {
  readonly runs: RunController;
  readonly files: Files;
  readonly load: (file: string) => Promise<LoadedTeam>;
  /** A run has begun for the debugger. */
  readonly onRun: (record: RunRecord) => void;
}

export function editorDebugHost({ runs, files, load, onRun }: EditorDebugDeps): DebugHost {
  const records = new Map<string, RunRecord>();
  const took = (record: RunRecord): void => {
    records.set(record.run, record);
    onRun(record);
  };
  const place = async ({ team }: Launch, run: string) => ({ place: { folder: await runs.folderOf(team), run }, teamFile: team });
  return {
    load,
    read: (file) => files.readText(file).catch(() => null),
    start: (team, { options, task, approvals }, gate) =>
      held(gate, async (holder) => {
        const loaded = await load(`${team.folder}/${team.file}`);
        const record = await runs.start({ loaded: { ...loaded, team }, task, options, holder, ...answering(approvals) });
        if (record === null) throw new Error('The run was stopped before it began.');
        took(record);
      }),
    resume: (launch, run, { gate, ...how }) => held(gate, async (holder) => took(await runs.resume(await place(launch, run), { ...how, holder, ...answering(launch.approvals) }))),
    fork: (launch, run, at, { gate, ...how }) => held(gate, async (holder) => took(await runs.fork(await place(launch, run), at, { ...how, holder, ...answering(launch.approvals) }))),
    // Nobody is asked in the middle of it: the panel shows another run.
    attempt: async (launch, { run, ...wanted }, signal) => {
      const asked = answering(launch.approvals);
      return runs.attempt(await place(launch, run), { ...wanted, ...asked, isUnattended: asked.answer === null }, signal);
    },
    async recorded(launch, run) {
      const record = await runs.open((await place(launch, run)).place);
      took(record);
      return record.eventsFrom(1);
    },
    schemas: loadSchemas,
    previewing,
    save: async (file) => void (await (await vscode.workspace.openTextDocument(uriOfPath(file))).save()),
    write: replaceText,
    held: (run, at) => records.get(run)?.hold(at),
    answer: (run, id, answer) => records.get(run)?.answer(id, answer) ?? false,
  };
}

async function previewing(): Promise<PreviewPorts> {
  const [{ loadTokenCounter }, { sha256 }] = await Promise.all([import('../../node/tokens/tokenCounter'), import('../../node/sha256')]);
  const tokens = await loadTokenCounter();
  return { schemas: await loadSchemas(), count: (text) => tokens.count(text), sha256 };
}

/** One edit, which the editor can take back. */
async function replaceText(file: string, text: string): Promise<void> {
  const uri = uriOfPath(file);
  const document = await vscode.workspace.openTextDocument(uri);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, document.validateRange(new vscode.Range(0, 0, document.lineCount, 0)), text);
  if (!(await vscode.workspace.applyEdit(edit))) throw new Error(vscode.l10n.t('{0} could not be changed.', uri.fsPath));
  await document.save();
}

/** Resolves with the handle of the run that `begin` begins. */
async function held(gate: StepGate, begin: (holder: { readonly gate: StepGate; take(handle: RunHandle): void }) => Promise<void>): Promise<RunHandle> {
  let taken: RunHandle | null = null;
  await begin({ gate, take: (handle) => (taken = handle) });
  if (taken === null) throw new Error('The run is already going on in this window.');
  return taken;
}

function answering(approvals: Approvals): { readonly answer: ApprovalAnswer | null; readonly isUnattended: boolean } {
  const isAnswer = approvals === 'approve' || approvals === 'reject';
  return { answer: isAnswer ? { answer: approvals, by: `approvals: ${approvals}` } : null, isUnattended: approvals === 'fail' };
}
