// Starts the VS Code server on loopback, behind a token, and ends it. Opening its page is the caller's part.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { recipeFolder } from './hostPaths.mjs';
import { runQuietly } from './runQuietly.mjs';

const startLimitMs = 120_000;
const stopPolitelyMs = 1500;

/**
 * @typedef {object} HostOptions
 * @property {import('./hostPaths.mjs').HostPaths} paths
 * @property {string} dataDir the server's own files, the token, and by default the user's
 * @property {string} [userDataDir]
 * @property {string} [extensionsDir]
 * @property {Readonly<Record<string, unknown>>} settings written as the user's settings where there are none yet
 * @property {number} [port] 0, the default, takes a free one
 * @property {string} [defaultFolder] opened when the address names none
 * @property {boolean} [asksForTrust] folders are opened as VS Code does by itself: restricted until trusted. Otherwise all are trusted
 * @property {boolean} [isTestDriven] lets the page report to a driver; it also suppresses toasts
 * @property {NodeJS.ProcessEnv} [env] on top of this process's own
 * @property {(text: string) => void} [log] everything the server prints
 */

/**
 * @typedef {object} HostServer
 * @property {number} port
 * @property {string} token
 * @property {string} address the page, with its token
 * @property {Promise<number | null>} ended the exit code; never rejects
 * @property {() => Promise<void>} stop
 */

/** @param {HostOptions} options */
const folders = ({ dataDir, userDataDir, extensionsDir }) => ({
  user: userDataDir ?? path.join(dataDir, 'data'),
  extensions: extensionsDir ?? path.join(dataDir, 'extensions'),
});

/**
 * Rejects with the server's output when it does not listen.
 * @param {HostOptions} options
 * @returns {Promise<HostServer>}
 */
export async function startHostServer(options) {
  const { paths, dataDir, settings, env = {}, log = () => {} } = options;
  const { user } = folders(options);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await mkdir(path.join(user, 'User'), { recursive: true, mode: 0o700 });
  const settingsFile = path.join(user, 'User/settings.json');
  if (!existsSync(settingsFile)) await writeFile(settingsFile, JSON.stringify(settings, null, 2));
  const token = randomBytes(24).toString('hex');
  // A file, not an argument: arguments are visible to every user of the machine.
  const tokenFile = path.join(dataDir, `token-${process.pid}`);
  await rm(tokenFile, { force: true });
  await writeFile(tokenFile, token, { mode: 0o600 });

  // A process group of its own, so that stop() reaches the extension hosts as well.
  const child = spawn(paths.node, serverArguments(options, tokenFile), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, EXTENSIONS_GALLERY: '{}', ...env },
    detached: true,
  });
  /** @type {Promise<number | null>} */
  const ended = new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code));
  });
  const signalAll = (/** @type {NodeJS.Signals} */ signal) => {
    try {
      if (child.pid) process.kill(-child.pid, signal);
    } catch {
      // Already gone, which is what was wanted.
    }
  };
  const stop = async () => {
    signalAll('SIGTERM');
    const timer = setTimeout(() => signalAll('SIGKILL'), stopPolitelyMs);
    await ended;
    clearTimeout(timer);
    signalAll('SIGKILL');
    await rm(tokenFile, { force: true });
  };
  try {
    const port = await listeningPort(child, log);
    return { port, token, address: `http://127.0.0.1:${port}/?tkn=${token}`, ended, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @param {HostOptions} options @param {string} tokenFile */
function serverArguments(options, tokenFile) {
  const { paths, dataDir, port = 0, defaultFolder, isTestDriven, asksForTrust } = options;
  const { user, extensions } = folders(options);
  return [
    ...['-r', path.join(recipeFolder, 'dieWithParent.cjs'), paths.serverMain],
    ...['--host', '127.0.0.1', '--port', String(port), '--connection-token-file', tokenFile],
    ...['--server-data-dir', dataDir, '--user-data-dir', user, '--extensions-dir', extensions],
    ...['--accept-server-license-terms', '--telemetry-level', 'off'],
    ...(asksForTrust ? [] : ['--disable-workspace-trust']),
    ...['--force-disable-user-env', '--agent-host-bridge-host', '127.0.0.1'],
    ...(defaultFolder ? ['--default-folder', defaultFolder] : []),
    ...(isTestDriven ? ['--enable-smoke-test-driver'] : []),
  ];
}

/**
 * @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, import('node:stream').Readable>} child
 * @param {(text: string) => void} log
 * @returns {Promise<number>}
 */
function listeningPort(child, log) {
  /** @type {NodeJS.Timeout} */
  let timer;
  /** @type {Promise<number>} */
  const listening = new Promise((resolve, reject) => {
    let output = '';
    let isListening = false;
    const fail = (/** @type {string} */ why) => reject(new Error(`The VS Code server ${why}.\n${output.slice(-4000)}`));
    timer = setTimeout(() => fail(`did not listen within ${startLimitMs / 1000} s`), startLimitMs);
    const read = (/** @type {Buffer} */ chunk) => {
      log(chunk.toString());
      if (isListening) return;
      output += chunk;
      // It goes on running without a port.
      if (output.includes('EADDRINUSE')) return reject(new Error('That port is in use. Give another one, or none to get a free one.'));
      const match = /Extension host agent listening on (\d+)/.exec(output);
      if (!match) return;
      isListening = true;
      resolve(Number(match[1]));
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', (error) => fail(`could not start: ${error.message}`));
    child.once('exit', (code, signal) => fail(`ended with ${code ?? signal} before it listened`));
  });
  return listening.finally(() => clearTimeout(timer));
}

/**
 * Installs a packed extension for a server that uses the same folders.
 * @param {Pick<HostOptions, 'paths' | 'dataDir' | 'extensionsDir'>} options
 * @param {string} vsix
 */
export async function installExtension({ paths, dataDir, extensionsDir }, vsix) {
  await runQuietly(
    paths.node,
    [
      ...[paths.serverMain, '--server-data-dir', dataDir, '--extensions-dir', extensionsDir ?? path.join(dataDir, 'extensions')],
      ...['--accept-server-license-terms', '--install-extension', vsix, '--force'],
    ],
    { env: { ...process.env, EXTENSIONS_GALLERY: '{}' } },
  );
}

/**
 * The address of the workbench with a folder or workspace file open.
 * @param {HostServer} server
 * @param {{ folder?: string, workspace?: string, payload?: readonly (readonly [string, string])[] }} open
 */
export function workbenchAddress(server, { folder, workspace, payload = [] }) {
  const url = new URL(server.address);
  if (folder) url.searchParams.set('folder', folder);
  if (workspace) url.searchParams.set('workspace', workspace);
  if (!folder && !workspace) url.searchParams.set('ew', 'true');
  if (payload.length > 0) url.searchParams.set('payload', JSON.stringify(payload));
  return url.href;
}

/** A path of this machine as the workbench in the browser names it. @param {HostServer} server @param {string} file */
export const remoteUri = (server, file) => `vscode-remote://127.0.0.1:${server.port}${file}`;
