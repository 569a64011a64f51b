/** Runs kept on disk: `<folder>/<number>/events.jsonl`, `blobs/` and a lock beside it. The encoding is the engine's. */
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { LogEncoder, type LogMemory } from '../../engine/events/logEncoder';
import { LogError, type ReadRun, type RunLogs, type RunLogWriter } from '../../engine/events/runLog';
import { RunSummarizer, type RunDigest } from '../../engine/events/summarizeRun';
import type { Json } from '../../engine/shared/json';
import { createRedactor, type Redactor } from '../../engine/shared/redact';
import { codeOf } from '../nodeFiles';
import { sha256 } from '../sha256';
import { slashPath } from '../slashPath';
import { BlobFolder } from './blobFolder';
import { keepDamagedLog } from './damagedLogs';
import { keepDigest } from './keptDigest';
import { eventsFile } from './logFiles';
import { readRunLog } from './readRunLog';
import { isLocked, lockRun, type RunLock } from './runLock';
import { NodeRunLogWriter } from './runLogWriter';
import { listRuns, runNumbers } from './runSummaries';
import { makeRunsFolder } from './runsFolder';

export interface RunLogsOptions {
  /** What is taken out of everything that is written. Default: only what has the shape of a key. */
  readonly redactor?: Redactor;
}

/** `folder` is that of all runs, e.g. from runsFolderFor; it is made with the first run. */
export function createRunLogs(folder: string, options: RunLogsOptions = {}): RunLogs {
  const redactor = options.redactor ?? createRedactor();

  const openWriter = async (run: string, lock: RunLock, end: number, flags: string, summarizer: RunSummarizer, memory?: LogMemory): Promise<RunLogWriter> => {
    const runFolder = path.join(folder, run);
    const events = await open(path.join(runFolder, eventsFile), flags);
    const encoder = new LogEncoder(sha256, redactor, memory);
    const keep = () => keepDigest(runFolder, redactor.redactJson(summarizer.digest as unknown as Json) as unknown as RunDigest);
    return new NodeRunLogWriter({ run, folder: runFolder, location: locationOf(folder, run), events, end, encoder, blobs: new BlobFolder(runFolder), lock, summarizer, keep });
  };

  return {
    async create() {
      try {
        const run = await makeRunFolder(folder);
        const lock = await lockRun(path.join(folder, run), run);
        return await openWriter(run, lock, 0, 'wx', new RunSummarizer());
      } catch (error) {
        throw asLogError(error, `A new run cannot be kept in ${folder}`);
      }
    },

    async read(run): Promise<ReadRun> {
      const runFolder = folderOf(folder, run);
      const running = await isLocked(runFolder);
      const { events, warnings } = await readRunLog(runFolder, run, running);
      return { run, location: locationOf(folder, run), events, running, warnings };
    },

    async reopen(run) {
      const runFolder = folderOf(folder, run);
      const lock = await lockRun(runFolder, run).catch((error: unknown) => {
        throw codeOf(error) === 'ENOENT' ? noSuchRun(run, runFolder) : asLogError(error, `Run ${run} cannot be written further`);
      });
      try {
        const read = await readRunLog(runFolder, run, false);
        if (read.isDamaged) await keepDamagedLog(runFolder);
        await new BlobFolder(runFolder).sweep();
        const end = await cutBehind(path.join(runFolder, eventsFile), read.goodBytes, read.ended);
        const summarizer = new RunSummarizer();
        for (const event of read.events) summarizer.add(event);
        const writer = await openWriter(run, lock, end, 'r+', summarizer, { texts: read.texts, parts: read.parts, blobs: await new BlobFolder(runFolder).names() });
        return { writer, read: { run, location: locationOf(folder, run), events: read.events, running: true, warnings: read.warnings } };
      } catch (error) {
        await lock.release();
        throw asLogError(error, `Run ${run} cannot be written further`);
      }
    },

    list: (only) => listRuns(folder, only),
  };
}

/** The next number, taken by making its folder: of two processes one is refused and takes the one after. */
export async function makeRunFolder(folder: string): Promise<string> {
  await makeRunsFolder(folder);
  for (let number = ((await runNumbers(folder)).at(-1) ?? 0) + 1; ; number++) {
    try {
      await mkdir(path.join(folder, String(number)));
      return String(number);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}

/** Takes what cannot be believed off the end, and gives back where to go on. */
async function cutBehind(file: string, goodBytes: number, ended: boolean): Promise<number> {
  const handle = await open(file, 'r+');
  try {
    await handle.truncate(goodBytes);
    if (ended) return goodBytes;
    await handle.write('\n', goodBytes);
    return goodBytes + 1;
  } finally {
    await handle.close();
  }
}

/** A run's name comes from people: nothing but a number names a folder. */
function folderOf(folder: string, run: string): string {
  if (!/^[1-9]\d{0,14}$/.test(run)) throw noSuchRun(run, folder);
  return path.join(folder, run);
}

function noSuchRun(run: string, where: string): LogError {
  return new LogError('missing', `There is no run ${run} in ${where}.`, 'Choose one of the runs in the list.');
}

function locationOf(folder: string, run: string): string {
  return slashPath(path.join(folder, run, eventsFile));
}

function asLogError(error: unknown, what: string): LogError {
  if (error instanceof LogError) return error;
  return new LogError('io', `${what}: ${error instanceof Error ? error.message : String(error)}`, 'See that there is room on the disk and that the folder may be written.');
}
