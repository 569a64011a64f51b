// Debug sessions as they are spoken: `<case>.session.txt` says what is done, `<case>.txt` what client and adapter then say. ACCEPT=1 writes the latter.
import assert from 'node:assert/strict';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, it } from 'mocha';
import { inFolder } from '../support/runFiles';
import { transcriptOf } from '../support/dapSession';

const folder = 'test/golden/dap';
const ending = '.session.txt';

describe('debug sessions', () => {
  for (const name of readdirSync(folder).filter((file) => file.endsWith(ending)).map((file) => file.slice(0, -ending.length))) {
    it(name.replaceAll('-', ' '), () =>
      inFolder({}, async (temporary) => {
        cpSync(`${folder}/team`, temporary, { recursive: true });
        const told = await transcriptOf(readFileSync(`${folder}/${name}${ending}`, 'utf8'), temporary);
        const expected = `${folder}/${name}.txt`;
        if (process.env['ACCEPT'] === '1') writeFileSync(expected, told);
        assert.ok(existsSync(expected), 'ACCEPT=1 writes what it says');
        assert.equal(told, readFileSync(expected, 'utf8'));
      }));
  }
});
