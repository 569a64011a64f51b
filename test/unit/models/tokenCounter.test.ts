import assert from 'node:assert/strict';
import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { createTokenCounter, loadTokenCounter, remembering } from '../../../src/node/tokens/tokenCounter';
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

  it('splits a text of ASCII by hand as the pattern does', async () => {
    const { count } = await loadTokenCounter();
    const sign = fc.constantFrom(...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)));
    const text = fc.oneof(fc.string({ unit: sign, maxLength: 30 }), fc.string({ unit: fc.constantFrom('a', 'B', "'", 's', 'L', 'l', ' ', '\n', '\r', '\t', '7', '/', '.'), maxLength: 16 }));
    fc.assert(fc.property(text, (ascii) => assert.equal(count(ascii), countTokens(ascii, { disallowedSpecial: new Set() }), JSON.stringify(ascii))), { numRuns: 20_000 });
  });

  it('takes long runs without a break in pieces, and loses none of the text around them', () => {
    const text = `before ${'a'.repeat(700)} and ${'热'.repeat(300)}, ${' '.repeat(600)}${'-'.repeat(300)} after`;
    for (const whole of [text, text.repeat(50), 'b'.repeat(3_000_000)]) {
      const pieces: string[] = [];
      const ofWord = remembering((word) => {
        pieces.push(word);
        return word.length;
      });
      const { count } = createTokenCounter((piece) => (piece.match(/\S+|\s+/gu) ?? []).reduce((sum, word) => sum + ofWord(word), 0));
      assert.equal(count(whole), whole.length);
      assert.ok(pieces.every((piece) => piece.length <= 256));
    }
  });

  it('counts a long text once, and forgets the oldest when it remembers too much', () => {
    let counted = 0;
    const { count } = createTokenCounter((text) => {
      counted += text.length;
      return text.length;
    });
    const texts = Array.from({ length: 6 }, (_, i) => `${i} ${'word '.repeat(200_000)}`);
    const isCounted = (text: string): boolean => {
      const before = counted;
      assert.equal(count(text), text.length);
      return counted > before;
    };
    assert.deepEqual([isCounted(texts[0]!), isCounted(texts[0]!)], [true, false]);
    for (const text of texts) isCounted(text);
    assert.deepEqual([isCounted(texts[5]!), isCounted(texts[0]!)], [false, true]);
  });
});
