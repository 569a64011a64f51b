// Runs test/vscode/**/*.test.ts inside a real VS Code, by runTests of @vscode/test-electron. Which VS Code, chooseVscode.mjs says.
//
// How a test file is written: plain mocha (describe, it) with `import * as vscode from 'vscode'`. It is bundled, so it may import anything
// that the extension may. A line `// @workspace <path>` among its first ten names the folder (or .code-workspace file) to open, relative to the
// repository; without one an empty folder is opened. The folder is copied first, outside the repository: tests may change it, and
// find it as vscode.workspace.workspaceFolders[0]. All files that name the same workspace share one launch and one copy.
import { runTests } from '@vscode/test-electron';
import { build } from 'esbuild';
import { cp, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inRepository, root } from '../repository.mjs';
import { readReport, sum } from './counts.mjs';

const testTimeoutMs = 60_000;
const noWorkspace = '';

/**
 * @param {object} options
 * @param {readonly string[]} options.files absolute
 * @param {string} options.executable a VS Code, or what stands in for it
 * @param {string} [options.extension] folder of the extension under test; the repository by default
 * @param {string} [options.grep]
 * @returns {Promise<import('./counts.mjs').Counts>}
 */
export async function runEditorTests({ files, executable, extension = root, grep }) {
  const groups = await groupByWorkspace(files);
  const bundled = await bundleTests(files);
  const counts = [];
  for (const [workspace, group] of groups) {
    console.log(`\n  In ${workspace || 'an empty folder'}:`);
    const tests = group.map((file) => /** @type {string} */ (bundled.get(file)));
    counts.push(await runGroup({ workspace, tests, executable, extension, grep }));
  }
  return sum(counts);
}

/** @param {readonly string[]} files @returns {Promise<Map<string, string[]>>} */
async function groupByWorkspace(files) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const file of files) {
    const head = (await readFile(file, 'utf8')).split('\n', 10).join('\n');
    const workspace = /^\/\/ @workspace (\S+)\s*$/m.exec(head)?.[1] ?? noWorkspace;
    groups.set(workspace, [...(groups.get(workspace) ?? []), file]);
  }
  return groups;
}

/** @param {readonly string[]} files @returns {Promise<Map<string, string>>} source to bundle, both absolute */
async function bundleTests(files) {
  const outDir = inRepository('out/test');
  await rm(outDir, { recursive: true, force: true });
  const outputOf = (/** @type {string} */ file) => path.relative(inRepository('test'), file).replace(/\.tsx?$/, '');
  await build({
    absWorkingDir: root,
    entryPoints: files.map((file) => ({ in: file, out: outputOf(file) })),
    outdir: outDir,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    external: ['vscode', 'mocha'],
    sourcemap: 'inline',
    logLevel: 'error',
  });
  return new Map(files.map((file) => [file, path.join(outDir, `${outputOf(file)}.cjs`)]));
}

/**
 * @param {{ workspace: string, tests: readonly string[], executable: string, extension: string, grep?: string }} group
 */
async function runGroup({ workspace, tests, executable, extension, grep }) {
  const name = workspace.replaceAll(/[^\w]+/g, '-') || 'empty';
  const report = inRepository('out/reports', `editor-${name}.json`);
  const scratch = await mkdtemp(path.join(tmpdir(), 'rolecall-workspace-'));
  await mkdir(path.dirname(report), { recursive: true });
  await rm(report, { force: true });
  let endedWell = true;
  try {
    const opened = await copyWorkspace(workspace, scratch);
    await runTests({
      vscodeExecutablePath: executable,
      extensionDevelopmentPath: extension,
      extensionTestsPath: inRepository('src/build/testing/editorSuite.cjs'),
      launchArgs: [opened, '--disable-extensions', `--user-data-dir=${path.join(scratch, 'user')}`, `--extensions-dir=${path.join(scratch, 'extensions')}`],
      extensionTestsEnv: {
        ROLECALL_TEST_FILES: JSON.stringify(tests),
        ROLECALL_TEST_REPORT: report,
        ROLECALL_TEST_REPORTER: 'spec',
        ROLECALL_TEST_TIMEOUT: String(testTimeoutMs),
        ROLECALL_TEST_GREP: grep,
        ROLECALL_HOST_ARTIFACTS: inRepository('out/editor', name),
      },
    });
  } catch (error) {
    endedWell = false;
    console.error(error instanceof Error ? error.message : error);
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 3 });
  }
  return readReport(report, endedWell);
}

/** @param {string} workspace @param {string} scratch @returns {Promise<string>} what to open */
async function copyWorkspace(workspace, scratch) {
  const target = path.join(scratch, 'workspace');
  await mkdir(target);
  if (workspace === noWorkspace) return target;
  const source = inRepository(workspace);
  const isFile = (await stat(source)).isFile();
  await cp(isFile ? path.dirname(source) : source, target, { recursive: true, filter: (from) => path.basename(from) !== '.rolecall' });
  return isFile ? path.join(target, path.basename(source)) : target;
}
