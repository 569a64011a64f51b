// `npm run build`: makes everything that runs, in dist/. It does not check types (npm run check-types) and does not pack the .vsix (package.mjs).
//
//   node src/build/build.mjs [--dev] [--watch]
//     --dev    readable output with source maps
//     --watch  builds again when a source changes; implies --dev
//
// dist/extension.cjs  what VS Code loads; dist/chunks/ holds what it loads later, when first used
// dist/cli.cjs        the `rolecall` command; dist/cli/ holds its chunks. `vscode` is not external here, so code of the editor that
//                     leaks into the terminal fails the build
// dist/webview/       panel.js, panel.css and the icon font
// dist/schemas/       JSON Schemas of cards, teams, scripts and scenarios, for YAML extensions
import './requireNode.mjs';
import { watch } from 'node:fs';
import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';
import { bundleNode, bytesLoadedWith } from './bundleNode.mjs';
import { bundlePanel } from './bundlePanel.mjs';
import { writeCardSchemas } from './cardSchemas.mjs';
import { describeError } from './describeError.mjs';
import { inRepository, root } from './repository.mjs';

/**
 * Rejects with esbuild's error when a source is missing or wrong.
 * @param {{ dev?: boolean, clean?: boolean }} [options] clean: empty dist/ first, so that nothing stale is packed
 * @returns {Promise<string[]>} one printable line for each thing that was built, with its size
 */
export async function buildAll({ dev = false, clean = true } = {}) {
  if (clean) await rm(inRepository('dist'), { recursive: true, force: true });
  const [extension, cli, panel, schemas] = await Promise.all([
    bundleNode({ root, dev, entries: { extension: 'src/extension.ts' }, outDir: 'dist', chunkDir: 'chunks', external: ['vscode'] }),
    bundleNode({ root, dev, entries: { cli: 'src/cli.ts' }, outDir: 'dist', chunkDir: 'cli', shebang: '#!/usr/bin/env node' }),
    bundlePanel({ root, dev, source: 'src/webview/panel.tsx', outDir: 'dist/webview' }),
    writeCardSchemas({ root, outDir: 'dist/schemas' }),
  ]);
  return [
    line('dist/extension.cjs', bytesLoadedWith(extension, 'dist/extension.cjs'), 'loaded on activation'),
    ...extension.filter(isLazy(extension, 'dist/extension.cjs')).map((f) => line(f.file, f.bytes, 'loaded when first used')),
    line('dist/cli.cjs', bytesLoadedWith(cli, 'dist/cli.cjs'), 'loaded by the command line at once'),
    ...[...panel, ...schemas].map((f) => line(f.file, f.bytes)),
  ];
}

/**
 * @param {readonly import('./bundleNode.mjs').BundledFile[]} files
 * @param {string} entry
 * @returns {(file: import('./bundleNode.mjs').BundledFile) => boolean}
 */
function isLazy(files, entry) {
  const eager = new Set([entry]);
  for (const name of eager) for (const other of files.find((f) => f.file === name)?.imports ?? []) eager.add(other);
  return (file) => !eager.has(file.file);
}

/** @param {string} file @param {number} bytes @param {string} [note] */
function line(file, bytes, note) {
  return `${(bytes / 1024).toFixed(1).padStart(8)} KB  ${file}${note ? `  (${note})` : ''}`;
}

/** @param {{ dev: boolean, clean?: boolean }} options */
async function buildAndReport(options) {
  const started = performance.now();
  try {
    for (const text of await buildAll(options)) console.log(text);
    console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
    return true;
  } catch (error) {
    console.error(describeError(error));
    return false;
  }
}

/** Builds again a moment after the last change, so that one save of many files is one build. */
function watchSources() {
  const quietMs = 100;
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  watch(inRepository('src'), { recursive: true }, (_event, file) => {
    if (file?.startsWith('build')) return;
    clearTimeout(timer);
    timer = setTimeout(() => void buildAndReport({ dev: true, clean: false }), quietMs);
  });
  console.log('Watching src/. Ctrl+C ends it.');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({ options: { dev: { type: 'boolean', default: false }, watch: { type: 'boolean', default: false } } });
  const built = await buildAndReport({ dev: values.dev || values.watch });
  if (values.watch) watchSources();
  else if (!built) process.exitCode = 1;
}
