import assert from 'node:assert/strict';
import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { createTokenCounter, loadTokenCounter } from '../../../src/node/tokens/tokenCounter';
import { loadModelLibraries } from '../../support/modelLibraries';

describe('the token counter', () => {
  before(loadModelLibraries);

  it('counts as the encoding of current OpenAI models does, special tokens as plain text', async () => {
    const { count } = await loadTokenCounter();
    assert.deepEqual(['', 'hello world', '热泵市场', '<|endoftext|>'].map(count), [0, 2, 4, 7]);
  });

  it('counts the same the second time', async () => {
    const { count } = await loadTokenCounter();
    const text = 'Industrial heat pumps grew by 12 % in 2024. '.repeat(50);
    assert.equal(count(text), count(text));
  });

  it('counts any word as the library does that the table comes from', async () => {
    const { count } = await loadTokenCounter();
    const words = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.string({ unit: 'binary', maxLength: 40 }), fc.constantFrom('naïve', '热泵市场2024年', '🧑‍🚀 went', 'ALLCAPSandlower', 'don’t', "I'll", '\r\n\t  x', '0123456789', 'https://a.b/c?d=e&f'));
    fc.assert(fc.property(fc.array(words, { maxLength: 8 }), (parts) => assert.equal(count(parts.join('')), countTokens(parts.join(''), { disallowedSpecial: new Set() }), JSON.stringify(parts.join('')))), { numRuns: 1000 });
  });

  it('takes long runs without a break in pieces, and loses none of the text around them', () => {
    const text = `before ${'a'.repeat(700)} and ${'热'.repeat(300)}, ${' '.repeat(600)}${'-'.repeat(300)} after`;
    for (const whole of [text, text.repeat(50), 'b'.repeat(3_000_000)]) {
      const pieces: string[] = [];
      const { count } = createTokenCounter(/\S+|\s+/gu, (word) => {
        pieces.push(word);
        return word.length;
      });
      assert.equal(count(whole), whole.length);
      assert.ok(pieces.every((piece) => piece.length <= 256));
    }
  });

  it('counts a long text once, and forgets the oldest when it remembers too much', () => {
    let counted = 0;
    /** Every text has words of its own, more than are remembered one by one. */
    const texts = Array.from({ length: 6 }, (_, i) => Array.from({ length: 100_000 }, (_one, n) => `${i}${n}`.padEnd(9, 'x')).join(' '));
    const { count } = createTokenCounter(/\S+/gu, () => {
      counted++;
      return 1;
    });
    const times = (text: string): number => {
      const before = counted;
      assert.equal(count(text), 100_000);
      return counted - before;
    };
    assert.deepEqual([times(texts[0]!), times(texts[0]!)], [100_000, 0]);
    for (const text of texts) times(text);
    assert.deepEqual([times(texts[5]!), times(texts[0]!)], [0, 100_000]);
  });
});
