/** A path as people on this command line write it. */
import { isInside, relativePath } from '../engine/shared/paths';

/** Relative to the current folder, where it lies in it or beside it; else as it is. */
export function showPath(cwd: string, path: string): string {
  if (isInside(cwd, path)) return relativePath(cwd, path);
  const relative = relativePath(cwd, path);
  return relative.startsWith('../../') ? path : relative;
}
