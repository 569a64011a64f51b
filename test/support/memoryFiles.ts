// The Files port over texts in memory: for tests that load hundreds of teams. Paths are absolute.
import { dirname } from '../../src/engine/shared/paths';
import { FileError, type Files } from '../../src/engine/shared/ports';

export function memoryFiles(texts: Readonly<Record<string, string>>): Files {
  const folders = new Map<string, Set<string>>();
  for (const path of Object.keys(texts)) {
    for (let child = path; child !== dirname(child); child = dirname(child)) {
      const names = folders.get(dirname(child)) ?? new Set<string>();
      folders.set(dirname(child), names.add(child.slice(child.lastIndexOf('/') + 1)));
    }
  }
  const missing = (path: string): Promise<never> => Promise.reject(new FileError('missing', path, `${path} does not exist.`));
  return {
    readText: (path) => (texts[path] === undefined ? missing(path) : Promise.resolve(texts[path])),
    list: (path) => (folders.has(path) ? Promise.resolve([...folders.get(path)!].sort()) : missing(path)),
    stat: (path) => Promise.resolve(texts[path] !== undefined ? { kind: 'file', size: texts[path].length } : folders.has(path) ? { kind: 'folder', size: 0 } : null),
    realPath: (path) => Promise.resolve(path),
  };
}
