/** What a text is found by: words without case, accents and plural, and pairs of Han and kana signs. Knows nothing of ranking. */

const words = /\p{N}+(?:[.,]\p{N}+)*|[\p{L}\p{M}\p{N}]+/gu;
/** Scripts without spaces between words: pairs of neighbours find more than a dictionary of one version of ICU would. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu;
const isUnspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u;

export function searchTerms(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '').normalize('NFC').toLowerCase();
  const terms: string[] = [];
  for (const [word] of plain.matchAll(words)) {
    for (const [part] of word.matchAll(unspaced)) {
      if (isUnspaced.test(part)) terms.push(...pairs(part));
      else terms.push(singular(part));
    }
  }
  return terms;
}

/** True for terms that may be completed or misspelt: longer words, not numbers or pairs of signs. */
export function isLongWord(term: string, length: number): boolean {
  return term.length >= length && /^\p{L}+$/u.test(term) && !isUnspaced.test(term);
}

function pairs(run: string): string[] {
  const signs = [...run];
  return signs.length === 1 ? signs : signs.slice(1).map((sign, i) => signs[i]! + sign);
}

/** English plurals only, by the three rules of the S-stemmer: more of a stemmer would find less in other languages. */
function singular(word: string): string {
  if (word.length < 4 || !/^[a-z]+s$/.test(word)) return word;
  if (word.endsWith('ies')) return /[ae]ies$/.test(word) ? word : `${word.slice(0, -3)}y`;
  if (word.endsWith('es')) return /[aeo]es$/.test(word) ? word : word.slice(0, -1);
  return /(us|ss)$/.test(word) ? word : word.slice(0, -1);
}
