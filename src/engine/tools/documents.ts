/** Reads the documents under a root and keeps their index for the next run, as long as they say the same. Does not rank. */
import type { Files } from '../shared/ports';
import { err, type Result } from '../shared/result';
import { splitPassages } from './passages';
import { attempt, type RootedFile, type RootedFiles } from './rootedFiles';
import { buildSearchIndex, type IndexedPassage, type SearchIndex } from './searchIndex';

export interface Documents {
  readonly index: SearchIndex;
  readonly texts: ReadonlyMap<string, string>;
  /** What was left out and why. */
  readonly notes: readonly string[];
}

export interface DocumentStore {
  /** Rejects with `signal.reason` when that aborts. */
  load(root: RootedFiles, signal: AbortSignal): Promise<Documents>;
}

const kinds = /\.(md|markdown|txt|text)$/i;
/** In bytes; more is a data set, not a document. */
const largestFile = 1024 * 1024;
/** In UTF-16 units over all documents of a root. */
const mostText = 32 * 1024 * 1024;
/** Roots whose index is kept. */
const kept = 4;

export function createDocumentStore(files: Files): DocumentStore {
  const byRoot = new Map<string, Documents>();
  return {
    load: async (root, signal) => {
      const { texts, notes } = await readAll(files, root, signal);
      const earlier = byRoot.get(root.key);
      const same = earlier !== undefined && sameTexts(earlier.texts, texts);
      const documents = { index: same ? earlier.index : await buildSearchIndex(passagesOf(texts)), texts, notes };
      byRoot.delete(root.key);
      byRoot.set(root.key, documents);
      for (const key of byRoot.keys()) if (byRoot.size > kept) byRoot.delete(key);
      return documents;
    },
  };
}

async function readAll(files: Files, root: RootedFiles, signal: AbortSignal): Promise<{ texts: Map<string, string>; notes: string[] }> {
  const walked = await root.walk(signal);
  const texts = new Map<string, string>();
  const notes = [...walked.notes];
  let total = 0;
  for (const file of walked.files.filter((f) => kinds.test(f.path))) {
    signal.throwIfAborted();
    if (total > mostText) {
      notes.push(`The documents from ${file.path} on were left out: there is too much text under ${root.shown}.`);
      break;
    }
    const text = await readOne(files, file);
    if (text.ok) texts.set(file.path, text.value);
    else notes.push(`${file.path} was left out: ${text.error}.`);
    total += text.ok ? text.value.length : 0;
  }
  return { texts, notes };
}

async function readOne(files: Files, file: RootedFile): Promise<Result<string, string>> {
  return file.size > largestFile ? err('it is larger than 1 MB') : attempt(files.readText(file.absolute));
}

function passagesOf(texts: ReadonlyMap<string, string>): IndexedPassage[] {
  return [...texts].flatMap(([path, text]) => splitPassages(text, !/\.te?xt$/i.test(path)).map((passage) => ({ ...passage, path })));
}

function sameTexts(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  return a.size === b.size && [...a].every(([path, text]) => b.get(path) === text);
}
