// A process of the bench: one run of the peer on a workload, with a checkpoint each step in sqlite.
//
//   peerRun <folder of the peer> <workload> <size> [file]      file: keeps the run there, and beside it the ids of its steps 500 and 599
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { StepClock, tell } from './measure';
import { bytesKept, openPeer, startState, thread, type App, type Database } from './peerGraph';
import type { Workload } from './workload';

const [peerFolder = '', workload = 'steps', size = '1000', kept] = process.argv.slice(2);
void measure(workload as Workload, Number(size));

async function measure(workload: Workload, size: number): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'peer-bench-'));
  const file = kept ?? path.join(folder, 'runs.db');
  try {
    const clock = new StepClock();
    const { app, db } = await openPeer(peerFolder, file, workload, size, () => clock.tick());
    clock.begin();
    const end = await app.invoke(startState(workload), { ...thread, recursionLimit: size * 10, durability: 'sync' });
    clock.finish();
    if (end.findings.length !== size) throw new Error(`${end.findings.length} findings instead of ${size}`);
    if (kept !== undefined) writeFileSync(`${kept}.ids`, JSON.stringify(await idsOf(app, [500, 599])));
    tell({ ...clock.run(bytesKept(file)), costs: [100, 1000, clock.steps].map((place) => clock.costAt(place)), stepBytes: [stepBytes(db, 10), stepBytes(db, size)] });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function idsOf(app: App, steps: readonly number[]): Promise<Readonly<Record<number, string>>> {
  const ids: Record<number, string> = {};
  for await (const { values, config } of app.getStateHistory(thread)) if (steps.includes(values.step)) ids[values.step] = config.configurable.checkpoint_id;
  return ids;
}

/** The checkpoint behind a step and the writes that belong to it. The first checkpoint is the one before any step. */
function stepBytes(db: Database, step: number): number {
  const which = `(select checkpoint_id from checkpoints order by checkpoint_id limit 1 offset ${step + 1})`;
  const checkpoint = db.prepare(`select length(checkpoint) + length(metadata) as bytes from checkpoints where checkpoint_id = ${which}`).get();
  const writes = db.prepare(`select coalesce(sum(length(value)), 0) as bytes from writes where checkpoint_id = ${which}`).get();
  return (checkpoint?.['bytes'] ?? Number.NaN) + (writes?.['bytes'] ?? 0);
}
