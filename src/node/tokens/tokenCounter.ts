/** Counts tokens by the encoding of OpenAI's current models. For other models it is an estimate; which it is, is the caller's to say. */
import type { TokenCounter } from '../../engine/models/model';

/** The encoder's time grows with the square of a run without a break: 7 s for 50,000 Han signs, 0.1 s in pieces of this length, the same count. */
const longestRun = 256;
/** No more at a time: the pattern fails on a run of some million signs. */
const longRun = /[\p{L}\p{M}\p{N}]{257,65536}|\s{257,65536}|[^\p{L}\p{M}\p{N}\s]{257,65536}/gu;

/** Shorter texts are counted as fast as they are looked up. */
const shortestKept = 64;
/** In UTF-16 units over all texts that are remembered: prompts repeat most of their parts. */
const mostKept = 4 * 1024 * 1024;

/** Words that are remembered, in number: most of a text are words that came before. */
const mostWords = 20_000;

/** The encoder and its table (2.3 MB) are read at the first call, which takes about 0.2 s. */
export async function loadTokenCounter(): Promise<TokenCounter> {
  const [{ countTokens }, { O200K_TOKEN_SPLIT_REGEX }] = await Promise.all([import('gpt-tokenizer/encoding/o200k_base'), import('gpt-tokenizer/encodingParams/constants')]);
  // Special tokens in a text are text: a document may speak of them.
  const asText = { disallowedSpecial: new Set<string>() };
  return createTokenCounter(countByWord(O200K_TOKEN_SPLIT_REGEX, (word) => countTokens(word, asText)));
}

/** No token reaches over the words that the encoding splits a text into, so their counts add up. */
function countByWord(split: RegExp, countWord: (word: string) => number): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    let tokens = 0;
    for (const word of text.match(split) ?? []) {
      let count = known.get(word);
      if (count === undefined) {
        count = countWord(word);
        if (known.size >= mostWords) known.clear();
        known.set(word, count);
      }
      tokens += count;
    }
    return tokens;
  };
}

/** `countPiece`: exact, for texts without very long runs. */
export function createTokenCounter(countPiece: (text: string) => number): TokenCounter {
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
      if (text.length < shortestKept) return countPiece(text);
      const known = kept.get(text);
      if (known !== undefined) return known;
      const tokens = countLong(text, countPiece);
      remember(text, tokens);
      return tokens;
    },
  };
}

function countLong(text: string, countPiece: (text: string) => number): number {
  let tokens = 0;
  let from = 0;
  for (const { 0: run, index } of text.matchAll(longRun)) {
    for (let at = 0; at < run.length; at += longestRun) {
      const start = at === 0 ? from : index + at;
      tokens += countPiece(text.slice(start, index + Math.min(run.length, at + longestRun)));
    }
    from = index + run.length;
  }
  return from === 0 ? countPiece(text) : tokens + countPiece(text.slice(from));
}
