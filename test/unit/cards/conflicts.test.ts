import assert from 'node:assert/strict';
import { conflictsIn, oneSideOf } from '../../../src/engine/cards/conflicts';

const text = ['a: 1', '<<<<<<< ours', 'b: 2', '||||||| base', 'b: 0', '=======', 'b: 3', 'c: 4', '>>>>>>> theirs', 'd: 5', ''].join('\n');

describe('a text with a merge conflict', () => {
  it('is read as our side, everything at its place', () => {
    const read = oneSideOf(text);
    assert.deepEqual(read.split('\n').map((line) => line.trim()), ['a: 1', '', 'b: 2', '', '', '', '', '', '', 'd: 5', '']);
    assert.equal(read.length, text.length);
    assert.equal(read.indexOf('d: 5'), text.indexOf('d: 5'));
  });

  it('is read as the side that is looked at', () => {
    assert.deepEqual(oneSideOf(text, text.indexOf('c: 4')).match(/\S: \d/g), ['a: 1', 'b: 3', 'c: 4', 'd: 5']);
    assert.deepEqual(oneSideOf(text, text.indexOf('b: 0')).match(/\S: \d/g), ['a: 1', 'b: 0', 'd: 5']);
    assert.deepEqual(oneSideOf(text, text.indexOf('d: 5')).match(/\S: \d/g), ['a: 1', 'b: 2', 'd: 5']);
  });

  it('keeps its line ends, and each of several conflicts has its own side', () => {
    const twice = `${text}${text}`.replaceAll('\n', '\r\n');
    const read = oneSideOf(twice, twice.lastIndexOf('c: 4'));
    assert.deepEqual(read.match(/\S: \d/g), ['a: 1', 'b: 2', 'd: 5', 'a: 1', 'b: 3', 'c: 4', 'd: 5']);
    assert.equal(read.split('\r\n').length, twice.split('\r\n').length);
    assert.equal(conflictsIn(twice).length, 2);
  });

  it('may be cut short', () => {
    assert.deepEqual(oneSideOf('a: 1\n<<<<<<< ours\nb: 2').match(/\S: \d/g), ['a: 1', 'b: 2']);
    assert.deepEqual(oneSideOf('<<<<<<< ours\na: 1\n<<<<<<< ours\nb: 2\n=======\nb: 3').match(/\S: \d/g), ['a: 1', 'b: 2']);
  });

  it('is another thing than lines of signs', () => {
    for (const plain of ['a: 1\n=======\nb: 2\n', '>>>>>>> x\n', '  <<<<<<< ours\n', '<<<<<<<<\n']) assert.equal(oneSideOf(plain), plain);
  });
});
