// Finds a desktop VS Code and opens a folder in it, with a profile of its own. The browser host is host/.
import { downloadAndUnzipVSCode, resolveCliPathFromVSCodeExecutablePath } from '@vscode/test-electron';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findOnPath } from './host/executables.mjs';
import { quietSettings } from './host/quietSettings.mjs';
import { runQuietly } from './host/runQuietly.mjs';
import { inRepository } from './repository.mjs';

const answerLimitMs = 5000;
const isWindows = process.platform === 'win32';

/** Can a window be shown here? */
export function hasDisplay() {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** Can VS Code be downloaded? Asked first, because a download that cannot work may take minutes to say so. */
export async function canDownloadVscode() {
  try {
    const url = 'https://update.code.visualstudio.com/api/releases/stable';
    return (await fetch(url, { signal: AbortSignal.timeout(answerLimitMs) })).ok;
  } catch {
    return false;
  }
}

/** Downloads the newest VS Code once, into .vscode-test/. @returns {Promise<string>} its executable */
export const downloadVscode = () => downloadAndUnzipVSCode({ cachePath: inRepository('.vscode-test') });

/**
 * The `code` command of a desktop VS Code, downloaded when there is a display and none is installed.
 * @param {(line: string) => void} say
 * @returns {Promise<string | undefined>} undefined: use the browser host
 */
export async function findCodeCommand(say) {
  // In the terminal of a remote window `code` talks to that window, and would install into the user's own profile.
  if (!hasDisplay() || process.env.VSCODE_IPC_HOOK_CLI) return undefined;
  const installed = findOnPath([isWindows ? 'code.cmd' : 'code']);
  if (installed) return installed;
  if (!(await canDownloadVscode())) return undefined;
  say('No `code` command on the PATH: downloading VS Code, once …');
  try {
    return resolveCliPathFromVSCodeExecutablePath(await downloadVscode());
  } catch (error) {
    say(`VS Code could not be downloaded: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}

/**
 * Installs the extension into a profile that holds nothing else and opens the folder. The window outlives this process.
 * @param {{ command: string, vsix: string, profileDir: string, folder: string }} options
 */
export async function openInDesktop({ command, vsix, profileDir, folder }) {
  const userDir = path.join(profileDir, 'user');
  const settings = path.join(userDir, 'User/settings.json');
  await mkdir(path.dirname(settings), { recursive: true });
  if (!existsSync(settings)) await writeFile(settings, JSON.stringify(quietSettings, null, 2));
  const profile = ['--user-data-dir', userDir, '--extensions-dir', path.join(profileDir, 'extensions')];
  // Chromium refuses to run as root in its sandbox.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  await runCode(command, [...profile, ...asRoot, '--install-extension', vsix, '--force']);
  await runCode(command, [...profile, ...asRoot, '--new-window', folder]);
}

/** A .cmd file runs only in a shell, which wants its own quotes. @param {string} command @param {readonly string[]} args */
async function runCode(command, args) {
  if (!isWindows) return runQuietly(command, args);
  return runQuietly(`"${command}"`, args.map((arg) => `"${arg}"`), { shell: true });
}
