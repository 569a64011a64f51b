#!/usr/bin/env node
// Behaves like the executable of desktop VS Code as far as @vscode/test-electron goes, and runs the tests in the VS Code server with a
// headless Chromium as its window. So the same runTests() serves both. It installs nothing: provisionHost.mjs and browser.mjs did.
//
// ROLECALL_HOST_ARTIFACTS  a folder for the host's log and a last picture of the window
// ROLECALL_HOST_TIMEOUT    limit of the whole run in ms, default 10 minutes
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBrowser, openBrowserPage } from './browser.mjs';
import { hostPaths, recipeFolder } from './hostPaths.mjs';
import { remoteUri, startHostServer, workbenchAddress } from './hostServer.mjs';
import { testSettings } from './quietSettings.mjs';
import { parseVscodeArguments } from './vscodeArguments.mjs';

const followEveryMs = 40;
const closeLimitMs = 3000;
const pageLimitMs = 120_000;
const exitCode = { failed: 1, timedOut: 124, interrupted: 130 };

const given = parseVscodeArguments(process.argv.slice(2));
if (!given.developmentPath || !given.testsPath) {
  console.error('This stands in for VS Code in tests only: --extensionDevelopmentPath and --extensionTestsPath are needed.');
  process.exit(exitCode.failed);
}

const scratch = mkdtempSync(path.join(tmpdir(), 'rolecall-editor-'));
const outputFile = path.join(scratch, 'output');
writeFileSync(outputFile, '');
const artifacts = process.env.ROLECALL_HOST_ARTIFACTS;
if (artifacts) mkdirSync(artifacts, { recursive: true });
const logFile = path.join(artifacts ?? scratch, 'host.log');
writeFileSync(logFile, '');
const log = (/** @type {string} */ text) => appendFileSync(logFile, `${text.trimEnd()}\n`);

/** @type {import('./hostServer.mjs').HostServer | undefined} */
let server;
/** @type {Awaited<ReturnType<typeof openBrowserPage>> | undefined} */
let browser;
let isEnding = false;
const follow = followOutput();

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => void end(exitCode.interrupted));
process.on('uncaughtException', (error) => void fail(String(error.stack)));
const limitMs = Number(process.env.ROLECALL_HOST_TIMEOUT ?? 600_000);
setTimeout(() => void fail(`The tests did not end within ${limitMs / 1000} s.`, exitCode.timedOut), limitMs);

await run(given.developmentPath, given.testsPath);

/** @param {string} developmentPath @param {string} testsPath */
async function run(developmentPath, testsPath) {
  const starting = startHostServer({
    paths: hostPaths(),
    dataDir: path.join(scratch, 'server'),
    userDataDir: given.userDataDir,
    extensionsDir: given.extensionsDir,
    settings: testSettings,
    isTestDriven: true,
    env: { ROLECALL_HOST_OUTPUT: outputFile, ROLECALL_HOST_TESTS: testsPath },
    log: (text) => log(`[server] ${text}`),
  });
  browser = await openBrowserPage(await ensureBrowser(console.error));
  server = await starting;
  void server.ended.then((code) => fail(`The VS Code server ended with ${code}.`));
  await listenToPage(browser.page);
  const { workspace, folder, file, disablesExtensions } = given;
  /** @type {[string, string][]} */
  const payload = [
    ['extensionDevelopmentPath', remoteUri(server, developmentPath)],
    ['extensionTestsPath', remoteUri(server, path.join(recipeFolder, 'extensionHostEntry.cjs'))],
    ['skipWelcome', 'true'],
    ['skipReleaseNotes', 'true'],
  ];
  if (disablesExtensions) payload.push(['disableExtensions', 'true']);
  if (file) payload.push(['openFile', remoteUri(server, file)]);
  const address = workbenchAddress(server, workspace ? { workspace, payload } : { folder, payload });
  await browser.page.goto(address, { waitUntil: 'commit', timeout: pageLimitMs });
}

/** The workbench reports its log and the end of the tests through these two functions. @param {import('playwright-core').Page} page */
async function listenToPage(page) {
  await page.exposeFunction('codeAutomationLog', (/** @type {string} */ type, /** @type {unknown[]} */ values) => {
    const text = `[${type}] ${values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(' ')}`;
    log(text);
    if (/^\[error\].*Extension host.*terminated unexpectedly/.test(text)) void fail('The extension host crashed.');
  });
  await page.exposeFunction('codeAutomationExit', (/** @type {number} */ code) => {
    const recordFile = `${outputFile}.result`;
    if (!existsSync(recordFile)) return void fail('The extension host ended before the tests did.');
    const isOk = readFileSync(recordFile, 'utf8') === 'ok';
    void end(isOk ? code : code || exitCode.failed);
  });
  page.on('crash', () => void fail('The page of the workbench crashed.'));
  page.on('console', (message) => {
    if (message.type() === 'error') log(`[page] ${message.text()}`);
  });
}

/** @param {string} why @param {number} [code] */
async function fail(why, code = exitCode.failed) {
  if (!isEnding) process.stderr.write(`${why}\n`);
  await end(code);
}

/** @param {number} code */
async function end(code) {
  if (isEnding) return;
  isEnding = true;
  follow.stop();
  if (artifacts && browser) await browser.page.screenshot({ path: path.join(artifacts, 'end.png') }).catch(() => {});
  const limit = new Promise((resolve) => setTimeout(resolve, closeLimitMs));
  await Promise.race([browser?.close(), limit]).catch(() => {});
  await server?.stop();
  if (code !== 0 && !artifacts) process.stderr.write(readFileSync(logFile, 'utf8').slice(-4000));
  else if (code !== 0) process.stderr.write(`The host's log is ${logFile}\n`);
  rmSync(scratch, { recursive: true, force: true });
  process.stdout.write('', () => process.exit(code));
}

/** Prints what the extension host appends to the output file. */
function followOutput() {
  const fd = openSync(outputFile, 'r');
  const chunk = Buffer.alloc(65_536);
  let position = 0;
  const print = () => {
    for (let read = readSync(fd, chunk, 0, chunk.length, position); read > 0; read = readSync(fd, chunk, 0, chunk.length, position)) {
      position += read;
      process.stdout.write(Buffer.from(chunk.subarray(0, read)));
    }
  };
  const timer = setInterval(print, followEveryMs);
  return {
    stop() {
      clearInterval(timer);
      print();
    },
  };
}
