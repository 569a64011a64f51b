/** The list of runs, from the first line and the last few of each log, so that it stays quick with hundreds of long runs. */
import { open, readdir, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { formatOf, isNewer, LogDecoder } from '../../engine/events/logDecoder';
import { isObject, type Json } from '../../engine/shared/json';
import type { RunEvent } from '../../engine/events/runEvent';
import type { RunSummary } from '../../engine/events/runLog';
import { dispatched, summarizeRun } from '../../engine/events/summarizeRun';
import { slashPath } from '../slashPath';
import { BlobFolder } from './blobFolder';
import { eventsFile, splitLines } from './readRunLog';
import { isLocked } from './runLock';

const atOnce = 16;
const firstTail = 16 * 1024;

/** Newest first. A folder that holds no log is not a run. */
export async function listRuns(runsFolder: string): Promise<readonly RunSummary[]> {
  const runs = (await runNumbers(runsFolder)).reverse();
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
  const handle = await open(file, 'r').catch(() => null);
  if (handle === null) return null;
  const place = { run, location: slashPath(file), running: await isLocked(folder) };
  try {
    const { size } = await handle.stat();
    const head = await firstLine(handle, size);
    if (isNewer(formatOf(head))) return { ...summarizeRun(place, []), problem: 'It was written by a newer version of Rolecall.' };
    const first = await decodeHead(new BlobFolder(folder), head);
    if (first === null) return { ...summarizeRun(place, []), ...(size > 0 ? { problem: 'Its first line cannot be read.' } : {}) };
    return summarizeRun(place, [first, ...(await lastEvents(handle, size))]);
  } catch (error) {
    return { ...summarizeRun(place, []), problem: `It cannot be read: ${error instanceof Error ? error.message : String(error)}` };
  } finally {
    await handle.close();
  }
}

async function firstLine(handle: FileHandle, size: number): Promise<string> {
  for (let length = firstTail; ; length *= 4) {
    const [line] = splitLines(await readPart(handle, 0, Math.min(length, size)));
    if (line === undefined || line.ended || length >= size) return line?.text ?? '';
  }
}

/** What a summary needs stands in the line itself, but for very large teams and tasks: then what is kept as blobs is read too. */
async function decodeHead(blobs: BlobFolder, head: string): Promise<RunEvent | null> {
  const event = parseEvent(head);
  if (event?.type === 'run.started' && typeof event.task === 'string' && typeof event.team?.name === 'string') return event;
  const found = await blobs.readAllNamedIn([head]);
  const decoded = new LogDecoder((hash) => found.get(hash) ?? null).decode(head);
  return decoded.ok ? decoded.value.event : null;
}

/**
 * The last events without what they refer to, back to one that tells the number of its step. Cut or damaged lines are passed over: what they say is read when the run is opened.
 */
async function lastEvents(handle: FileHandle, size: number): Promise<readonly RunEvent[]> {
  for (let length = firstTail; ; length *= 4) {
    const start = Math.max(0, size - length);
    const lines = splitLines(await readPart(handle, start, size - start));
    const events = (start === 0 ? lines : lines.slice(1)).map((line) => parseEvent(line.text)).filter((event) => event !== null);
    if (start === 0 || events.some((event) => dispatched(event) !== null)) return events;
  }
}

function parseEvent(line: string): RunEvent | null {
  try {
    const event = JSON.parse(line) as Json;
    return isObject(event) && typeof event['type'] === 'string' ? (event as unknown as RunEvent) : null;
  } catch {
    return null;
  }
}

async function readPart(handle: FileHandle, start: number, length: number): Promise<Uint8Array> {
  const buffer = Buffer.allocUnsafe(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await handle.read(buffer, read, length - read, start + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return buffer.subarray(0, read);
}
