// `npm test`: gets what the tests need, runs every part and adds up. Each part prints its own results; the last line is the total.
//
//   npm test -- [--only PART,PART] [--grep TEXT] [--verbose]
//     --only     parts by name: types, lint, boundaries, unit, editor, browser
//     --grep     only tests whose full title holds TEXT (a regular expression)
//     --verbose  a line for each unit test
//
// A part that ran no test has failed, except under --grep: then all parts together must have run one.
import './requireNode.mjs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { buildAll } from './build.mjs';
import { describeError } from './describeError.mjs';
import { packExtension } from './package.mjs';
import { inRepository, root } from './repository.mjs';
import { ensureBrowser } from './host/browser.mjs';
import { provisionHost } from './host/provisionHost.mjs';
import { runQuietly } from './host/runQuietly.mjs';
import { chooseVscode } from './testing/chooseVscode.mjs';
import { none, one, sum } from './testing/counts.mjs';
import { findTests } from './testing/findTests.mjs';
import { runEditorTests } from './testing/runEditorTests.mjs';
import { runMocha } from './testing/runMocha.mjs';

const testLimitMs = { unit: 20_000, browser: 180_000 };
const say = (/** @type {string} */ text) => console.log(text);

/** @typedef {import('./testing/counts.mjs').Counts} Counts */
/** @typedef {{ grep?: string, isVerbose: boolean }} Choice */
/** @typedef {{ about: string, build?: 'needed' | 'useful', run: (choice: Choice) => Promise<Counts> }} Part */

/** @type {Record<string, Part>} in the order they run: what is quick and tells most comes first */
const parts = {
  types: {
    about: 'The types hold',
    run: () => check(process.execPath, [inRepository('node_modules/typescript/bin/tsc'), '-p', '.', '--pretty', 'false']),
  },
  lint: {
    about: 'The house rules hold',
    run: () => check(process.execPath, [inRepository('node_modules/eslint/bin/eslint.js'), '-c', 'test/boundaries/eslint.config.mjs', '--max-warnings', '0', 'src', 'test']),
  },
  boundaries: {
    about: 'Folders import only what they may, and nothing goes in circles',
    run: (choice) => mochaPart('boundaries', ['boundaries'], choice),
  },
  unit: {
    about: 'Engine, ports, recorded runs and the command line',
    build: 'useful',
    run: (choice) => mochaPart('unit', ['unit', 'golden', 'contracts', 'logs', 'cli'], choice, availableParallelism()),
  },
  editor: {
    about: 'The extension inside a real VS Code',
    build: 'needed',
    run: async ({ grep }) => {
      const files = await findTests(['vscode']);
      if (files.length === 0) return none;
      const executable = await chooseVscode(say);
      return runEditorTests({ files, executable, grep });
    },
  },
  browser: {
    about: 'The packed extension, used as a person would',
    build: 'needed',
    run: async ({ grep }) => {
      const files = await findTests(['e2e']);
      if (files.length === 0) return none;
      await provisionHost(say);
      await ensureBrowser(say);
      await packExtension();
      const hooks = inRepository('test/support/keepPictureOfFailure.ts');
      return runMocha({ name: 'browser', files, timeoutMs: testLimitMs.browser, reporter: 'spec', grep, hooks });
    },
  },
};

try {
  await main();
} catch (error) {
  console.error(describeError(error));
  process.exitCode = 1;
}

async function main() {
  const { values } = parseArgs({ options: { only: { type: 'string' }, grep: { type: 'string' }, verbose: { type: 'boolean', default: false } } });
  const chosen = values.only?.split(',') ?? Object.keys(parts);
  const unknown = chosen.filter((name) => !(name in parts));
  if (unknown.length > 0) {
    console.error(`--only: there is no part ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}.`);
    process.exitCode = 2;
    return;
  }
  const choice = { grep: values.grep, isVerbose: values.verbose };
  const results = await runParts(chosen, choice);
  const total = sum(results);
  const ranNothing = total.passed + total.failed === 0;
  if (ranNothing) console.error('No test was run.');
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 || ranNothing ? 1 : 0;
}

/** @param {readonly string[]} chosen @param {Choice} choice */
async function runParts(chosen, choice) {
  const results = [];
  // Downloads while the quick parts run. What fails here fails again, and is reported, in the part that needs it.
  const needsHost = chosen.includes('editor') || chosen.includes('browser');
  const prepared = needsHost ? Promise.allSettled([provisionHost(say), ensureBrowser(say)]) : undefined;
  /** @type {boolean | undefined} */
  let isBuilt;
  for (const [name, part] of Object.entries(parts).filter(([name]) => chosen.includes(name))) {
    if (part.build && isBuilt === undefined) {
      isBuilt = await runBuild();
      if (!isBuilt) results.push(one(false));
    }
    if (part.build === 'needed') await prepared;
    const started = performance.now();
    console.log(`\n== ${name}: ${part.about}`);
    const counts = part.build === 'needed' && !isBuilt ? notRun() : await runPart(part, choice);
    results.push(counts);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`   ${name}: ${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} left out` : ''} (${seconds} s)`);
  }
  console.log('');
  return results;
}

/** @param {Part} part @param {Choice} choice @returns {Promise<Counts>} */
async function runPart(part, choice) {
  try {
    const counts = await part.run(choice);
    if (counts.passed + counts.failed > 0 || choice.grep) return counts;
    console.error('   This part ran no test, which is a failure.');
    return sum([counts, one(false)]);
  } catch (error) {
    console.error(describeError(error));
    return one(false);
  }
}

function notRun() {
  console.error('   Not run: the build failed.');
  return one(false);
}

async function runBuild() {
  console.log('\n== build');
  try {
    for (const text of await buildAll()) console.log(text);
    return true;
  } catch (error) {
    console.error(describeError(error));
    return false;
  }
}

/** @param {string} command @param {readonly string[]} args @returns {Promise<Counts>} */
async function check(command, args) {
  try {
    await runQuietly(command, args, { cwd: root, keepLines: 200 });
    return one(true);
  } catch (error) {
    console.error(describeError(error));
    return one(false);
  }
}

/** @param {string} name @param {readonly string[]} folders @param {Choice} choice @param {number} [jobs] */
async function mochaPart(name, folders, { grep, isVerbose }, jobs) {
  const files = await findTests(folders);
  if (files.length === 0) return none;
  return runMocha({ name, files, timeoutMs: testLimitMs.unit, reporter: isVerbose ? 'spec' : 'dot', grep, jobs });
}
