/** Writing files on this machine: whole or not at all. Knows nothing of roots that a tool must stay under. */
import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FileWriter } from '../engine/shared/ports';
import { fileAttempt } from './nodeFiles';

export const nodeFileWriter: FileWriter = {
  writeText: (file, text) => fileAttempt(file, 'written', () => replaceFile(file, text)),
};

/** Beside the file first, then in its place: whoever reads it meanwhile sees all of the old or all of the new. */
async function replaceFile(file: string, text: string): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true });
  const mode = await stat(file).then((found) => found.mode & 0o777, () => 0o666);
  const half = path.join(folder, `.${path.basename(file).slice(0, 80)}.${randomBytes(4).toString('hex')}.tmp`);
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
