// The bundles that activation's size and the terminal's purity rest on, made from real sources on disk.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { bundleNode, bytesLoadedWith } from '../../../src/build/bundleNode.mjs';

const run = promisify(execFile);

describe('bundleNode', () => {
  let root: string;
  const write = async (name: string, text: string) => {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), text);
  };
  const bundle = (options: { dev?: boolean; external?: string[] } = {}) =>
    bundleNode({ root, dev: options.dev ?? false, entries: { main: 'main.ts' }, outDir: 'dist', chunkDir: 'chunks', shebang: '#!/usr/bin/env node', external: options.external });

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'rolecall-bundle-'));
    await write('shared.ts', `export class Broken extends Error {}`);
    await write('lazy.ts', `import { Broken } from './shared'; export const filler = '${'x'.repeat(10_000)}'; export const fail = () => { throw new Broken(); };`);
    await write(
      'main.ts',
      `import { Broken } from './shared';
       void import('./lazy').then(({ fail, filler }) => { try { fail(); } catch (error) { console.log(error instanceof Broken, filler.length); } });`,
    );
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  for (const dev of [false, true]) {
    it(`keeps a shared module one module across a lazy import${dev ? ', with source maps' : ''}`, async () => {
      await bundle({ dev });
      const { stdout } = await run(path.join(root, 'dist/main.cjs'));
      assert.equal(stdout, 'true 10000\n');
    });
  }

  it('leaves what is imported lazily out of what the entry loads', async () => {
    const files = await bundle();
    assert.ok(bytesLoadedWith(files, 'dist/main.cjs') < 5000);
    assert.ok(files.reduce((sum, file) => sum + file.bytes, 0) > 10_000);
  });

  it('refuses a module of the editor unless it is said to be there', async () => {
    await write('main.ts', `import * as vscode from 'vscode'; console.log(vscode);`);
    await assert.rejects(bundle(), /Could not resolve "vscode"/);
    await bundle({ external: ['vscode'] });
    assert.match(await readFile(path.join(root, 'dist/main.cjs'), 'utf8'), /require\("vscode"\)/);
  });

  for (const dev of [false, true]) {
    it(`uses a module of the host as it is, without copying its names for each file${dev ? ', with source maps' : ''}`, async () => {
      await write('first.ts', `import * as host from 'host'; export const first = () => host.count();`);
      await write('second.ts', `import { count } from 'host'; export const second = () => count();`);
      await write('main.ts', `import { first } from './first'; import { second } from './second'; console.log(first(), second());`);
      await bundle({ external: ['host'], dev });
      // Tells how often all its names were listed.
      await write('dist/node_modules/host/index.js', `let listed = 0, asked = 0; module.exports = new Proxy({ count: () => asked++ }, { ownKeys: (all) => { listed++; return Reflect.ownKeys(all); } }); process.on('exit', () => console.log('listed', listed));`);
      const { stdout } = await run(path.join(root, 'dist/main.cjs'));
      assert.equal(stdout, '0 1\nlisted 0\n');
    });
  }

  it('removes the chunks of the build before', async () => {
    await bundle();
    await write('main.ts', `console.log('alone');`);
    const files = await bundle();
    assert.deepEqual(files.map((file) => file.file), ['dist/main.cjs']);
    await assert.rejects(readFile(path.join(root, 'dist/chunks')), /ENOENT/);
  });
});
