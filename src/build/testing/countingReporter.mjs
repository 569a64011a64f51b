// A mocha reporter that prints as another one does and leaves the counts in a file, from which test.mjs adds up all parts.
//
// ROLECALL_TEST_REPORT    the file to write, as JSON: { passed, failed, skipped }
// ROLECALL_TEST_REPORTER  'spec' (the default) or 'dot'
import { writeFileSync } from 'node:fs';
import mocha from 'mocha';

const { Dot, Spec } = mocha.reporters;
const Printed = process.env.ROLECALL_TEST_REPORTER === 'dot' ? Dot : Spec;

/** A failed hook counts as a failed test; a test that was left out counts as skipped. */
export class CountingReporter extends Printed {
  /**
   * @param {import('mocha').Runner} runner
   * @param {import('mocha').MochaOptions} options
   */
  constructor(runner, options) {
    super(runner, options);
    const file = process.env.ROLECALL_TEST_REPORT;
    if (!file) return;
    runner.once('end', () => {
      const { passes, failures, pending } = runner.stats ?? { passes: 0, failures: 1, pending: 0 };
      writeFileSync(file, JSON.stringify({ passed: passes, failed: failures, skipped: pending }));
    });
  }
}

// mocha loads a reporter from a file by its default export.
export default CountingReporter;
