/** The list of runs, from what was kept of each when it was closed, so that it stays quick with hundreds of long runs; else from the log itself. */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { LogError, type RunSummary } from '../../engine/events/runLog';
import { digestOf, unreadable } from '../../engine/events/summarizeRun';
import { slashPath } from '../slashPath';
import { aboutDamagedLogs } from './damagedLogs';
import { keptDigest } from './keptDigest';
import { eventsFile } from './logFiles';
import { readRunLog } from './readRunLog';
import { isLocked } from './runLock';

const atOnce = 16;

/** Newest first; of `only` alone, where given. A folder that holds no log is not a run. */
export async function listRuns(runsFolder: string, only?: ReadonlySet<string>): Promise<readonly RunSummary[]> {
  const runs = (await runNumbers(runsFolder)).reverse().filter((run) => only === undefined || only.has(String(run)));
  const found: (RunSummary | null)[] = runs.map(() => null);
  let next = 0;
  const work = async (): Promise<void> => {
    for (let i = next++; i < runs.length; i = next++) found[i] = await summarize(path.join(runsFolder, String(runs[i])), String(runs[i]));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return found.filter((summary) => summary !== null);
}

/** Ascending. */
export async function runNumbers(runsFolder: string): Promise<number[]> {
  const names = await readdir(runsFolder).catch(() => []);
  return names.filter((name) => /^[1-9]\d{0,14}$/.test(name)).map(Number).sort((a, b) => a - b);
}

async function summarize(folder: string, run: string): Promise<RunSummary | null> {
  const file = path.join(folder, eventsFile);
  if ((await stat(file).catch(() => null)) === null) return null;
  const place = { run, location: slashPath(file), running: await isLocked(folder) };
  const kept = await keptDigest(folder);
  if (kept !== null) return { ...place, ...kept, warnings: await aboutDamagedLogs(folder, false) };
  try {
    const { events, warnings } = await readRunLog(folder, run, place.running);
    return { ...place, ...digestOf(events), warnings };
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    return { ...place, ...unreadable(error.message, error.kind), warnings: [] };
  }
}
