// A TypeScript program of the tests as one file of JavaScript: a process that is started a hundred times must not be compiled a hundred times.
import { build } from 'esbuild';
import path from 'node:path';

/** `source` and `folder`: absolute. The path of the program. */
export async function bundled(source: string, folder: string): Promise<string> {
  const program = path.join(folder, `${path.basename(source, '.ts')}.cjs`);
  await build({ entryPoints: [source], outfile: program, bundle: true, format: 'cjs', platform: 'node', target: 'node20', mainFields: ['module', 'main'], logLevel: 'silent' });
  return program;
}
