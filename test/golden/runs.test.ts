// Each folder in runs/ is a team with a script, and what its run must record: expected.txt, and where prompts.txt is there, what was said to the models word
// for word. ACCEPT=1 writes the expectation anew: read the difference before keeping it. runs/README.md says which run tells which story.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { goldenRun, inCopyOf } from '../support/goldenRun';
import { promptTexts } from '../support/promptTexts';
import { transcript } from '../support/transcript';

const runs = path.join(path.dirname(fileURLToPath(import.meta.url)), 'runs');
const names = readdirSync(runs, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

describe('recorded runs', () => {
  for (const name of names) {
    it(name.replaceAll('-', ' '), async () => {
      const folder = path.join(runs, name);
      const events = await inCopyOf(folder, goldenRun);
      compare(path.join(folder, 'expected.txt'), transcript(events));
      const prompts = path.join(folder, 'prompts.txt');
      if (existsSync(prompts)) compare(prompts, promptTexts(events));
    });
  }

  it('are all told in the table of stories, which names no other', () => {
    const table = readFileSync(path.join(runs, 'README.md'), 'utf8');
    const told = new Set([...table.matchAll(/`([a-z0-9_-]+)`/g)].map(([, name]) => name!));
    assert.deepEqual(names.filter((name) => name.startsWith('story-') && !told.has(name)), []);
    assert.deepEqual([...told].filter((name) => /^[a-z]+(-[a-z0-9_]+)+$/.test(name) && !names.includes(name)), []);
  });
});

function compare(file: string, actual: string): void {
  if (process.env['ACCEPT'] === '1') writeFileSync(file, actual);
  assert.ok(existsSync(file), `${file} is missing: run with ACCEPT=1, then read it`);
  assert.equal(actual, readFileSync(file, 'utf8'));
}
