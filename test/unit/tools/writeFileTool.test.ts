import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, readFile, stat, symlink } from 'node:fs/promises';
import type { JsonObject } from '../../../src/engine/shared/json';
import { createTools } from '../../../src/engine/tools/createTools';
import type { Preview, Tool } from '../../../src/engine/tools/tool';
import { nodeFileWriter } from '../../../src/node/nodeFileWriter';
import { createNodeFiles } from '../../../src/node/nodeFiles';
import { sha256 } from '../../../src/node/sha256';
import { tempFolder, type TempFolder } from '../../support/tempFolder';
import { toolEntry } from './toolEntry';

const control = { signal: new AbortController().signal };

describe('write_file', () => {
  let folder: TempFolder;
  beforeEach(async () => {
    folder = await tempFolder({ 'team/team.yaml': 'team: x\n', 'elsewhere/a.md': 'theirs\n' });
  });
  afterEach(() => folder.remove());

  const read = (path: string) => readFile(`${folder.path}/${path}`, 'utf8');

  async function open(options: JsonObject = { root: 'out' }): Promise<Tool> {
    const opened = await createTools(createNodeFiles(), { writer: nodeFileWriter, sha256 }).open(toolEntry('write_file', { options }), `${folder.path}/team`);
    assert.ok(opened.ok, opened.ok ? '' : opened.error);
    return opened.value;
  }

  async function preview(tool: Tool, args: JsonObject): Promise<Preview> {
    const shown = await tool.preview!(args, control);
    assert.ok(shown.ok, shown.ok ? '' : shown.error);
    return shown.value;
  }

  it('asks, unless the team says never', async () => {
    assert.equal((await open()).asks, true);
    assert.equal((await open({ root: 'out', approve: 'always' })).asks, true);
    assert.equal((await open({ root: 'out', approve: 'never' })).asks, undefined);
  });

  it('makes the folder, writes the whole file, and leaves nothing else there', async () => {
    const tool = await open();
    assert.deepEqual(await tool.call({ path: 'sub/report.md', text: 'Größe\n' }, control), { ok: true, value: { path: 'out/sub/report.md', bytes: 8 } });
    assert.equal(await read('team/out/sub/report.md'), 'Größe\n');
    assert.deepEqual(await tool.call({ path: 'out/sub/report.md', text: '2\n' }, control), { ok: true, value: { path: 'out/sub/report.md', bytes: 2 } });
    assert.deepEqual(await readdir(`${folder.path}/team/out/sub`), ['report.md']);
  });

  it('shows exactly what changes', async () => {
    const tool = await open();
    assert.deepEqual(await preview(tool, { path: 'a.md', text: 'one\ntwo\n' }), {
      question: 'write the new file out/a.md', what: { path: 'out/a.md', before: 'not there', shows: '--- /dev/null\n+++ out/a.md\n@@ -0,0 +1,2 @@\n+one\n+two' },
    });
    await folder.write({ 'team/out/a.md': 'one\ntwo\n' });
    assert.deepEqual(await preview(tool, { path: 'a.md', text: 'one\n2\n' }), {
      question: 'change out/a.md', what: { path: 'out/a.md', before: sha256('one\ntwo\n'), shows: '--- out/a.md\n+++ out/a.md\n@@ -1,2 +1,2 @@\n one\n-two\n+2' },
    });
    assert.equal(await read('team/out/a.md'), 'one\ntwo\n');
  });

  it('shows a difference of any size in time, and says how much it leaves out', async () => {
    await folder.write({ 'team/out/a.md': Array.from({ length: 6000 }, (_, i) => `old ${i * 7}\n`).join('') });
    const { what } = await preview(await open(), { path: 'a.md', text: Array.from({ length: 6000 }, (_, i) => `new ${i * 3}\n`).join('') });
    assert.match(what['shows'] as string, /all 6001 lines are replaced[^]*… \d+ more lines$/);
  });

  it('writes nothing but what was allowed: a file that has changed since stays', async () => {
    const tool = await open();
    await folder.write({ 'team/out/a.md': 'one\n' });
    const { what } = await preview(tool, { path: 'a.md', text: 'mine\n' });
    await folder.write({ 'team/out/a.md': 'theirs\n' });
    const result = await tool.call({ path: 'a.md', text: 'mine\n' }, { ...control, approved: what });
    assert.match(result.ok ? '' : result.error, /changed by somebody else/);
    assert.equal(await read('team/out/a.md'), 'theirs\n');
  });

  it('may be done again: what is written already counts as done', async () => {
    const tool = await open();
    const { what } = await preview(tool, { path: 'a.md', text: 'mine\n' });
    const first = await tool.call({ path: 'a.md', text: 'mine\n' }, { ...control, approved: what });
    assert.deepEqual(await tool.call({ path: 'a.md', text: 'mine\n' }, { ...control, approved: what }), first);
  });

  it('writes nothing outside its root, nothing hidden, and over nothing that is no text', async () => {
    await mkdir(`${folder.path}/team/out/dir`, { recursive: true });
    await symlink(`${folder.path}/elsewhere`, `${folder.path}/team/out/link`);
    await symlink(`${folder.path}/elsewhere/a.md`, `${folder.path}/team/out/a.md`);
    await folder.write({ 'team/out/bin': '\0', 'team/out/file': 'x' });
    const tool = await open();
    const refused: [string, RegExp][] = [
      ['../team.yaml', /may not hold "\.\."/], ['a/../../team.yaml', /may not hold/], ['/etc/x', /must be relative/], ['C:\\x', /must be relative/], ['link/new.md', /leads out of out through a link/],
      ['link/deep/new.md', /leads out of out/], ['a.md', /leads out of out/], ['.git/hooks/post-commit', /hidden names/], ['sub/.env', /hidden names/], ['node_modules/x/index.js', /hidden names and node_modules/],
      ['dir', /is a folder/], ['new/', /no path of a file/], ['bin', /not written over: it is not UTF-8 text/], ['file/below', /is not written over|could not be written|cannot be written/],
    ];
    for (const [path, message] of refused) {
      for (const result of [await tool.call({ path, text: 'x' }, control), await tool.preview!({ path, text: 'x' }, control)].slice(0, path === 'file/below' ? 1 : 2)) {
        assert.ok(!result.ok, path);
        assert.match(result.error, message, path);
        assert.doesNotMatch(result.error, /\/tmp\//);
      }
    }
    assert.equal(await read('elsewhere/a.md'), 'theirs\n');
    assert.deepEqual(await readdir(`${folder.path}/elsewhere`), ['a.md']);
    assert.equal(await read('team/team.yaml'), 'team: x\n');
  });

  it('follows a link that stays inside, and keeps the rights of a file', async () => {
    await folder.write({ 'team/out/real/a.md': 'one\n' });
    await symlink(`${folder.path}/team/out/real/a.md`, `${folder.path}/team/out/alias.md`);
    await chmod(`${folder.path}/team/out/real/a.md`, 0o640);
    const tool = await open();
    assert.ok((await tool.call({ path: 'alias.md', text: 'two\n' }, control)).ok);
    assert.equal(await read('team/out/real/a.md'), 'two\n');
    assert.equal((await stat(`${folder.path}/team/out/real/a.md`)).mode & 0o777, 0o640);
  });

  it('is not opened without a root, or where nothing can be written', async () => {
    const tools = createTools(createNodeFiles(), { writer: nodeFileWriter, sha256 });
    assert.match(JSON.stringify(await tools.open(toolEntry('write_file'), `${folder.path}/team`)), /root: is missing/);
    assert.match(JSON.stringify(await createTools(createNodeFiles()).open(toolEntry('write_file', { options: { root: 'out' } }), `${folder.path}/team`)), /cannot be written here/);
  });
});
