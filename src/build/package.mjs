// `npm run package`: builds and packs the extension as out/rolecall.vsix. What goes in, .vscodeignore says.
//
// vsce asks for Node 22, yet packs on 20.19: what it needs 22 for is publishing.
import './requireNode.mjs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildAll } from './build.mjs';
import { describeError } from './describeError.mjs';
import { runQuietly } from './host/runQuietly.mjs';
import { inRepository, root } from './repository.mjs';

/** Where the packed extension is put, and where the browser tests take it from. */
export const vsixFile = inRepository('out/rolecall.vsix');

/** Packs an extension's folder; by default this one, with what is in dist/ now. Rejects with vsce's words when something is missing. */
export async function packExtension(folder = root, file = vsixFile) {
  await mkdir(path.dirname(file), { recursive: true });
  const vsce = inRepository('node_modules/@vscode/vsce/vsce');
  const args = ['--no-dependencies', '--skip-license', '--allow-missing-repository', '--no-rewrite-relative-links', '--out', file];
  return runQuietly(process.execPath, [vsce, 'package', ...args], { cwd: folder });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    await buildAll();
    console.log(await packExtension());
  } catch (error) {
    console.error(describeError(error));
    process.exitCode = 1;
  }
}
