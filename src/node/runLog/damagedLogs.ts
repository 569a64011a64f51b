/** A log with lines that cannot be believed, kept as it was before its run goes on without them. Decides nothing about what is believed. */
import { constants } from 'node:fs';
import { copyFile, open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../nodeFiles';
import { slashPath } from '../slashPath';
import { syncFolder } from './blobFolder';
import { eventsFile } from './logFiles';

const namePattern = /^events\.damaged-\d+\.jsonl$/;

/** For people: where what was left out of a log can be found, now or, where it `isDamaged`, once its run goes on. */
export async function aboutDamagedLogs(folder: string, isDamaged: boolean): Promise<readonly string[]> {
  const copies = await damagedLogs(folder);
  const made = copies.map((copy) => `It went on without lines that could not be read; its log as it was then is kept in ${copy}.`);
  const next = slashPath(path.join(folder, nameOf(copies.length + 1)));
  return isDamaged ? [`If the run goes on, its whole log as it is now is kept in ${next}.`, ...made] : made;
}

/** Oldest first. */
async function damagedLogs(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => namePattern.test(name));
  return names.sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).map((name) => slashPath(path.join(folder, name)));
}

/** The whole log: what lies behind a damaged line refers to what lies before it. Resolves when it is on the disk. */
export async function keepDamagedLog(folder: string): Promise<void> {
  for (let number = (await damagedLogs(folder)).length + 1; ; number++) {
    const copy = path.join(folder, nameOf(number));
    try {
      await copyFile(path.join(folder, eventsFile), copy, constants.COPYFILE_EXCL);
    } catch (error) {
      if (codeOf(error) === 'EEXIST') continue;
      throw error;
    }
    const handle = await open(copy, 'r+');
    await handle.sync().finally(() => handle.close());
    await syncFolder(folder);
    return;
  }
}

function nameOf(number: number): string {
  return `events.damaged-${number}.jsonl`;
}
