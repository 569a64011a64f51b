/** Where teams lie: finds their files below a folder, and the team that a card, script or scenario belongs to. Reads no YAML. */
import { basename, dirname, joinPath } from '../shared/paths';
import type { Files } from '../shared/ports';

const skipped = new Set(['node_modules', '.git', '.rolecall', 'dist']);
/** Deeper folders are not looked into. */
const maxDepth = 16;

export function isTeamFile(path: string): boolean {
  return /^(?:.+\.)?team\.ya?ml$/.test(basename(path));
}

export function isYamlFile(path: string): boolean {
  return /\.ya?ml$/.test(path);
}

/** Absolute paths of the team files below `root`, in order. Folders that cannot be read are passed over. */
export async function findTeams(root: string, files: Files, { ignore }: { readonly ignore?: (path: string) => boolean } = {}): Promise<readonly string[]> {
  const found: string[] = [];
  const visited = new Set<string>();
  const visit = async (folder: string, depth: number): Promise<void> => {
    const real = await files.realPath(folder).catch(() => folder);
    if (visited.has(real)) return;
    visited.add(real);
    for (const name of await listOrNothing(folder, files)) {
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

/** The team files of one folder; `team.yaml` first. */
export async function teamsIn(folder: string, files: Files): Promise<readonly string[]> {
  const names = (await listOrNothing(folder, files)).filter(isTeamFile);
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
    const [first] = await teamsIn(candidate, files);
    if (first !== undefined) return first;
  }
  return null;
}

export async function listOrNothing(folder: string, files: Files): Promise<readonly string[]> {
  try {
    return await files.list(folder);
  } catch {
    return [];
  }
}
