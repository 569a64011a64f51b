import assert from 'node:assert/strict';
import { symlink, writeFile } from 'node:fs/promises';
import { isObject, type Json, type JsonObject } from '../../../src/engine/shared/json';
import type { Files } from '../../../src/engine/shared/ports';
import { createTools } from '../../../src/engine/tools/createTools';
import type { Tool } from '../../../src/engine/tools/tool';
import { createNodeFiles } from '../../../src/node/nodeFiles';
import { tempFolder, type TempFolder } from '../../support/tempFolder';
import { toolEntry } from './toolEntry';

const documents = {
  'docs/market.md': '# Heat pumps\n\n## Market\n\nIndustrial heat pumps grew by 12 % in 2024.\n\n## Prices\n\nA pump of 1 MW costs 450,000 dollars.\n',
  'docs/support.md': '# Support\n\nGrants cover 30 % of the costs.\n\nIndustrial heat pumps grew by 12 % in 2024.\n',
  'docs/zh/热泵.md': '# 工业热泵\n\n2024年工业热泵市场增长了百分之十二。\n\n补贴最多覆盖成本的三成。\n',
  'docs/notes.txt': 'Café owners use small machines.\n',
  'docs/.hidden.md': 'Industrial heat pumps are hidden here.\n',
  'docs/table.csv': 'heat pumps,1\n',
  'secret.md': 'Industrial heat pumps have a secret.\n',
};

async function open(files: Files, folder: string, options: Parameters<typeof toolEntry>[1] = {}): Promise<Tool> {
  const tool = await createTools(files).open(toolEntry('search', { options: { root: 'docs' }, ...options }), folder);
  assert.ok(tool.ok, tool.ok ? '' : tool.error);
  return tool.value;
}

async function hits(tool: Tool, query: string, more: JsonObject = {}): Promise<readonly JsonObject[]> {
  const result = await tool.call({ query, ...more }, { signal: new AbortController().signal });
  assert.ok(result.ok, result.ok ? '' : result.error);
  assert.ok(isObject(result.value));
  return result.value['hits'] as unknown as readonly JsonObject[];
}

describe('search', () => {
  let folder: TempFolder;
  beforeEach(async () => {
    folder = await tempFolder(documents);
  });
  afterEach(() => folder.remove());

  it('returns numbered passages with path, line, text and score, best first', async () => {
    const found = await hits(await open(createNodeFiles(), folder.path), 'what does a pump cost');
    assert.deepEqual(Object.keys(found[0]!), ['n', 'path', 'line', 'text', 'score']);
    assert.equal(found[0]!['path'], 'docs/market.md');
    assert.equal(found[0]!['line'], 9);
    assert.equal(found[0]!['text'], 'A pump of 1 MW costs 450,000 dollars.');
    assert.deepEqual(found.map((h) => h['n']), found.map((_, i) => i + 1));
    const scores = found.map((h) => h['score'] as number);
    assert.deepEqual(scores, [...scores].sort((a, b) => b - a));
  });

  it('finds words by singular, plural, start, accent and one wrong letter, and by their heading', async () => {
    const tool = await open(createNodeFiles(), folder.path);
    const first = async (query: string) => (await hits(tool, query))[0]?.['path'];
    assert.equal(await first('grant'), 'docs/support.md');
    assert.equal(await first('machine'), 'docs/notes.txt');
    assert.equal(await first('cafe'), 'docs/notes.txt');
    assert.equal(await first('grents cover'), 'docs/support.md');
    assert.equal((await hits(tool, 'prices'))[0]?.['text'], 'A pump of 1 MW costs 450,000 dollars.');
  });

  it('finds Chinese by pairs of signs', async () => {
    const tool = await open(createNodeFiles(), folder.path);
    assert.equal((await hits(tool, '热泵市场'))[0]?.['text'], '2024年工业热泵市场增长了百分之十二。');
    assert.equal((await hits(tool, '成本补贴'))[0]?.['line'], 5);
  });

  it('gives a passage that stands in two documents once, and nothing hidden, of another kind or outside the root', async () => {
    await symlink(`${folder.path}/secret.md`, `${folder.path}/docs/link.md`);
    await symlink(folder.path, `${folder.path}/docs/loop`);
    const found = await hits(await open(createNodeFiles(), folder.path), 'industrial heat pumps');
    assert.deepEqual(found.filter((h) => String(h['text']).startsWith('Industrial')).map((h) => h['path']), ['docs/market.md']);
    assert.ok(found.every((h) => !/hidden|secret|csv/.test(JSON.stringify(h))), JSON.stringify(found));
  });

  it('shapes its result by the entry: max and fields, in that order of keys', async () => {
    const tool = await open(createNodeFiles(), folder.path, { max: 1, fields: ['text', 'path'] });
    const found = await hits(tool, 'heat pumps cost', { max: 5 });
    assert.equal(found.length, 1);
    const shaped = tool.shape!({ hits: found }) as { readonly hits: readonly JsonObject[] };
    assert.deepEqual(Object.keys(shaped.hits[0]!), ['text', 'path']);
  });

  it('reads the documents once a run and indexes them anew only when they say something else', async () => {
    let reads = 0;
    const disk = createNodeFiles();
    const counting: Files = { ...disk, readText: (path) => (reads++, disk.readText(path)) };
    const provider = createTools(counting);
    const openAgain = async () => {
      const tool = await provider.open(toolEntry('search', { options: { root: 'docs' } }), folder.path);
      assert.ok(tool.ok);
      return tool.value;
    };
    const first = await openAgain();
    await Promise.all([hits(first, 'pumps'), hits(first, 'grants')]);
    assert.equal(reads, 4);
    await writeFile(`${folder.path}/docs/support.md`, 'Grants ended.\n');
    assert.match(String((await hits(first, 'grants'))[0]?.['text']), /cover 30 %/);
    assert.equal((await hits(await openAgain(), 'grants'))[0]?.['text'], 'Grants ended.');
  });

  it('tells the model what is wrong with its arguments', async () => {
    const tool = await open(createNodeFiles(), folder.path);
    const problem = async (args: JsonObject) => {
      const result = await tool.call(args, { signal: new AbortController().signal });
      return result.ok ? assert.fail('was accepted') : result.error;
    };
    assert.match(await problem({}), /^Wrong arguments for search: query: .* Arguments: query \(string, required\), max \(integer\)\.$/);
    assert.match(await problem({ query: 'x', max: '3' }), /max: .*number/);
    assert.match(await problem({ query: 'x', limit: 3 }), /limit/);
    assert.match(await problem({ query: '?!' }), /no word/);
  });

  it('says what it left out', async () => {
    await writeFile(`${folder.path}/docs/latin1.md`, Buffer.from([0x63, 0xe9, 0x0a]));
    const tool = await open(createNodeFiles(), folder.path);
    const result = await tool.call({ query: 'pump' }, { signal: new AbortController().signal });
    assert.ok(result.ok);
    assert.equal((result.value as JsonObject)['note'], 'docs/latin1.md was left out: it is not UTF-8 text.');
  });

  it('a call that is stopped does not fail another that waits for the same reading', async () => {
    const stop = new AbortController();
    const disk = createNodeFiles();
    let reached: () => void = () => undefined;
    const atFirstList = new Promise<void>((resolve) => (reached = resolve));
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const slow: Files = {
      ...disk,
      list: async (path) => {
        reached();
        await gate;
        return disk.list(path);
      },
    };
    const tool = await open(slow, folder.path);
    const stopped = tool.call({ query: 'grants' }, { signal: stop.signal });
    await atFirstList;
    const other = tool.call({ query: 'grants' }, { signal: new AbortController().signal });
    stop.abort('stopped');
    release();
    assert.deepEqual(await stopped, { ok: false, error: 'Stopped.' });
    const result: { ok: boolean; value?: Json } = await other;
    assert.ok(result.ok);
  });

  it('says where it looked when the root is missing', async () => {
    const tool = await createTools(createNodeFiles()).open(toolEntry('search', { options: { root: 'papers' } }), folder.path);
    assert.deepEqual(tool, { ok: false, error: `tool search: root: there is no folder papers (looked for ${folder.path}/papers)` });
  });
});
