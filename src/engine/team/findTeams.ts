/** Where teams lie: finds their files below a folder, and the team that a card, script or scenario belongs to. Reads no YAML. */
import { basename, dirname, joinPath } from '../shared/paths';
import { FileError, type Files } from '../shared/ports';

const skipped = new Set(['node_modules', '.git', '.rolecall', 'dist']);
/** Deeper folders are not looked into. */
const maxDepth = 16;

export function isTeamFile(path: string): boolean {
  return /^(?:.+\.)?team\.ya?ml$/.test(basename(path));
}

export function isYamlFile(path: string): boolean {
  return /\.ya?ml$/.test(path);
}

export interface FindTeamsOptions {
  readonly ignore?: (path: string) => boolean;
  /** Told of each folder below the root that cannot be looked into. */
  readonly onUnreadable?: (folder: string, error: FileError) => void;
}

/** Absolute paths of the team files below `root`, in order. Folders that cannot be read are passed over; for the root itself it rejects with a FileError. */
export async function findTeams(root: string, files: Files, { ignore, onUnreadable }: FindTeamsOptions = {}): Promise<readonly string[]> {
  const found: string[] = [];
  const visited = new Set<string>();
  const namesIn = async (folder: string): Promise<readonly string[]> => {
    try {
      return await listIfThere(folder, files);
    } catch (error) {
      if (folder === root || !(error instanceof FileError)) throw error;
      onUnreadable?.(folder, error);
      return [];
    }
  };
  const visit = async (folder: string, depth: number): Promise<void> => {
    const real = await files.realPath(folder).catch(() => folder);
    if (visited.has(real)) return;
    visited.add(real);
    for (const name of await namesIn(folder)) {
      const path = joinPath(folder, name);
      if (skipped.has(name) || ignore?.(path) === true) continue;
      const stat = await files.stat(path).catch(() => null);
      if (stat?.kind === 'file' && isTeamFile(path)) found.push(path);
      else if (stat?.kind === 'folder' && depth < maxDepth) await visit(path, depth + 1);
    }
  };
  await visit(root, 0);
  return found;
}

/** The team files of one folder; `team.yaml` first. Rejects with a FileError where the folder cannot be read. */
export async function teamsIn(folder: string, files: Files): Promise<readonly string[]> {
  const names = (await listIfThere(folder, files)).filter(isTeamFile);
  const isMain = (name: string): number => (/^team\.ya?ml$/.test(name) ? 0 : 1);
  return [...names].sort((a, b) => isMain(a) - isMain(b)).map((name) => joinPath(folder, name));
}

/**
 * The team file that a file belongs to: itself, or the first of the folder whose `roles/` or `scenarios/` it lies in, or that it lies beside.
 * Null: none.
 */
export async function teamFileOf(path: string, files: Files): Promise<string | null> {
  if (isTeamFile(path)) return path;
  const folder = dirname(path);
  const isBelow = ['roles', 'scenarios'].includes(basename(folder));
  const candidates = isBelow ? [dirname(folder)] : [folder];
  for (const candidate of candidates) {
    const [first] = await teamsIn(candidate, files).catch(() => []);
    if (first !== undefined) return first;
  }
  return null;
}

/** The names in a folder; none where there is no such folder. Rejects with a FileError where something is there that cannot be listed. */
export async function listIfThere(folder: string, files: Files): Promise<readonly string[]> {
  try {
    return await files.list(folder);
  } catch (error) {
    if (!(error instanceof FileError) || error.kind !== 'missing') throw error;
    if ((await files.stat(folder)) === null) return [];
    throw new FileError('other', folder, `${folder} is not a folder.`);
  }
}
