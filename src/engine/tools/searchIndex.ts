/** An index of passages, ranked by BM25. Built once, then only asked. Knows nothing of files. */
import type MiniSearch from 'minisearch';
import type { Passage } from './passages';
import { isLongWord, searchTerms } from './searchTerms';

export interface IndexedPassage extends Passage {
  readonly path: string;
}

interface Hit {
  readonly passage: IndexedPassage;
  /** Higher is better; rounded, so that equal inputs give equal results everywhere. */
  readonly score: number;
}

export interface SearchIndex {
  readonly size: number;
  /** Best first; equal scores in the order of the passages. */
  search(query: string, max: number): readonly Hit[];
}

/** Keeps a pasted page from being looked up word by word. */
const mostTerms = 64;

/** Passages that say the same are kept once, the first. */
export async function buildSearchIndex(all: readonly IndexedPassage[]): Promise<SearchIndex> {
  const { default: Index } = await import('minisearch');
  const passages = withoutRepeats(all);
  const known = new Set<string>();
  const index: MiniSearch = new Index({
    fields: ['heading', 'text'],
    tokenize: searchTerms,
    processTerm: (term) => {
      known.add(term);
      return term;
    },
    searchOptions: {
      boost: { text: 2 },
      combineWith: 'OR',
      prefix: (term) => isLongWord(term, 4),
      // A word that stands in the documents is meant as it is.
      fuzzy: (term) => (isLongWord(term, 5) && !known.has(term) ? 0.2 : false),
      weights: { prefix: 0.4, fuzzy: 0.2 },
    },
  });
  index.addAll(passages.map(({ heading, text }, id) => ({ id, heading, text })));
  return {
    size: passages.length,
    search: (query, max) => {
      const terms = [...new Set(searchTerms(query))].slice(0, mostTerms);
      return index
        .search(terms.join(' '), { tokenize: (text) => text.split(' '), processTerm: (term) => term })
        .map((result) => ({ id: result.id as number, score: Math.round(result.score * 1000) / 1000 }))
        .sort((a, b) => b.score - a.score || a.id - b.id)
        .slice(0, max)
        .map(({ id, score }) => ({ passage: passages[id]!, score }));
    },
  };
}

function withoutRepeats(passages: readonly IndexedPassage[]): readonly IndexedPassage[] {
  const seen = new Set<string>();
  return passages.filter(({ text }) => {
    const said = text.replace(/\s+/g, ' ').toLowerCase();
    return !seen.has(said) && seen.add(said);
  });
}
