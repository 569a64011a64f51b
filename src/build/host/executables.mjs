// Finds programs on this machine. It runs none.
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** @param {string} file */
export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {readonly string[]} names tried in this order @returns {string | undefined} absolute path of the first that the PATH has */
export function findOnPath(names) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable);
}
