/** `search`: numbered passages out of the documents under a root. Reading and ranking are documents.ts and searchIndex.ts. */
import * as z from 'zod';
import { err, ok } from '../shared/result';
import type { Documents, DocumentStore } from './documents';
import { unlessStopped, type RootedFiles } from './rootedFiles';
import { searchTerms } from './searchTerms';
import type { Tool } from './tool';
import { toolArguments } from './toolArguments';

const defaultMax = 8;
const mostHits = 50;

const args = toolArguments(
  z.strictObject({
    query: z.string().min(1).max(2000).describe('What to look for: key words or a question.'),
    max: z.int().min(1).max(mostHits).optional().describe('How many passages at most.'),
  }),
);

/** `max` is the entry's: a model may ask for fewer, not for more. The documents are read at the first call and stay as they are for the run. */
export function createSearchTool(name: string, root: RootedFiles, store: DocumentStore, max: number | null): Tool {
  const most = Math.min(max ?? defaultMax, mostHits);
  let loading: { readonly documents: Promise<Documents>; readonly by: AbortSignal } | null = null;
  const load = async (signal: AbortSignal): Promise<Documents> => {
    // Calls in parallel share one reading; one that was stopped must not fail the others.
    if (loading === null || loading.by.aborted) loading = { documents: store.load(root, signal), by: signal };
    const mine = loading;
    try {
      const documents = await mine.documents;
      loading = { documents: mine.documents, by: new AbortController().signal };
      return documents;
    } catch (error) {
      if (mine.by.aborted && !signal.aborted) return load(signal);
      throw error;
    }
  };
  return {
    name,
    description: `Finds passages in the documents under ${root.shown}. Returns {hits: [{n, path, line, text, score}]}, best first, at most ${most}.`,
    parameters: args.parameters,
    effect: 'read',
    call: async (given, { signal }) => {
      const read = args.read(name, given);
      if (!read.ok) return read;
      if (searchTerms(read.value.query).length === 0) return err('The query holds no word to look for.');
      const loaded = await unlessStopped(load(signal), signal);
      if (loaded === null) return err('Stopped.');
      const hits = loaded.index.search(read.value.query, Math.min(read.value.max ?? most, most)).map(({ passage, score }, i) => ({ n: i + 1, path: passage.path, line: passage.line, text: passage.text, score }));
      return ok({ hits, ...(loaded.notes.length > 0 ? { note: loaded.notes.join(' ') } : {}) });
    },
  };
}
