// Counts of tests, and how they are read from a report. It runs nothing.
import { readFile } from 'node:fs/promises';

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 */

/** @type {Counts} */
export const none = { passed: 0, failed: 0, skipped: 0 };

/** @param {readonly Counts[]} all @returns {Counts} */
export const sum = (all) =>
  all.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }), none);

/** One check that either holds or not. @param {boolean} isOk @returns {Counts} */
export const one = (isOk) => (isOk ? { ...none, passed: 1 } : { ...none, failed: 1 });

/**
 * A run that left no report, or that ended badly although its report knows of no failure, counts as one failure more: it crashed.
 * @param {string} file
 * @param {boolean} endedWell
 * @returns {Promise<Counts>}
 */
export async function readReport(file, endedWell) {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return one(false);
  const counts = /** @type {Counts} */ (JSON.parse(text));
  return endedWell || counts.failed > 0 ? counts : sum([counts, one(false)]);
}
