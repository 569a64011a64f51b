import assert from 'node:assert/strict';
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

  it('takes long runs without a break in pieces, and loses none of the text around them', () => {
    const pieces: string[] = [];
    const { count } = createTokenCounter((text) => {
      pieces.push(text);
      return text.length;
    });
    const text = `before ${'a'.repeat(700)} and ${'热'.repeat(300)}, ${' '.repeat(600)}${'-'.repeat(300)} after`;
    assert.equal(count(text), text.length);
    assert.equal(pieces.join(''), text);
    assert.ok(pieces.every((piece) => piece.length < 300));
  });

  it('counts a long text once, and forgets the oldest when it remembers too much', () => {
    let counted = 0;
    const { count } = createTokenCounter((text) => {
      counted++;
      return text.length;
    });
    const texts = Array.from({ length: 6 }, (_, i) => `${i} ${'word '.repeat(200_000)}`);
    count(texts[0]!);
    count(texts[0]!);
    assert.equal(counted, 1);
    for (const text of texts) count(text);
    assert.equal(counted, 6);
    count(texts[5]!);
    assert.equal(counted, 6);
    count(texts[0]!);
    assert.equal(counted, 7);
  });
});
