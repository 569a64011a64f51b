// The sample's copy that `npm start` opens: a newcomer's edits must survive the next start.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copySample } from '../../../src/build/sampleCopy.mjs';

describe('copySample', () => {
  let scratch: string;
  let source: string;
  let into: string;
  const copied = (name: string) => path.join(into, 'team', name);

  beforeEach(async () => {
    scratch = await mkdtemp(path.join(tmpdir(), 'rolecall-sample-'));
    source = path.join(scratch, 'repository/team');
    into = path.join(scratch, 'copies');
    await mkdir(path.join(source, 'roles'), { recursive: true });
    await mkdir(path.join(source, '.rolecall'));
    await writeFile(path.join(source, 'team.yaml'), 'first');
    await writeFile(path.join(source, 'roles/writer.yaml'), 'first');
    await writeFile(path.join(source, '.rolecall/run'), 'a run of somebody else');
  });
  afterEach(() => rm(scratch, { recursive: true, force: true }));

  it('copies all files but the runs', async () => {
    assert.deepEqual(await copySample(source, into), { folder: path.join(into, 'team'), keptEdits: 0 });
    assert.equal(await readFile(copied('roles/writer.yaml'), 'utf8'), 'first');
    await assert.rejects(stat(copied('.rolecall')), /ENOENT/);
  });

  it('brings a new version of a file that was not edited', async () => {
    await copySample(source, into);
    await writeFile(path.join(source, 'team.yaml'), 'second');
    assert.equal((await copySample(source, into)).keptEdits, 0);
    assert.equal(await readFile(copied('team.yaml'), 'utf8'), 'second');
  });

  it('keeps an edited file, and a deleted one deleted', async () => {
    await copySample(source, into);
    await writeFile(copied('team.yaml'), 'mine');
    await rm(copied('roles/writer.yaml'));
    await writeFile(path.join(source, 'team.yaml'), 'second');
    assert.equal((await copySample(source, into)).keptEdits, 2);
    assert.equal(await readFile(copied('team.yaml'), 'utf8'), 'mine');
    await assert.rejects(stat(copied('roles/writer.yaml')), /ENOENT/);
  });
});
