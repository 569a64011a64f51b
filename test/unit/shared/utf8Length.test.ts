import assert from 'node:assert/strict';
import fc from 'fast-check';
import { utf8Length } from '../../../src/engine/shared/utf8Length';

describe('utf8Length', () => {
  it('is what the text takes when it is written', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => assert.equal(utf8Length(text), Buffer.byteLength(text, 'utf8'))));
    fc.assert(fc.property(fc.array(fc.constantFrom('a', 'é', '热', '😀', '\ud83d', '\ude00')), (parts) => assert.equal(utf8Length(parts.join('')), Buffer.byteLength(parts.join(''), 'utf8'))));
  });
});
