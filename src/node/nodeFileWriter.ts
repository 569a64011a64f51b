/** Writing files on this machine: whole or not at all. Knows nothing of roots that a tool must stay under. */
import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FileWriter } from '../engine/shared/ports';
import { codeOf, fileAttempt } from './nodeFiles';

export const nodeFileWriter: FileWriter = {
  writeText: (file, text) => fileAttempt(file, 'written', () => replaceFile(file, text)),
};

/** Beside the file first, then in its place: whoever reads it meanwhile sees all of the old or all of the new. */
async function replaceFile(file: string, text: string): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true });
  const mode = await stat(file).then((found) => found.mode & 0o777, () => 0o666);
  const half = path.join(folder, `${halfOf(file)}${process.pid}-${randomBytes(4).toString('hex')}.tmp`);
  await removeLeftHalves(folder, halfOf(file));
  try {
    const handle = await open(half, 'wx', mode);
    try {
      await handle.writeFile(text, 'utf8');
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(half, file);
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  }
}

function halfOf(file: string): string {
  return `.${path.basename(file).slice(0, 80)}.`;
}

/** What a process that was killed while it wrote this file has left beside it. Whoever goes on with its run writes the file again. */
async function removeLeftHalves(folder: string, prefix: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, pid] = (name.startsWith(prefix) && /^(\d+)-[0-9a-f]{8}\.tmp$/.exec(name.slice(prefix.length))) || [];
    if (pid !== undefined && isGone(Number(pid))) await rm(path.join(folder, name), { force: true });
  }
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}
