import assert from 'node:assert/strict';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { FileError } from '../../../src/engine/shared/ports';
import { createNodeFiles } from '../../../src/node/nodeFiles';
import { tempFolder, type TempFolder } from '../../support/tempFolder';

describe('files of this machine', () => {
  let folder: TempFolder;
  const files = createNodeFiles({ maxBytes: 1000 });
  beforeEach(async () => {
    folder = await tempFolder({ 'a.md': 'wide 界 😀\r\n', 'b/c.txt': '' });
  });
  afterEach(() => folder.remove());

  const refuses = (work: Promise<unknown>, kind: string, words: RegExp): Promise<void> =>
    assert.rejects(work, (error: unknown) => error instanceof FileError && error.kind === kind && words.test(error.message));

  it('reads UTF-8, with or without a byte order mark, as the same text', async () => {
    assert.equal(await files.readText(`${folder.path}/a.md`), 'wide 界 😀\r\n');
    await writeFile(`${folder.path}/bom.md`, '\ufeffwide 界');
    assert.equal(await files.readText(`${folder.path}/bom.md`), 'wide 界');
    assert.equal(await files.readText(`${folder.path}/b/c.txt`), '');
  });

  it('refuses what is not text, and says how it is saved where that can be told', async () => {
    await writeFile(`${folder.path}/utf16.md`, Buffer.from('\ufeffteam: x', 'utf16le'));
    await refuses(files.readText(`${folder.path}/utf16.md`), 'not-text', /UTF-16; save it as UTF-8/);
    await writeFile(`${folder.path}/latin.md`, Buffer.from([0x4d, 0xfc, 0x6c, 0x6c]));
    await refuses(files.readText(`${folder.path}/latin.md`), 'not-text', /not UTF-8/);
    await writeFile(`${folder.path}/x.bin`, Buffer.from([1, 0, 2]));
    await refuses(files.readText(`${folder.path}/x.bin`), 'not-text', /not a text file/);
  });

  it('reads files up to the limit, and no larger one', async () => {
    await writeFile(`${folder.path}/full.md`, 'x'.repeat(1000));
    assert.equal((await files.readText(`${folder.path}/full.md`)).length, 1000);
    await writeFile(`${folder.path}/large.md`, 'x'.repeat(1001));
    await refuses(files.readText(`${folder.path}/large.md`), 'too-large', /larger than/);
  });

  it('reads a file that does not know its size, and does not wait at a pipe or an endless one', async function () {
    if (process.platform !== 'linux') this.skip();
    assert.match(await createNodeFiles().readText('/proc/self/status'), /Pid:/);
    await refuses(files.readText('/dev/zero'), 'other', /not an ordinary file/);
    const { execFileSync } = await import('node:child_process');
    execFileSync('mkfifo', [`${folder.path}/pipe`]);
    await refuses(files.readText(`${folder.path}/pipe`), 'other', /not an ordinary file/);
  });

  it('tells what is missing, a folder, a link in a circle', async () => {
    await refuses(files.readText(`${folder.path}/none.md`), 'missing', /none\.md does not exist/);
    await refuses(files.readText(`${folder.path}/a.md/x`), 'missing', /does not exist/);
    await refuses(files.readText(`${folder.path}/b`), 'other', /is a folder/);
    await refuses(files.list(`${folder.path}/none`), 'missing', /does not exist/);
    await refuses(files.realPath(`${folder.path}/none`), 'missing', /does not exist/);
    await symlink('loop', `${folder.path}/loop`);
    await refuses(files.readText(`${folder.path}/loop`), 'other', /leads back to itself/);
  });

  it('tells what may not be read', async function () {
    if (process.getuid?.() === 0) this.skip();
    await chmod(`${folder.path}/a.md`, 0);
    await refuses(files.readText(`${folder.path}/a.md`), 'denied', /may not be read/);
  });

  it('lists by code point, whatever the language', async () => {
    await mkdir(`${folder.path}/names`);
    const names = ['Z', 'a', 'ab', 'É', '界', '\uffee', '😀'];
    for (const name of names.toReversed()) await writeFile(`${folder.path}/names/${name}`, '');
    assert.deepEqual(await files.list(`${folder.path}/names`), names);
  });

  it('says what is there, null for nothing, and where links lead', async () => {
    assert.deepEqual(await files.stat(`${folder.path}/b`).then((found) => found?.kind), 'folder');
    assert.deepEqual(await files.stat(`${folder.path}/a.md`), { kind: 'file', size: 15 });
    assert.equal(await files.stat(`${folder.path}/none`), null);
    assert.equal(await files.stat(`${folder.path}/a.md/x`), null);
    await symlink(`${folder.path}/b`, `${folder.path}/link`);
    assert.equal(await files.realPath(`${folder.path}/link/c.txt`), `${folder.path}/b/c.txt`);
  });
});
