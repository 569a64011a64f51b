// An esbuild plugin: modules whose exports are worked out while building and stand in the bundle as plain values, because working them out costs every
// process that loads them. Such a module imports nothing of the host and exports JSON values only; run from source, it works them out itself.
import { build } from 'esbuild';
import path from 'node:path';

/** Paths in the repository, without ending. */
const modules = ['src/node/tokens/o200kRanks'];

/** @returns {import('esbuild').Plugin} */
export function evaluated() {
  const filter = new RegExp(`(?:${modules.map((name) => name.split('/').join('[\\\\/]')).join('|')})\\.ts$`);
  return {
    name: 'evaluated',
    setup(builder) {
      builder.onLoad({ filter }, async ({ path: file }) => ({ contents: await valuesOf(file), loader: 'js', resolveDir: path.dirname(file) }));
    },
  };
}

/** @param {string} file */
async function valuesOf(file) {
  const { outputFiles } = await build({ entryPoints: [file], bundle: true, write: false, format: 'esm', platform: 'node', mainFields: ['module', 'main'], logLevel: 'silent' });
  /** @type {Record<string, unknown>} */
  const exported = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0]?.contents ?? []).toString('base64')}`);
  return Object.entries(exported).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join('\n');
}
