/** Counts tokens by the encoding of OpenAI's current models. For other models it is an estimate; which it is, is the caller's to say. */
import type { TokenCounter } from '../../engine/models/model';
import { isAscii, wordEnd } from './asciiWords';

/** In UTF-16 units: a longer word is counted in pieces of this length, nearly the same count, since the time grows with the square of the length. */
const longestWord = 256;

/** In UTF-16 units: the pattern fails on a run of some million signs, so longer texts are taken apart first, at runs that nothing breaks. */
const longestText = 65_536;
const longRun = /[\p{L}\p{M}\p{N}]{257,65536}|\s{257,65536}|[^\p{L}\p{M}\p{N}\s]{257,65536}/gu;

/** Shorter texts are counted as fast as they are looked up. */
const shortestKept = 64;
/** In UTF-16 units over all texts that are remembered: prompts repeat most of their parts. */
const mostKept = 4 * 1024 * 1024;

/** Words that are remembered, in number: most of a text are words that came before. */
const mostWords = 20_000;

/** The table (2 MB) is read at the first call. Special tokens in a text are text: a document may speak of them. */
export async function loadTokenCounter(): Promise<TokenCounter> {
  const [{ BytePairs }, { o200kRanks }, { O200K_TOKEN_SPLIT_REGEX }] = await Promise.all([import('./bytePairs'), import('./o200kRanks'), import('gpt-tokenizer/encodingParams/constants')]);
  const pairs = new BytePairs(o200kRanks);
  const count = remembering((word) => pairs.count(word));
  const byPattern = wordByWord(O200K_TOKEN_SPLIT_REGEX, count);
  const byHand = (text: string): number => {
    let tokens = 0;
    for (let from = 0, to = 0; from < text.length; from = to) {
      to = wordEnd(text, from);
      tokens += pairs.isToken(text, from, to) ? 1 : count(text.slice(from, to));
    }
    return tokens;
  };
  return createTokenCounter((text) => (isAscii(text) ? byHand(text) : byPattern(text)));
}

/** `countWords`: of a text that is not too long for it. */
export function createTokenCounter(countWords: (text: string) => number): TokenCounter {
  const kept = new Map<string, number>();
  let size = 0;
  const remember = (text: string, tokens: number): void => {
    kept.set(text, tokens);
    size += text.length;
    for (const oldest of kept.keys()) {
      if (size <= mostKept) break;
      kept.delete(oldest);
      size -= oldest.length;
    }
  };
  return {
    count: (text) => {
      if (text.length < shortestKept) return countWords(text);
      const known = kept.get(text);
      if (known !== undefined) return known;
      const tokens = text.length <= longestText ? countWords(text) : pieces(text).reduce((sum, piece) => sum + countWords(piece), 0);
      remember(text, tokens);
      return tokens;
    },
  };
}

/** No token reaches over the words that `split` finds, so their counts add up. */
function wordByWord(split: RegExp, countWord: (word: string) => number): (text: string) => number {
  return (text) => (text.match(split) ?? []).reduce((sum, word) => sum + countWord(word), 0);
}

/** Most words of a text came before. */
export function remembering(countWord: (word: string) => number): (word: string) => number {
  const known = new Map<string, number>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    let count = 0;
    for (let at = 0; at < word.length; at += longestWord) count += countWord(word.slice(at, at + longestWord));
    if (known.size >= mostWords) known.clear();
    known.set(word, count);
    return count;
  };
}

/** A long text, taken apart where a long run begins and, since that may be as long as the text, within it. */
function pieces(text: string): readonly string[] {
  const found: string[] = [];
  let from = 0;
  for (const { 0: run, index } of text.matchAll(longRun)) {
    for (let at = longestWord; at < run.length; at += longestWord) {
      found.push(text.slice(from, index + at));
      from = index + at;
    }
  }
  found.push(text.slice(from));
  return found;
}
