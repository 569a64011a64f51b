import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { changedRows, describe as cut, maxDescription, type ShownTree, type TreeRow } from '../../../src/vscode/views/treeRow';

const row = (id: string, description = '', children?: readonly TreeRow[]): TreeRow => ({ id, label: id, description, ...(children ? { children: () => children } : {}) });
const opened = (...rows: readonly TreeRow[]): ShownTree => ({ rows, childrenOf: (each) => each.children?.() });
const closed = (...rows: readonly TreeRow[]): ShownTree => ({ rows, childrenOf: () => undefined });

describe('changedRows', () => {
  it('finds nothing where nothing changed', () => {
    const rows = [row('team', 'idle', [row('a'), row('b')])];
    assert.deepEqual(changedRows(opened(...rows), opened(...rows)), { isWhole: false, rows: [] });
  });

  it('names the one row that looks different', () => {
    const before = [row('team', 'running', [row('a', 'step 1'), row('b')])];
    const after = [row('team', 'running', [row('a', 'step 2'), row('b')])];
    assert.deepEqual(changedRows(opened(...before), opened(...after)).rows, ['a']);
  });

  it('names the parent where children came or went, and not them too', () => {
    const before = [row('team', '', [row('a', 'x')])];
    const after = [row('team', '', [row('a', 'y'), row('b')])];
    assert.deepEqual(changedRows(opened(...before), opened(...after)).rows, ['team']);
  });

  it('does not look at children that nobody has opened', () => {
    const secret: TreeRow = { id: 'team', label: 'team', children: () => assert.fail('nobody asked for them') };
    assert.deepEqual(changedRows(closed(secret), closed(secret)), { isWhole: false, rows: [] });
  });

  it('redraws all where the top level has other rows', () => {
    assert.equal(changedRows(opened(row('a')), opened(row('a'), row('b'))).isWhole, true);
    assert.equal(changedRows(opened(row('a'), row('b')), opened(row('b'), row('a'))).isWhole, true);
  });

  it('redraws a whole level where a row can be opened now, so that it stays aligned', () => {
    const level = (...rows: readonly TreeRow[]): ShownTree => opened(row('root', '', rows));
    assert.deepEqual(changedRows(level(row('a'), row('b')), level(row('a', '', [row('0')]), row('b'))).rows, ['root']);
    assert.equal(changedRows(opened(row('field')), opened(row('field', '', [row('0')]))).isWhole, true);
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
