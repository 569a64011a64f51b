import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import type { Json, JsonObject } from '../../../src/engine/shared/json';
import { createTools } from '../../../src/engine/tools/createTools';
import type { ToolEntry } from '../../../src/engine/team/team';
import { nodeFileWriter } from '../../../src/node/nodeFileWriter';
import { createNodeFiles } from '../../../src/node/nodeFiles';
import { sha256 } from '../../../src/node/sha256';
import { tempFolder, type TempFolder } from '../../support/tempFolder';
import { toolEntry } from './toolEntry';

describe('tools over files', () => {
  let folder: TempFolder;
  beforeEach(async () => {
    folder = await tempFolder({ 'team/docs/a.md': 'one\ntwo\nthree\n', 'team/docs/sub/b.txt': 'b\n', 'team/docs/docs/c.md': 'c\n', 'team/team.yaml': 'team: x\n', 'shared/d.md': 'd\n', 'secret.txt': 's\n' });
  });
  afterEach(() => folder.remove());

  async function call(type: string, args: JsonObject, entry: Partial<ToolEntry> = { options: { root: 'docs' } }): Promise<Json> {
    const tool = await createTools(createNodeFiles()).open(toolEntry(type, entry), `${folder.path}/team`);
    assert.ok(tool.ok, tool.ok ? '' : tool.error);
    const result = await tool.value.call(args, { signal: new AbortController().signal });
    return result.ok ? result.value : { error: result.error };
  }

  describe('read_file', () => {
    it('reads all of a file, or some of its lines', async () => {
      assert.deepEqual(await call('read_file', { path: 'docs/a.md' }), { path: 'docs/a.md', from: 1, to: 3, lines: 3, text: 'one\ntwo\nthree' });
      assert.deepEqual(await call('read_file', { path: 'docs/a.md', from: 2, to: 2 }), { path: 'docs/a.md', from: 2, to: 2, lines: 3, text: 'two' });
    });

    it('takes a path from the team on or from the root on', async () => {
      assert.equal(((await call('read_file', { path: 'sub/b.txt' })) as JsonObject)['path'], 'docs/sub/b.txt');
      assert.equal(((await call('read_file', { path: 'docs/c.md' })) as JsonObject)['path'], 'docs/docs/c.md');
      assert.equal(((await call('read_file', { path: './docs\\a.md' })) as JsonObject)['path'], 'docs/a.md');
      assert.equal(((await call('read_file', { path: '../shared/d.md' }, { options: { root: '../shared' } })) as JsonObject)['text'], 'd');
    });

    it('opens nothing outside its root', async () => {
      await symlink(`${folder.path}/secret.txt`, `${folder.path}/team/docs/link.txt`);
      await symlink(folder.path, `${folder.path}/team/docs/up`);
      const refused: [string, RegExp][] = [
        ['../team.yaml', /may not hold "\.\."/],
        ['docs/../team.yaml', /may not hold "\.\."/],
        ['..\\team.yaml', /may not hold "\.\."/],
        ['team.yaml', /no file "team.yaml" under docs/],
        [`${folder.path}/team/docs/a.md`, /must be relative/],
        ['C:\\docs\\a.md', /must be relative/],
        ['~/a.md', /must be relative/],
        ['docs/link.txt', /leads out of docs through a link/],
        ['docs/up/secret.txt', /leads out of docs through a link/],
        ['docs/sub', /is a folder/],
        ['docs/no.md', /There is no file "docs\/no.md" under docs/],
      ];
      for (const [path, message] of refused) assert.match(((await call('read_file', { path })) as JsonObject)['error'] as string, message, path);
    });

    it('says where a long file goes on, and cuts a line that is too long by itself', async () => {
      await folder.write({ 'team/docs/long.txt': `${'x'.repeat(99)}\n`.repeat(1000), 'team/docs/line.txt': 'y'.repeat(50_000) });
      const first = (await call('read_file', { path: 'docs/long.txt' })) as JsonObject;
      assert.equal(first['next'], (first['to'] as number) + 1);
      assert.ok((first['text'] as string).length <= 20_000);
      const second = (await call('read_file', { path: 'docs/long.txt', from: first['next']! })) as JsonObject;
      assert.equal(second['from'], first['next']);
      const cut = (await call('read_file', { path: 'docs/line.txt' })) as JsonObject;
      assert.equal((cut['text'] as string).length, 20_000);
      assert.match(cut['note'] as string, /50000 characters/);
    });

    it('tells the model when lines or text are not there', async () => {
      await folder.write({ 'team/docs/bad.bin': '\0' });
      assert.match(((await call('read_file', { path: 'docs/a.md', from: 9 })) as JsonObject)['error'] as string, /only 3 lines/);
      assert.match(((await call('read_file', { path: 'docs/a.md', from: 3, to: 2 })) as JsonObject)['error'] as string, /may not be before/);
      assert.equal(((await call('read_file', { path: 'docs/bad.bin' })) as JsonObject)['error'], 'docs/bad.bin was not read: it is not UTF-8 text.');
    });
  });

  describe('list_files', () => {
    const paths = (result: Json) => ((result as JsonObject)['files'] as unknown as readonly JsonObject[]).map((f) => f['path']);

    it('lists in order, within the root', async () => {
      assert.deepEqual(await call('list_files', {}), {
        files: [
          { path: 'docs/a.md', bytes: 14 },
          { path: 'docs/docs/c.md', bytes: 2 },
          { path: 'docs/sub/b.txt', bytes: 2 },
        ],
        total: 3,
      });
    });

    it('takes a folder, a pattern for the name or one for the path', async () => {
      assert.deepEqual(paths(await call('list_files', { pattern: 'docs/sub' })), ['docs/sub/b.txt']);
      assert.deepEqual(paths(await call('list_files', { pattern: 'sub/' })), ['docs/sub/b.txt']);
      assert.deepEqual(paths(await call('list_files', { pattern: '*.md' })), ['docs/a.md', 'docs/docs/c.md']);
      assert.deepEqual(paths(await call('list_files', { pattern: 'docs/*.md' })), ['docs/a.md', 'docs/docs/c.md']);
      assert.deepEqual(paths(await call('list_files', { pattern: 'docs/**/?.txt' })), ['docs/sub/b.txt']);
      assert.deepEqual(paths(await call('list_files', { pattern: '**/*.txt' })), ['docs/sub/b.txt']);
    });

    it('answers a pattern full of stars at once', async () => {
      await folder.write({ [`team/docs/${'a'.repeat(200)}.md`]: '' });
      assert.deepEqual(paths(await call('list_files', { pattern: `${'*a'.repeat(99)}*b` })), []);
    });

    it('gives at most 200 and says how many there are', async () => {
      await folder.write(Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`team/many/${i}.md`, ''])));
      const listed = (await call('list_files', {}, { options: { root: 'many' } })) as JsonObject;
      assert.equal(paths(listed).length, 200);
      assert.equal(listed['total'], 250);
    });
  });

  it('refuses a type that there is not', async () => {
    const opened = await createTools(createNodeFiles()).open(toolEntry('hammer', { name: 'fetch' }), folder.path);
    assert.deepEqual(opened, { ok: false, error: 'tool fetch: there is no type hammer; there are search, read_file, list_files, calculate, write_file, http_get' });
  });

  it('refuses a root that is somewhere else by a link, and takes one that is written as what it is', async () => {
    await symlink(`${folder.path}/shared`, `${folder.path}/team/linked`);
    await symlink(`${folder.path}/team/docs/sub`, `${folder.path}/team/within`);
    const openRoot = (root: string, type = 'read_file') => createTools(createNodeFiles(), { writer: nodeFileWriter, sha256 }).open(toolEntry(type, { options: { root } }), `${folder.path}/team`);
    for (const type of ['search', 'read_file', 'list_files', 'write_file']) {
      assert.deepEqual(await openRoot('linked', type), { ok: false, error: `tool ${type}: root: linked is a link that leads out of the team's folder; write the path that it leads to, if that is meant` });
    }
    assert.ok((await openRoot('../shared')).ok);
    assert.ok((await openRoot('within')).ok);
  });

  it('reads no pipe and no device, and says so at once', async () => {
    execFileSync('mkfifo', [`${folder.path}/team/docs/pipe.md`]);
    await symlink('/dev/zero', `${folder.path}/team/docs/zero.md`);
    assert.deepEqual(await call('read_file', { path: 'docs/pipe.md' }), { error: '"docs/pipe.md" is a device or a pipe, not a file.' });
    assert.match(JSON.stringify(await call('read_file', { path: 'docs/zero.md' })), /leads out of docs/);
    assert.equal(((await call('list_files', {})) as JsonObject)['total'], 3);
    assert.equal((((await call('search', { query: 'one' })) as JsonObject)['hits'] as unknown as readonly JsonObject[]).length, 1);
  });
});
