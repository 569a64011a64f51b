/** One writer a run: a lock file that names its holder. A holder that has died is found out; one on another machine cannot be, and is believed. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { LogError } from '../../engine/events/runLog';
import { codeOf } from '../nodeFiles';

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** What tells this process from a later one of the same pid; null where the system does not say. */
  readonly birth: string | null;
}

export interface RunLock {
  /** Gives it up. Does nothing the second time. */
  release(): Promise<void>;
}

/** Rejects with LogError `locked`, naming the holder. */
export async function lockRun(folder: string, run: string): Promise<RunLock> {
  const file = path.join(folder, 'lock');
  const own = JSON.stringify({ pid: process.pid, host: os.hostname(), at: Date.now(), birth: birthOf(process.pid) } satisfies Holder);
  for (let attempt = 0; attempt < 5; attempt++) {
    if (await writeNew(file, own)) return { release: once(() => removeIfOurs(file, own)) };
    const found = await readFile(file, 'utf8').catch(() => null);
    if (found === null) continue;
    const holder = parseHolder(found);
    if (holder === null ? await isFresh(file) : isAlive(holder)) throw lockedError(run, holder, file);
    await takeAway(file, found);
  }
  throw lockedError(run, null, file);
}

/** True while a process that may be alive holds it. */
export async function isLocked(folder: string): Promise<boolean> {
  const file = path.join(folder, 'lock');
  const found = await readFile(file, 'utf8').catch(() => null);
  if (found === null) return false;
  const holder = parseHolder(found);
  return holder === null ? isFresh(file) : isAlive(holder);
}

async function writeNew(file: string, text: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx');
    try {
      await handle.writeFile(text);
    } finally {
      await handle.close();
    }
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Moves a dead holder's lock out of the way. Two processes may both have found it dead: the one that moves something else than what
 * it read has taken a live lock, and puts it back.
 */
async function takeAway(file: string, dead: string): Promise<void> {
  const aside = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  const moved = await readFile(aside, 'utf8').catch(() => dead);
  if (moved !== dead) await writeNew(file, moved);
  await rm(aside, { force: true });
}

async function removeIfOurs(file: string, own: string): Promise<void> {
  const found = await readFile(file, 'utf8').catch(() => null);
  if (found === own) await rm(file, { force: true });
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null;
  return () => (done ??= work());
}

/** A lock that says nothing is being written this moment, or was left by a crash in that moment. */
async function isFresh(file: string): Promise<boolean> {
  const handle = await open(file, 'r').catch(() => null);
  if (handle === null) return false;
  try {
    return Date.now() - (await handle.stat()).mtimeMs < 10_000;
  } finally {
    await handle.close();
  }
}

function parseHolder(text: string): Holder | null {
  try {
    const value = JSON.parse(text) as Partial<Record<keyof Holder, unknown>> | null;
    if (typeof value?.pid !== 'number' || typeof value.host !== 'string' || typeof value.at !== 'number') return null;
    return { pid: value.pid, host: value.host, at: value.at, birth: typeof value.birth === 'string' ? value.birth : null };
  } catch {
    return null;
  }
}

function isAlive(holder: Holder): boolean {
  if (holder.host !== os.hostname()) return true;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false;
  }
  const birth = birthOf(holder.pid);
  if (birth !== null && holder.birth !== null) return birth === holder.birth;
  const bootedAt = Date.now() - os.uptime() * 1000;
  return holder.at > bootedAt - 60_000;
}

/** Linux only: the boot's name and the process's start within it. */
function birthOf(pid: number): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets and may hold anything; the start is the twentieth behind it.
    return `${boot} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch {
    return null;
  }
}

function lockedError(run: string, holder: Holder | null, file: string): LogError {
  const who = holder === null ? 'another process' : holder.host === os.hostname() ? `process ${holder.pid}` : `process ${holder.pid} on ${holder.host}`;
  const hint = holder !== null && holder.host !== os.hostname()
    ? `If that process has ended, delete ${file}.`
    : 'Wait until it has ended, or stop it there.';
  return new LogError('locked', `Run ${run} is being written by ${who}.`, hint);
}
