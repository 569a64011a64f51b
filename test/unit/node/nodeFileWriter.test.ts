// Writing files whole or not at all, also after a process that was killed while it wrote.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { nodeFileWriter } from '../../../src/node/nodeFileWriter';
import { tempFolder } from '../../support/tempFolder';

describe('the file writer', () => {
  it('takes away only what a process that is gone has left of this file', async () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    const left = `.report.md.${pid}-0a1b2c3d.tmp`;
    const others = [`.report.md.${process.pid}-0a1b2c3d.tmp`, `.other.md.${pid}-0a1b2c3d.tmp`, `.report.md.${pid}.tmp`, 'report.md.tmp'];
    const folder = await tempFolder(Object.fromEntries([left, ...others].map((name) => [name, 'half'])));
    try {
      await nodeFileWriter.writeText(`${folder.path}/report.md`, 'whole');
      assert.deepEqual((await readdir(folder.path)).sort(), [...others, 'report.md'].sort());
      assert.equal(await readFile(`${folder.path}/report.md`, 'utf8'), 'whole');
    } finally {
      await folder.remove();
    }
  });
});
