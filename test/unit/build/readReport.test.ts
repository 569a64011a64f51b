// The sum at the end of `npm test`: a run that crashes must never look like one that passed.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readReport } from '../../../src/build/testing/counts.mjs';
import { runMocha } from '../../../src/build/testing/runMocha.mjs';

describe('readReport', () => {
  let scratch: string;
  beforeEach(async () => {
    scratch = await mkdtemp(path.join(tmpdir(), 'rolecall-report-'));
  });
  afterEach(() => rm(scratch, { recursive: true, force: true }));

  it('counts a run without a report as one failure', async () => {
    assert.deepEqual(await readReport(path.join(scratch, 'none.json'), true), { passed: 0, failed: 1, skipped: 0 });
  });

  it('counts a bad end as one failure more when the report knows of none', async () => {
    const file = path.join(scratch, 'report.json');
    await writeFile(file, JSON.stringify({ passed: 3, failed: 0, skipped: 1 }));
    assert.deepEqual(await readReport(file, true), { passed: 3, failed: 0, skipped: 1 });
    assert.deepEqual(await readReport(file, false), { passed: 3, failed: 1, skipped: 1 });
  });

  it('does not count a failure twice', async () => {
    const file = path.join(scratch, 'report.json');
    await writeFile(file, JSON.stringify({ passed: 3, failed: 2, skipped: 0 }));
    assert.deepEqual(await readReport(file, false), { passed: 3, failed: 2, skipped: 0 });
  });
});

describe('runMocha', () => {
  let scratch: string;
  const runFile = async (text: string) => {
    const file = path.join(scratch, 'probe.test.mjs');
    await writeFile(file, text);
    return runMocha({ name: 'probe', files: [file], timeoutMs: 5000, reporter: 'dot', isQuiet: true });
  };
  beforeEach(async () => {
    scratch = await mkdtemp(path.join(tmpdir(), 'rolecall-mocha-'));
  });
  afterEach(() => rm(scratch, { recursive: true, force: true }));

  it('counts tests that pass, fail and are left out, and failed hooks', async () => {
    const counts = await runFile(`it('a', () => {}); it('b', () => { throw new Error('b'); }); it('c'); describe('d', () => { before(() => { throw new Error('d'); }); it('e', () => {}); });`);
    assert.deepEqual(counts, { passed: 1, failed: 2, skipped: 1 });
  });

  it('counts a run that ends in the middle as failed', async () => {
    assert.deepEqual(await runFile(`it('a', () => {}); it('b', () => { process.exit(0); });`), { passed: 0, failed: 1, skipped: 0 });
  });
});
