// Writes the JSON Schemas of the files that users write into dist/schemas. What is in them, src/engine/language/cardSchema.ts makes of the tables of keys.
import { build } from 'esbuild';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** What a name under dist/schemas begins with; package.json names the same files. */
const schemaKinds = ['team', 'role', 'script', 'scenario'];

/**
 * Rejects with esbuild's error when a source is missing or wrong.
 * @param {{ root: string, outDir: string }} options outDir relative to the root
 * @returns {Promise<{ file: string, bytes: number }[]>}
 */
export async function writeCardSchemas({ root, outDir }) {
  const contributedSchema = await loadContributedSchema(root);
  await mkdir(path.join(root, outDir), { recursive: true });
  return Promise.all(
    schemaKinds.map(async (kind) => {
      const file = path.join(outDir, `${kind}.schema.json`);
      const text = `${JSON.stringify(contributedSchema(kind))}\n`;
      await writeFile(path.join(root, file), text);
      return { file, bytes: Buffer.byteLength(text) };
    }),
  );
}

/**
 * The YAML library asks for node:process with `require`, which a module has not by itself.
 * @param {string} root
 * @returns {Promise<(kind: string) => object>}
 */
async function loadContributedSchema(root) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['src/engine/language/cardSchema.ts'],
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    mainFields: ['module', 'main'],
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire("file:///");' },
    write: false,
    logLevel: 'silent',
  });
  const [output] = outputFiles;
  const code = Buffer.from(output?.contents ?? []).toString('base64');
  return (await import(`data:text/javascript;base64,${code}`)).contributedSchema;
}
