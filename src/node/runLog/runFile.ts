/**
 * A whole run as one file: a first line that says what it is and holds the values kept beside the log, then the lines of the log as they are. Whoever has
 * the file can open the run elsewhere, with every prompt, reply and value in it. Secrets were taken out when the log was written.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LogError } from '../../engine/events/runLog';
import { isObject, type Json } from '../../engine/shared/json';
import { codeOf } from '../nodeFiles';
import { sha256 } from '../sha256';
import { eventsFile } from './logFiles';
import { readRunLog } from './readRunLog';
import { makeRunFolder } from './runLogs';

const kind = 'rolecall run';
const version = 1;
const blobName = /^[0-9a-f]{64}$/;

/** Of a run that nobody writes, as it was read last. Rejects with a LogError. */
export async function exportRun(runsFolder: string, run: string): Promise<string> {
  const folder = path.join(runsFolder, run);
  try {
    const log = await readFile(path.join(folder, eventsFile), 'utf8');
    const names = await readdir(path.join(folder, 'blobs')).catch(() => []);
    const blobs = await Promise.all(names.filter((name) => blobName.test(name)).map(async (name) => [name, await readFile(path.join(folder, 'blobs', name), 'utf8')] as const));
    return `${JSON.stringify({ kind, version, run, blobs: Object.fromEntries(blobs) })}\n${log}`;
  } catch (error) {
    throw new LogError('io', `Run ${run} cannot be exported: ${error instanceof Error ? error.message : String(error)}`, 'See that its files may be read.');
  }
}

/**
 * Makes a run of it, under the next free number, which is returned. Nothing is left behind where it cannot be read.
 * Rejects with a LogError `damaged`, `newer` or `io`.
 */
export async function importRun(runsFolder: string, text: string): Promise<string> {
  const end = text.indexOf('\n');
  const blobs = headOf(end < 0 ? text : text.slice(0, end));
  let folder: string | null = null;
  try {
    const run = await makeRunFolder(runsFolder);
    folder = path.join(runsFolder, run);
    if (blobs.length > 0) await mkdir(path.join(folder, 'blobs'));
    for (const [name, blob] of blobs) await writeFile(path.join(folder, 'blobs', name), blob);
    await writeFile(path.join(folder, eventsFile), end < 0 ? '' : text.slice(end + 1));
    const { events } = await readRunLog(folder, run, false);
    if (events.length === 0) throw noRun('it holds no event');
    return run;
  } catch (error) {
    if (folder !== null) await rm(folder, { recursive: true, force: true });
    if (error instanceof LogError) throw error;
    throw new LogError('io', `The run cannot be kept in ${runsFolder}: ${error instanceof Error ? error.message : String(codeOf(error))}`, 'See that there is room on the disk and that the folder may be written.');
  }
}

/** A value is believed only where it is what its name says. */
function headOf(line: string): readonly (readonly [string, string])[] {
  const head = parse(line);
  if (!isObject(head) || head['kind'] !== kind) throw noRun('its first line does not say so');
  if (typeof head['version'] !== 'number' || head['version'] > version) throw new LogError('newer', 'This file was made by a newer version of Rolecall.', 'Update Rolecall to open it.');
  const blobs = isObject(head['blobs']) ? Object.entries(head['blobs']) : [];
  return blobs.flatMap(([name, text]) => (blobName.test(name) && typeof text === 'string' && sha256(text) === name ? [[name, text] as const] : []));
}

function parse(line: string): Json | undefined {
  try {
    return JSON.parse(line) as Json;
  } catch {
    return undefined;
  }
}

function noRun(why: string): LogError {
  return new LogError('damaged', `This is not an exported run: ${why}.`, 'Choose a file that "Export Run…" has made.');
}
