/** What is packed for people: small, and nothing in it but what runs. The table of the tokenizer alone is 1.2 MB of it. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { describe, it } from 'mocha';
import { vsixFile } from '../../src/build/package.mjs';

const mostBytes = 2_750_000;

describe('the packed extension', () => {
  it('is no larger than it was', async () => {
    const { size } = await stat(vsixFile);
    assert.ok(size < mostBytes, `${size} bytes`);
  });

  it('holds what runs, the samples, pictures and words, and nothing else', async () => {
    const names = namesInZip(await readFile(vsixFile)).filter((name) => name.startsWith('extension/')).map((name) => name.slice('extension/'.length));
    const expected = /^(?:package\.json|package\.nls(?:\.[\w-]+)?\.json|readme\.md|changelog\.md|l10n\/[\w.-]+\.json|dist\/(?:extension\.cjs|chunks\/[\w-]+\.cjs|webview\/[\w.]+|schemas\/[\w.]+)|media\/(?:icons|readme|walkthrough|samples)\/.+)$/i;
    assert.deepEqual(names.filter((name) => !expected.test(name)), []);
    for (const name of ['dist/extension.cjs', 'dist/webview/panel.js', 'l10n/bundle.l10n.zh-cn.json', 'package.nls.zh-cn.json', 'media/walkthrough/samples.svg', 'media/samples/one-agent/team.yaml']) {
      assert.ok(names.includes(name), name);
    }
    // Each file that the packed code loads later is there, and none that it does not.
    const code = await Promise.all(names.filter((name) => name.endsWith('.cjs')).map(async (name) => (existsSync(name) ? readFile(name, 'utf8') : '')));
    const unused = names.filter((name) => name.startsWith('dist/chunks/') && !code.some((text) => text.includes(name.slice('dist/chunks/'.length))));
    assert.deepEqual(unused, []);
    for (const name of names) assert.doesNotMatch(name, /\.map$|\.ts$|node_modules|\.rolecall\//);
  });
});

/** From the directory at its end, as the format has it. */
function namesInZip(bytes: Buffer): readonly string[] {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const names: string[] = [];
  for (let at = bytes.readUInt32LE(end + 16), left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [name, extra, comment] = [bytes.readUInt16LE(at + 28), bytes.readUInt16LE(at + 30), bytes.readUInt16LE(at + 32)];
    names.push(bytes.toString('utf8', at + 46, at + 46 + name));
    at += 46 + name + extra + comment;
  }
  return names;
}
