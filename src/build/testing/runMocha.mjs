// Runs test files with mocha in a process of its own and returns the counts. Its output is shown as it comes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { inRepository, root } from '../repository.mjs';
import { readReport } from './counts.mjs';

/**
 * @param {object} options
 * @param {string} options.name of the part; names its report
 * @param {readonly string[]} options.files absolute
 * @param {number} options.timeoutMs of one test
 * @param {'dot' | 'spec'} options.reporter
 * @param {string} [options.grep]
 * @param {string} [options.hooks] a file with mocha's root hooks, absolute
 * @param {boolean} [options.isQuiet] show nothing
 * @param {number} [options.jobs] files that run at once, each in one of so many processes; default: one after the other, in one
 * @returns {Promise<import('./counts.mjs').Counts>}
 */
export async function runMocha({ name, files, timeoutMs, reporter, grep, hooks, isQuiet = false, jobs = 1 }) {
  const report = inRepository('out/reports', `${name}.json`);
  await mkdir(path.dirname(report), { recursive: true });
  await rm(report, { force: true });
  const args = [
    ...['--import', 'tsx', inRepository('node_modules/mocha/bin/mocha.js'), '--no-config', '--no-package'],
    ...['--reporter', inRepository('src/build/testing/countingReporter.mjs'), '--timeout', String(timeoutMs)],
    ...(hooks ? ['--require', hooks] : []),
    ...(grep ? ['--grep', grep] : []),
    ...(jobs > 1 ? ['--parallel', '--jobs', String(jobs)] : []),
    ...files,
  ];
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: isQuiet ? 'ignore' : 'inherit',
    env: { ...process.env, ROLECALL_TEST_REPORT: report, ROLECALL_TEST_REPORTER: reporter },
  });
  const [code] = await once(child, 'close');
  return readReport(report, code === 0);
}
