// How the bench measures and tells: scripts bundled as the product is, each run a fresh process, medians, tables. Knows nothing of what is measured.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { evaluated } from '../../src/build/evaluated.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const scripts = path.join(root, 'out', 'bench');

export const say = (text = ''): void => console.log(text);

/** As the product is built, so that nothing of a loader is measured. `names`: files of this folder. */
export async function bundleScripts(names: readonly string[]): Promise<void> {
  await build({
    absWorkingDir: root, entryPoints: names.map((name) => `test/bench/${name}.ts`), outdir: scripts,
    bundle: true, splitting: true, platform: 'node', target: 'node20.19', format: 'esm', outExtension: { '.js': '.mjs' }, mainFields: ['module', 'main'], logLevel: 'error',
    plugins: [evaluated()],
    banner: { js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);' },
  });
}

/** The last line that the process prints, as JSON. Ends the bench with the process's own error when it fails. */
export async function measured<T>(script: string, ...args: readonly string[]): Promise<T> {
  const started = promisify(execFile)(process.execPath, [path.join(scripts, `${script}.mjs`), ...args], { maxBuffer: 64 * 1024 * 1024 });
  const { stdout } = await started.catch((error: unknown) => {
    const lines = String((error as { stderr?: string }).stderr ?? error).split('\n').filter((line) => /^\w*Error|^ {4}at /.test(line));
    say(`${script} failed:\n${lines.slice(0, 8).join('\n')}`);
    process.exit(1);
  });
  return JSON.parse(stdout.trimEnd().split('\n').at(-1)!) as T;
}

/** What the figures were measured on. With much load beside, wall time tells of the load and processor time of the work. */
export function describeMachine(): string {
  const [load] = loadavg();
  return `Node ${process.versions.node}, ${process.platform}, ${availableParallelism()} processors${processor()}, load ${load!.toFixed(1)}`;
}

function processor(): string {
  try {
    return ` (${/^model name\s*: (.+)$/m.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1]?.trim() ?? ''})`;
  } catch {
    return '';
  }
}

export function whole(count: number): string {
  return Math.round(count).toLocaleString('en');
}

/** `7.3 ×`, `24 ×`. */
export function times(ratio: number): string {
  return `${ratio.toFixed(ratio < 10 ? 1 : 0)} ×`;
}

/** The first cell of a row is its name. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = rows[0]!.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  for (const row of rows) say(row.map((cell, index) => (index === 0 ? cell.padEnd(widths[index]!) : cell.padStart(widths[index]!))).join('  ').trimEnd());
}
