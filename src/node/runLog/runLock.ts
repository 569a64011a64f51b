/** One writer a run: a lock file that names its holder. A holder that has died is found out; one on another machine cannot be, and is believed. */
import { readFileSync, rmSync } from 'node:fs';
import { open, readdir, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { LogError } from '../../engine/events/runLog';
import { codeOf } from '../nodeFiles';

const prefix = 'lock-';

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

/**
 * Rejects with LogError `locked`, naming the holder.
 *
 * Lock files are numbered, so that a dead holder's never has to be replaced: whoever makes the next number, which only one can, and
 * then sees no other live lock, holds the run. Replacing one file instead would let a slow process remove a lock that it took for dead
 * and that another has taken over since.
 */
export async function lockRun(folder: string, run: string): Promise<RunLock> {
  const before = await locksIn(folder);
  refuseLive(before, run);
  const own = path.join(folder, `${prefix}${Math.max(0, ...before.map((lock) => lock.number)) + 1}`);
  const holder: Holder = { pid: process.pid, host: os.hostname(), at: Date.now(), birth: birthOf(process.pid) };
  const handle = await open(own, 'wx').catch((error: unknown) => {
    throw codeOf(error) === 'EEXIST' ? lockedError(run, null, own) : error;
  });
  try {
    await handle.writeFile(JSON.stringify(holder)).finally(() => handle.close());
    const others = (await locksIn(folder)).filter((lock) => lock.file !== own);
    refuseLive(others, run);
    for (const dead of others) await rm(dead.file, { force: true });
  } catch (error) {
    await rm(own, { force: true });
    throw error;
  }
  releaseAtExit(own);
  let released: Promise<void> | null = null;
  return {
    release: () => (released ??= rm(own, { force: true }).finally(() => held.delete(own))),
  };
}

/** Files of locks that this process holds. */
const held = new Set<string>();
let isListening = false;

/** A process that ends of its own will while it writes a run leaves no lock behind; one that is killed does, and is found out. */
function releaseAtExit(lock: string): void {
  held.add(lock);
  if (isListening) return;
  isListening = true;
  process.on('exit', () => {
    for (const file of held) rmSync(file, { force: true });
  });
}

/** True while a process that may be alive holds it. */
export async function isLocked(folder: string): Promise<boolean> {
  return (await locksIn(folder)).some((lock) => lock.alive);
}

interface FoundLock {
  readonly file: string;
  readonly number: number;
  readonly holder: Holder | null;
  readonly alive: boolean;
}

/** None where there is no folder. */
async function locksIn(folder: string): Promise<readonly FoundLock[]> {
  const names = await readdir(folder).catch(() => []);
  const found: FoundLock[] = [];
  for (const name of names) {
    if (!name.startsWith(prefix)) continue;
    const file = path.join(folder, name);
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text === null) continue;
    const holder = parseHolder(text);
    found.push({ file, number: Number(name.slice(prefix.length)) || 0, holder, alive: holder === null ? await isFresh(file) : isAlive(holder) });
  }
  return found;
}

function refuseLive(locks: readonly FoundLock[], run: string): void {
  const live = locks.find((lock) => lock.alive);
  if (live !== undefined) throw lockedError(run, live.holder, live.file);
}

/** A lock that says nothing is being written this moment, or was left by a crash in that moment. */
async function isFresh(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs < 10_000;
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
