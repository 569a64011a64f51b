// Bundles entries for Node and for VS Code's extension host as CommonJS with shared and lazily loaded chunks. Not the webview's bundle: that is bundlePanel.mjs.
//
// Why two passes: activation must stay small, so what `import()` names has to stay out of it, and esbuild splits only
// ES modules. ES modules would do on Node, but an extension host resolves `vscode` in them through a loader hook that not every
// host has, and every import is then asynchronous. So the first pass splits as ES modules; the second turns each file into CommonJS
// with its imports as `require` and its `import()` as a `require` made when it is reached. A module that two chunks need is still one
// module (bundling each lazy part on its own would copy it, and `instanceof` would fail across the copies). The price: no `await` at the top level of a module.
import { build, transform } from 'esbuild';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { evaluated } from './evaluated.mjs';

/**
 * @typedef {object} BundleOptions
 * @property {string} root the repository
 * @property {Record<string, string>} entries output name (no ending) to source file, both relative
 * @property {string} outDir where the entries go, relative to the root
 * @property {string} chunkDir where the chunks go, relative to outDir; emptied first
 * @property {readonly string[]} [external] modules that the host provides
 * @property {boolean} dev readable output with source maps, instead of small output
 * @property {string} [shebang] first line of each entry, which is then made executable
 */

/**
 * @typedef {object} BundledFile
 * @property {string} file relative to the root
 * @property {number} bytes
 * @property {boolean} isEntry
 * @property {readonly string[]} imports files (relative to the root) that are loaded with this one, not the lazy ones
 */

/**
 * Throws esbuild's own error, which names file, line and reason, when a source is missing or wrong.
 * @param {BundleOptions} options
 * @returns {Promise<BundledFile[]>}
 */
export async function bundleNode(options) {
  const { root, outDir, chunkDir, dev, shebang } = options;
  const result = await build({
    absWorkingDir: root,
    entryPoints: Object.entries(options.entries).map(([out, source]) => ({ in: source, out })),
    outdir: outDir,
    outExtension: { '.js': '.cjs' },
    chunkNames: `${chunkDir}/[name]-[hash]`,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    mainFields: ['module', 'main'],
    external: [...(options.external ?? [])],
    minify: !dev,
    sourcemap: dev ? 'inline' : false,
    legalComments: 'none',
    logLevel: 'silent',
    metafile: true,
    plugins: [evaluated()],
    write: false,
  });
  const entryFiles = new Set(Object.keys(options.entries).map((out) => path.join(outDir, `${out}.cjs`)));
  await rm(path.join(root, outDir, chunkDir), { recursive: true, force: true });
  const files = await Promise.all(
    reached(result.outputFiles, entryFiles, root).map(async (output) => {
      const file = path.relative(root, output.path);
      const meta = result.metafile.outputs[file];
      const isEntry = entryFiles.has(file);
      const code = withoutCopies(await toCommonJs(output.text, path.basename(file), dev), options.external ?? []);
      const text = isEntry && shebang ? `${shebang}\n${code}` : code;
      await mkdir(path.dirname(output.path), { recursive: true });
      await writeFile(output.path, text);
      if (isEntry && shebang) await chmod(output.path, 0o755);
      const imports = (meta?.imports ?? []).filter((i) => i.kind === 'import-statement' && !i.external).map((i) => i.path);
      return { file, bytes: Buffer.byteLength(text), isEntry, imports };
    }),
  );
  return files.sort((a, b) => a.file.localeCompare(b.file));
}

/**
 * Without the chunks that nothing names any more: esbuild writes one for each `import()` that it reads, also where what holds it is shaken off later.
 * @param {readonly import('esbuild').OutputFile[]} outputs
 * @param {ReadonlySet<string>} entries relative to the root
 * @param {string} root
 */
function reached(outputs, entries, root) {
  const found = outputs.filter((output) => entries.has(path.relative(root, output.path)));
  for (const output of found) found.push(...outputs.filter((other) => !found.includes(other) && output.text.includes(path.basename(other.path))));
  return found;
}

/**
 * @param {string} code an ES module
 * @param {string} name for messages
 * @param {boolean} dev
 */
async function toCommonJs(code, name, dev) {
  const result = await transform(code, {
    sourcefile: name,
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    supported: { 'dynamic-import': false },
    minify: !dev,
    sourcemap: dev ? 'inline' : false,
    legalComments: 'none',
    logLevel: 'silent',
  });
  for (const warning of result.warnings) console.warn(`${name}: ${warning.text}`);
  return result.code;
}

/**
 * esbuild copies every name of a CommonJS module for each file that imports it, in case it has a default export: with VS Code's hundreds of names that was
 * two fifths of what activation took. What the host provides is used as it is; it has no default export.
 * @param {string} code CommonJS
 * @param {readonly string[]} modules
 */
function withoutCopies(code, modules) {
  return modules.reduce((text, name) => text.replaceAll(new RegExp(`[\\w$]+\\((require\\("${name}"\\))(?:, ?1)?\\)`, 'g'), '$1'), code);
}

/**
 * The bytes that are read and run when an entry is loaded: itself and all that it imports at once.
 * @param {readonly BundledFile[]} files
 * @param {string} entry relative to the root
 */
export function bytesLoadedWith(files, entry) {
  const byName = new Map(files.map((file) => [file.file, file]));
  /** @type {Set<string>} */
  const seen = new Set();
  const visit = (/** @type {string} */ name) => {
    const file = byName.get(name);
    if (!file || seen.has(name)) return 0;
    seen.add(name);
    /** @type {number} */
    let total = file.bytes;
    for (const other of file.imports) total += visit(other);
    return total;
  };
  return visit(entry);
}
