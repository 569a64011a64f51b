// The peer that Rolecall is measured against: installs it on demand into an ignored folder, in the versions named here. Not part of the product.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

export const peerVersions = {
  '@langchain/core': '1.4.0',
  '@langchain/langgraph': '1.7.3',
  '@langchain/langgraph-checkpoint-sqlite': '1.0.4',
  zod: '^4.1.0',
} as const;

export const peerName = `LangGraph ${peerVersions['@langchain/langgraph']}, sqlite saver`;

const installLimitMs = 15 * 60_000;

/** Null: it is there. Else one sentence that says why it cannot be measured. */
export async function providePeer(folder: string, say: (text: string) => void): Promise<string | null> {
  const manifest = JSON.stringify({ name: 'peers', private: true, type: 'module', dependencies: peerVersions, allowScripts: { 'better-sqlite3': true } }, null, 2);
  const file = path.join(folder, 'package.json');
  const isThere = existsSync(file) && readFileSync(file, 'utf8') === manifest && existsSync(path.join(folder, 'node_modules', 'better-sqlite3', 'build', 'Release', 'better_sqlite3.node'));
  if (isThere) return null;
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, manifest);
  say(`Installing ${peerName} into ${path.relative(process.cwd(), folder)} (some minutes, once) …`);
  try {
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    await promisify(execFile)(npm, ['install', '--no-audit', '--no-fund', '--loglevel', 'error'], { cwd: folder, timeout: installLimitMs, shell: process.platform === 'win32' });
    return null;
  } catch (error) {
    writeFileSync(file, '{}');
    const why = (error as { stderr?: string }).stderr?.trim().split('\n').at(-1) ?? String(error);
    return `${peerName} could not be installed (${why}); it needs the npm registry and, for better-sqlite3, a C++ compiler.`;
  }
}
