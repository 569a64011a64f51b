// Runs the `rolecall` command as a process of its own: the built one where it is newer than its sources, else from the sources.
import { readdirSync, statSync } from 'node:fs';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const sources = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));
const built = fileURLToPath(new URL('../../dist/cli.cjs', import.meta.url));
const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

export interface Ended {
  /** Null: ended by a signal. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves when standard error holds this; rejects when the process ends without it. */
  says(words: RegExp): Promise<void>;
}

export interface CommandOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

let isFresh: boolean | undefined;

/** Asked once: nothing is built while tests run. */
function isBuilt(): boolean {
  isFresh ??= newest(built) > newest(fileURLToPath(new URL('../../src', import.meta.url)));
  return isFresh;
}

/** When the file, or the last of a folder's files, was written; 0 where there is none. */
function newest(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() !== true) return found?.mtimeMs ?? 0;
  const inside = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Math.max(0, ...inside.map((entry) => statSync(`${entry.parentPath}/${entry.name}`).mtimeMs));
}

/** What Node is given to be the command, before its own arguments. */
export function commandWords(): readonly string[] {
  return isBuilt() ? [built] : ['--import', loader, sources];
}

export function startRolecall(args: readonly string[], { cwd, env = {} }: CommandOptions): Started {
  const { PATH = '', HOME = '', SystemRoot } = process.env;
  const child = spawn(process.execPath, [...commandWords(), ...args], { cwd, env: { PATH, HOME, ...(SystemRoot === undefined ? {} : { SystemRoot }), ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const ended = once(child, 'close').then(([code]): Ended => ({ code: code as number | null, out, err }));
  const says = (wanted: RegExp): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (wanted.test(err)) resolve();
      };
      child.stderr.on('data', look);
      look();
      void ended.then(() => reject(new Error(`it ended without saying ${wanted}:\n${err}`)));
    });
  return { child, ended, says };
}

export function rolecall(args: readonly string[], options: CommandOptions): Promise<Ended> {
  return startRolecall(args, options).ended;
}
