// Reads every import in src/ and compares it with layers.mjs; finds import cycles. Names and sizes are ESLint's part.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { layers } from './layers.mjs';

const root = path.resolve('src');
/** Composition roots: they wire the parts, so they import them all. */
const entries = ['extension.ts', 'cli.ts'];

const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.d)\.tsx?$/.test(file));
const importsByFile = new Map(files.map((file) => [file, importsOf(file)]));

/** @param {string} file */
function importsOf(file) {
  return ts.preProcessFile(readFileSync(path.join(root, file), 'utf8'), true, true).importedFiles.map((found) => found.fileName);
}

/** @param {string} file relative to src, or a module's path without its ending */
function layerOf(file) {
  const [first = '', second] = file.split(path.sep);
  return first === 'engine' ? `${first}/${second}` : first;
}

/** @param {string} file @param {string} specifier a relative one */
const target = (file, specifier) => path.relative(root, path.resolve(root, path.dirname(file), specifier));

/** @param {readonly string[]} allowed `a/*` allows all below a; a package's name allows its own subpaths @param {string} name */
const permits = (allowed, name) =>
  allowed.some((a) => a === name || (a.endsWith('*') ? name.startsWith(a.slice(0, -1)) : !a.startsWith('engine') && name.startsWith(`${a}/`)));

describe('The folders of src', () => {
  it('import only what layers.mjs allows', () => {
    const broken = [];
    for (const [file, specifiers] of importsByFile) {
      if (entries.includes(file)) continue;
      const own = layerOf(file);
      const allowed = layers[own];
      if (!allowed) {
        broken.push(`${file} is in a folder that layers.mjs does not name`);
        continue;
      }
      for (const specifier of specifiers) {
        const name = specifier.startsWith('.') ? layerOf(target(file, specifier)) : specifier;
        if (name !== own && !permits(allowed, name)) broken.push(`${file} -> ${specifier}`);
      }
    }
    assert.deepEqual(broken, []);
  });

  it('have no file that imports itself, however long the way round', () => {
    const find = (/** @type {string} */ base) => [`${base}.ts`, `${base}.tsx`].find((file) => existsSync(path.join(root, file)));
    const edges = (/** @type {string} */ file) =>
      (importsByFile.get(file) ?? []).filter((s) => s.startsWith('.')).flatMap((s) => find(target(file, s)) ?? []);
    const done = new Set();
    /** @type {string[]} */
    const trail = [];
    /** @type {string[]} */
    const cycles = [];
    const visit = (/** @type {string} */ file) => {
      if (trail.includes(file)) return void cycles.push([...trail.slice(trail.indexOf(file)), file].join(' -> '));
      if (done.has(file)) return;
      trail.push(file);
      edges(file).forEach(visit);
      trail.pop();
      done.add(file);
    };
    files.forEach(visit);
    assert.deepEqual(cycles, []);
  });
});
