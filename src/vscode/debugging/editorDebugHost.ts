/** The debugger's program around it in this window: its runs are the window's own, so that panel, trees and notices show them too. */
import type { LoadedTeam } from '../../engine/team/loadedTeam';
import type { Files } from '../../engine/shared/ports';
import type { ApprovalAnswer } from '../../engine/shared/person';
import type { RunHandle } from '../../engine/supervisor/engine';
import type { StepGate } from '../../engine/supervisor/stepGate';
import { loadSchemas } from '../../engine/schemas/loadSchemas';
import type { Approvals, DebugHost, Launch } from '../../debug/debugHost';
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
  const place = async ({ team }: Launch, run: string) => ({ place: { folder: await runs.folderOf(team), run }, teamFile: team });
  return {
    load,
    read: (file) => files.readText(file).catch(() => null),
    start: (team, { options, task, approvals }, gate) =>
      held(gate, async (holder) => {
        const loaded = await load(`${team.folder}/${team.file}`);
        const record = await runs.start({ loaded: { ...loaded, team }, task, options, holder, answer: answerOf(approvals), isUnattended: approvals === 'none' });
        if (record === null) throw new Error('The run was stopped before it began.');
        onRun(record);
      }),
    resume: (launch, run, { gate, ...how }) => held(gate, async (holder) => onRun(await runs.resume(await place(launch, run), { ...how, holder }))),
    fork: (launch, run, at, { gate, ...how }) => held(gate, async (holder) => onRun(await runs.fork(await place(launch, run), at, { ...how, holder }))),
    async recorded(launch, run) {
      const record = await runs.open((await place(launch, run)).place);
      onRun(record);
      return record.eventsFrom(1);
    },
    schemas: loadSchemas,
  };
}

/** Resolves with the handle of the run that `begin` begins. */
async function held(gate: StepGate, begin: (holder: { readonly gate: StepGate; take(handle: RunHandle): void }) => Promise<void>): Promise<RunHandle> {
  let taken: RunHandle | null = null;
  await begin({ gate, take: (handle) => (taken = handle) });
  if (taken === null) throw new Error('The run is already going on in this window.');
  return taken;
}

function answerOf(approvals: Approvals): ApprovalAnswer | null {
  return approvals === 'all' ? { answer: 'approve', by: 'approvals: all' } : null;
}
