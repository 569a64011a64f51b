// Lists test files. It reads none of them.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { inRepository } from '../repository.mjs';

/**
 * @param {readonly string[]} folders under test/; one that is not there holds no tests
 * @returns {Promise<string[]>} absolute, in order
 */
export async function findTests(folders) {
  const found = await Promise.all(
    folders.map(async (folder) => {
      const base = inRepository('test', folder);
      const names = await readdir(base, { recursive: true }).catch(() => []);
      return names.filter((name) => /\.test\.(tsx?|mjs)$/.test(name)).map((name) => path.join(base, name));
    }),
  );
  return found.flat().sort();
}
