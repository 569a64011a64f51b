/** Paths of this machine as the engine writes them: absolute, with `/`. */
import path from 'node:path';

/** Resolves against `from` (default: the current folder). */
export function slashPath(file: string, from: string = process.cwd()): string {
  const absolute = path.resolve(from, file);
  return path.sep === '/' ? absolute : absolute.replaceAll(path.sep, '/');
}
