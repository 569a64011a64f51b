// Keeps a copy of the sample team that a user may edit: what they edited or deleted stays so, the rest follows the repository.
import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Outside every repository, or runs would be kept at the root of that one. */
export function sampleCopyFolder() {
  const dataHome = process.env.XDG_DATA_HOME || path.join(os.homedir(), '.local/share');
  return path.join(dataHome, 'rolecall', 'samples');
}

/**
 * @param {string} source folder of the sample
 * @param {string} [into] folder that holds the copies
 * @returns {Promise<{ folder: string, keptEdits: number }>} keptEdits: files of the sample that the user changed or deleted
 */
export async function copySample(source, into = sampleCopyFolder()) {
  const folder = path.join(into, path.basename(source));
  const recordFile = path.join(into, `${path.basename(source)}.copied.json`);
  /** @type {Record<string, string>} hash of each file as it was last copied */
  const copied = JSON.parse((await readIfThere(recordFile))?.toString() ?? '{}');
  let keptEdits = 0;
  for (const name of await filesUnder(source)) {
    const target = path.join(folder, name);
    const [ours, theirs] = [await readFile(path.join(source, name)), await readIfThere(target)];
    const isUntouched = theirs ? hashOf(theirs) === copied[name] : copied[name] === undefined;
    if (isUntouched) {
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, ours);
      copied[name] = hashOf(ours);
    } else if (!theirs?.equals(ours)) keptEdits++;
  }
  await writeFile(recordFile, JSON.stringify(copied, null, 2));
  return { folder, keptEdits };
}

/** @param {string} folder */
async function filesUnder(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  return files.filter((name) => !name.split(path.sep).includes('.rolecall'));
}

/** @param {string} file @returns {Promise<Buffer | undefined>} */
async function readIfThere(file) {
  try {
    return await readFile(file);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** @param {Buffer} content */
const hashOf = (content) => createHash('sha256').update(content).digest('hex');
