/** Where a team's runs are kept. Finds the folder; makes it only when the first run needs it. */
import { mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../nodeFiles';
import { slashPath } from '../slashPath';

const folderName = '.rolecall';

/**
 * `.rolecall/runs` under the nearest parent folder that has `.rolecall`, else at the root of the repository or the workspace folder,
 * whichever is nearer, else beside the team. `teamFile`: any path in the team's folder.
 */
export async function runsFolderFor(teamFile: string, workspaceRoot?: string): Promise<string> {
  const beside = path.dirname(path.resolve(teamFile));
  const parents = [...parentsOf(beside)];
  const withRuns = await firstWhere(parents, async (folder) => (await kindOf(path.join(folder, folderName))) === 'folder');
  const workspace = workspaceRoot === undefined ? null : path.resolve(workspaceRoot);
  const root = withRuns ?? (await firstWhere(parents, async (folder) => folder === workspace || (await kindOf(path.join(folder, '.git'))) !== null));
  return slashPath(path.join(root ?? beside, folderName, 'runs'));
}

/** Makes the folder, and the file by which git ignores all of `.rolecall`, itself included. A user's own such file stays. */
export async function makeRunsFolder(runsFolder: string): Promise<void> {
  await mkdir(runsFolder, { recursive: true });
  const parent = path.dirname(runsFolder);
  if (path.basename(parent) !== folderName) return;
  try {
    await writeFile(path.join(parent, '.gitignore'), '*\n', { flag: 'wx' });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

function* parentsOf(folder: string): Generator<string> {
  for (let at = folder; ; at = path.dirname(at)) {
    yield at;
    if (path.dirname(at) === at) return;
  }
}

async function firstWhere(folders: readonly string[], holds: (folder: string) => Promise<boolean>): Promise<string | null> {
  for (const folder of folders) if (await holds(folder)) return folder;
  return null;
}

async function kindOf(file: string): Promise<'folder' | 'other' | null> {
  const found = await stat(file).catch(() => null);
  return found === null ? null : found.isDirectory() ? 'folder' : 'other';
}
