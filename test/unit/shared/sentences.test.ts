import assert from 'node:assert/strict';
import { thereIs } from '../../../src/engine/shared/listed';
import { ended, inOne, unended } from '../../../src/engine/shared/sentences';

describe('sentences put together', () => {
  it('have one mark at the end, whatever was quoted', () => {
    assert.deepEqual(['it broke', 'it broke.', 'did you mean `a`?', '等等。', 'and so on…'].map(ended), ['it broke.', 'it broke.', 'did you mean `a`?', '等等。', 'and so on…']);
  });

  it('stand in one without full stops of their own', () => {
    assert.equal(inOne(['output lacks note.', 'it has 3 bytes', 'is it a list?']), 'output lacks note; it has 3 bytes; is it a list?');
    assert.deepEqual(['a.', 'a. ', 'and so on...', 'a'].map(unended), ['a', 'a', 'and so on...', 'a']);
  });
});

describe('what there is', () => {
  it('is named once each, by name', () => {
    assert.equal(thereIs(['search', 'read_file', 'search']), 'There is: read_file, search.');
    assert.equal(thereIs([]), undefined);
  });
});
