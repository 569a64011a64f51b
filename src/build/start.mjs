// `npm start`: builds Rolecall and opens it in a real VS Code over the sample team. It needs no key and no account.
//
//   npm start -- [--folder PATH] [--browser] [--port N]
//     --folder PATH  open this folder instead of the copy of the sample
//     --browser      the VS Code server in your own browser, even where there is a desktop VS Code
//     --port N       of that server; a free one by default
import './requireNode.mjs';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildAll } from './build.mjs';
import { describeError } from './describeError.mjs';
import { findCodeCommand, openInDesktop } from './desktopVscode.mjs';
import { hostCacheFolder } from './host/hostPaths.mjs';
import { installExtension, startHostServer } from './host/hostServer.mjs';
import { provisionHost } from './host/provisionHost.mjs';
import { quietSettings } from './host/quietSettings.mjs';
import { packExtension, vsixFile } from './package.mjs';
import { inRepository, sampleFolder } from './repository.mjs';
import { copySample } from './sampleCopy.mjs';

const say = (/** @type {string} */ text) => console.log(text);

try {
  await start();
} catch (error) {
  console.error(describeError(error));
  process.exitCode = 1;
}

async function start() {
  const { folder: given, browser, port } = readArguments();
  say('Building Rolecall …');
  await buildAll();
  await packExtension();
  const folder = given ?? (await sampleToOpen());
  if (browser || !(await openedInDesktop(folder))) await serve(folder, port);
}

/** @param {string} folder @returns {Promise<boolean>} false: there is no desktop VS Code that works here */
async function openedInDesktop(folder) {
  const command = await findCodeCommand(say);
  if (!command) return false;
  try {
    await openInDesktop({ command, vsix: vsixFile, profileDir: path.join(path.dirname(hostCacheFolder()), 'desktop'), folder });
  } catch (error) {
    say(`Desktop VS Code could not be opened, so the browser gets it. ${describeError(error)}`);
    return false;
  }
  say(`\nVS Code is open on ${folder}, with a profile of its own. Look for Rolecall in its activity bar.`);
  return true;
}

/** Throws with what is wrong about an argument. */
function readArguments() {
  const { values } = parseArgs({ options: { folder: { type: 'string' }, browser: { type: 'boolean', default: false }, port: { type: 'string', default: '0' } } });
  const folder = values.folder === undefined ? undefined : path.resolve(values.folder);
  if (folder && !existsSync(folder)) throw new Error(`--folder: there is no ${folder}.`);
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`--port: ${values.port} is not a port. Give a number from 0 to 65535.`);
  return { folder, port, browser: values.browser };
}

async function sampleToOpen() {
  const { folder, keptEdits } = await copySample(inRepository(sampleFolder));
  say(`The sample team is in ${folder}${keptEdits > 0 ? `; ${keptEdits} of its files stay as you left them` : ''}.`);
  return folder;
}

/** Serves until Ctrl+C. @param {string} folder @param {number} port */
async function serve(folder, port) {
  const paths = await provisionHost(say);
  const dataDir = path.join(path.dirname(hostCacheFolder()), 'served');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await installExtension({ paths, dataDir }, vsixFile);
  const server = await startHostServer({ paths, dataDir, settings: quietSettings, port, defaultFolder: folder });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.once(signal, () => void server.stop());
  say(`\nVS Code with Rolecall is ready. Open this address in a browser on this machine:\n\n  ${server.address}\n`);
  say('The address holds a secret: who has it can run programs here as you. Ctrl+C ends the server.');
  const code = await server.ended;
  process.exitCode = code === null || code === 143 ? 0 : code;
}
