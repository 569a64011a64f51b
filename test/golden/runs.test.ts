// Each folder in runs/ is a team with a script, and what its run must record. ACCEPT=1 writes the expectation anew: read the difference before keeping it.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runTeam } from '../support/runTeam';
import { transcript } from '../support/transcript';

const runs = path.join(path.dirname(fileURLToPath(import.meta.url)), 'runs');

describe('recorded runs', () => {
  for (const name of readdirSync(runs)) {
    it(name.replaceAll('-', ' '), async () => {
      const { events } = await runTeam(path.join(runs, name));
      const file = path.join(runs, name, 'expected.txt');
      const actual = transcript(events);
      if (process.env['ACCEPT'] === '1') writeFileSync(file, actual);
      assert.ok(existsSync(file), `${file} is missing: run with ACCEPT=1, then read it`);
      assert.equal(actual, readFileSync(file, 'utf8'));
    });
  }
});
