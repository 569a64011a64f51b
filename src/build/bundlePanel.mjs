// Bundles the run panel's page for the browser inside a webview: one script, one style sheet, the icon font beside them. Not the extension's own code: that is bundleNode.mjs.
import { build } from 'esbuild';
import path from 'node:path';

/**
 * The page's sources import their own styles (`import './panel.css'`, `import '@vscode/codicons/dist/codicon.css'`); all of them end in
 * panel.css, and fonts are copied next to it, since a webview may load nothing from outside its own folder.
 * @param {{ root: string, source: string, outDir: string, dev: boolean }} options paths relative to the root
 * @returns {Promise<{ file: string, bytes: number }[]>}
 */
export async function bundlePanel({ root, source, outDir, dev }) {
  const result = await build({
    absWorkingDir: root,
    entryPoints: [{ in: source, out: path.basename(source, path.extname(source)) }],
    outdir: outDir,
    assetNames: '[name]',
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: ['chrome132'],
    loader: { '.ttf': 'file', '.woff2': 'file' },
    define: { 'process.env.NODE_ENV': dev ? '"development"' : '"production"' },
    minify: !dev,
    sourcemap: dev ? 'inline' : false,
    legalComments: 'none',
    logLevel: 'silent',
    metafile: true,
  });
  return Object.entries(result.metafile.outputs).map(([file, { bytes }]) => ({ file, bytes }));
}
