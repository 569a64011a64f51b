// Finds or installs a Chromium for the tests and opens pages in it. Starting VS Code needs none of this: people bring their own browser.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { findOnPath, isExecutable } from './executables.mjs';
import { runQuietly } from './runQuietly.mjs';

const debianPackage = 'chromium-headless-shell';
const names = [debianPackage, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const elsewhere = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];

/** @returns {string | undefined} CHROMIUM when it is set, else the first browser on the PATH, else one that playwright installed */
export function findBrowser() {
  const named = process.env.CHROMIUM;
  if (named) {
    if (isExecutable(named)) return named;
    throw new Error(`CHROMIUM names ${named}, which cannot be run. Set it to the path of a Chromium or Chrome, or unset it.`);
  }
  return findOnPath(names) ?? [...elsewhere, playwrightsOwn()].find((file) => file !== undefined && isExecutable(file));
}

function playwrightsOwn() {
  try {
    return chromium.executablePath();
  } catch {
    return undefined; // playwright-core knows no browser for this system
  }
}

/**
 * Rejects with what is missing and how to get it.
 * @param {(line: string) => void} say told when something is installed
 * @returns {Promise<string>} path of a Chromium
 */
export async function ensureBrowser(say) {
  const found = findBrowser();
  if (found) return found;
  const howTo = `Install one (Debian: \`apt-get install ${debianPackage}\`; elsewhere: Chromium or Chrome), or set CHROMIUM to the path of one, then run this again.`;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) throw new Error(`The tests need a Chromium and none was found. ${howTo}`);
  say(`Installing Debian's ${debianPackage} with apt-get …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const waitForOthers = ['-o', 'DPkg::Lock::Timeout=300'];
  try {
    await runQuietly('apt-get', [...waitForOthers, 'update'], { env });
    await runQuietly('apt-get', [...waitForOthers, 'install', '-y', '--no-install-recommends', debianPackage], { env });
  } catch (error) {
    throw new Error(`The tests need a Chromium, and apt-get could not install it. ${howTo}\n${error instanceof Error ? error.message : error}`);
  }
  const installed = findBrowser();
  if (!installed) throw new Error(`apt-get installed ${debianPackage}, but no such program is on the PATH. ${howTo}`);
  return installed;
}

/**
 * A page that can reach this machine only, with leave to use the clipboard.
 * @param {string} executablePath
 * @param {{ width: number, height: number }} [viewport] CSS pixels
 * @returns {Promise<{ page: import('playwright-core').Page, close: () => Promise<void> }>}
 */
export async function openBrowserPage(executablePath, viewport = { width: 1400, height: 900 }) {
  const browser = await chromium.launch({
    executablePath,
    // Its own handlers would end this process before the server is stopped.
    ...{ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false },
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-component-update'],
      ...['--disable-sync', '--no-first-run', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
    ],
  });
  const context = await browser.newContext({ viewport });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  return { page: await context.newPage(), close: () => browser.close() };
}
