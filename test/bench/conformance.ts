// `npm run bench -- conformance`: every quirk of servers, structured output and usage (areas F, G and I of the cases), played by the tests' own server over
// real HTTP, as a table. The cases are the tests of test/unit/cases; this only runs them and tells what came of each. Ends with 1 where one fails.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const files = ['test/unit/cases/f.test.ts', 'test/unit/cases/g.test.ts', 'test/unit/cases/i.test.ts', 'test/unit/vscode/vscodeModel.test.ts'];
const area = /^([FGI])(\d+): (.*)$/;

interface Report {
  readonly passes: readonly Told[];
  readonly failures: readonly Told[];
}

interface Told {
  readonly title: string;
  readonly err?: { readonly message?: string };
}

interface Case {
  readonly letter: string;
  readonly number: number;
  readonly what: string;
  readonly failure: string | null;
}

/** The exit code. */
export async function conformance(root: string, say: (text: string) => void): Promise<number> {
  const report = await runCases(root);
  const all = [...casesOf(report.passes, false), ...casesOf(report.failures, true)].sort((a, b) => a.letter.localeCompare(b.letter) || a.number - b.number);
  for (const { letter, number, what, failure } of all) {
    say(`${`${letter}${number}`.padEnd(4)} ${failure === null ? 'pass' : 'FAIL'}  ${what}`);
    if (failure !== null) say(`           ${failure}`);
  }
  const failed = all.filter((one) => one.failure !== null).length;
  const ids = new Set(all.map(({ letter, number }) => `${letter}${number}`));
  say(`${all.length} cases of ${ids.size} ids: ${all.length - failed} passed, ${failed} failed.`);
  return failed > 0 || all.length === 0 ? 1 : 0;
}

async function runCases(root: string): Promise<Report> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rolecall-conformance-'));
  const output = path.join(folder, 'report.json');
  try {
    const args = ['--import', 'tsx', path.join(root, 'node_modules/mocha/bin/mocha.js'), '--no-config', '--no-package', '--timeout', '60000', '--reporter', 'json', '--reporter-option', `output=${output}`, ...files];
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
    await once(child, 'close');
    return JSON.parse(await readFile(output, 'utf8')) as Report;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function casesOf(told: readonly Told[], isFailure: boolean): readonly Case[] {
  return told.flatMap(({ title, err }): Case[] => {
    const [, letter, number, what] = area.exec(title) ?? [];
    if (letter === undefined) return [];
    return [{ letter, number: Number(number), what: what!, failure: isFailure ? (err?.message?.split('\n')[0] ?? 'failed') : null }];
  });
}
