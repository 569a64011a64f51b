/**
 * What a list says of a run, kept beside its log when that is closed: a list of hundreds of long runs need not read them. It only saves work: once
 * the log is not the very file any more that it was made from, it counts as not there.
 */
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RunDigest } from '../../engine/events/summarizeRun';
import { isObject, type Json } from '../../engine/shared/json';
import { eventsFile } from './logFiles';

const digestFile = 'digest.json';
/** Counted up when a digest says something else than before. */
const version = 2;

/** The log as it lies there: whoever changes it changes one of these. */
interface Mark {
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

/** Of a log that is closed. Never rejects: without it, lists read the log. */
export async function keepDigest(folder: string, digest: RunDigest): Promise<void> {
  const file = path.join(folder, digestFile);
  const half = `${file}.tmp`;
  try {
    await writeFile(half, JSON.stringify({ version, ...(await markOf(folder)), digest }));
    await rename(half, file);
  } catch {
    // A full disk, say.
  }
}

/** Null: there is none, or the log has changed since. */
export async function keptDigest(folder: string): Promise<RunDigest | null> {
  try {
    const [text, mark] = await Promise.all([readFile(path.join(folder, digestFile), 'utf8'), markOf(folder)]);
    const kept = JSON.parse(text) as Json;
    if (!isObject(kept) || kept['version'] !== version || kept['bytes'] !== mark.bytes || kept['changedAt'] !== mark.changedAt) return null;
    return kept['digest'] as unknown as RunDigest;
  } catch {
    return null;
  }
}

async function markOf(folder: string): Promise<Mark> {
  const { size, mtimeMs } = await stat(path.join(folder, eventsFile));
  return { bytes: size, changedAt: mtimeMs };
}
