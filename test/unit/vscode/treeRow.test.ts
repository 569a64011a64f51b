import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { changedRows, describe as cut, maxDescription, type TreeRow } from '../../../src/vscode/views/treeRow';

const row = (id: string, description = '', children?: readonly TreeRow[]): TreeRow => ({ id, label: id, description, ...(children ? { children: () => children } : {}) });
const all = (): boolean => true;

describe('changedRows', () => {
  it('finds nothing where nothing changed', () => {
    const rows = [row('team', 'idle', [row('a'), row('b')])];
    assert.deepEqual(changedRows(rows, rows, all), { isWhole: false, rows: [] });
  });

  it('names the one row that looks different', () => {
    const before = [row('team', 'running', [row('a', 'step 1'), row('b')])];
    const after = [row('team', 'running', [row('a', 'step 2'), row('b')])];
    assert.deepEqual(changedRows(before, after, all).rows, ['a']);
  });

  it('names the parent where children came or went, and not them too', () => {
    const before = [row('team', '', [row('a', 'x')])];
    const after = [row('team', '', [row('a', 'y'), row('b')])];
    assert.deepEqual(changedRows(before, after, all).rows, ['team']);
  });

  it('does not look at children that nobody has opened', () => {
    const secret: TreeRow = { id: 'team', label: 'team', children: () => assert.fail('nobody asked for them') };
    assert.deepEqual(changedRows([secret], [secret], () => false), { isWhole: false, rows: [] });
  });

  it('redraws all where the top level has other rows', () => {
    assert.equal(changedRows([row('a')], [row('a'), row('b')], all).isWhole, true);
    assert.equal(changedRows([row('a'), row('b')], [row('b'), row('a')], all).isWhole, true);
  });

  it('names a row that can be opened now', () => {
    assert.deepEqual(changedRows([row('field')], [row('field', '', [row('0')])], all).rows, ['field']);
  });
});

describe('a description', () => {
  it('is never longer than the tree shows', () => {
    assert.equal(cut('5 steps · 27,722 · $0.0084'), '5 steps · 27,722 · $0.0084');
    const long = cut('waiting for a model that never answers');
    assert.equal(long.length <= maxDescription, true);
    assert.equal(long.endsWith('…'), true);
  });
});
