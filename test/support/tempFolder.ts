// A folder for one test, with the files that it is given. Not kept.
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { slashPath } from '../../src/node/slashPath';

export interface TempFolder {
  /** Absolute, with `/`. */
  readonly path: string;
  write(files: Readonly<Record<string, string>>): Promise<void>;
  remove(): Promise<void>;
}

export async function tempFolder(files: Readonly<Record<string, string>> = {}): Promise<TempFolder> {
  const folder = slashPath(await realpath(await mkdtemp(path.join(tmpdir(), 'rolecall-'))));
  const made: TempFolder = {
    path: folder,
    write: async (more) => {
      for (const [name, text] of Object.entries(more)) {
        await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
        await writeFile(path.join(folder, name), text);
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
  await made.write(files);
  return made;
}
