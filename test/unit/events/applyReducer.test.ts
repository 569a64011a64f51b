import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as fc from 'fast-check';
import { applyReducer } from '../../../src/engine/events/applyReducer';
import type { Json } from '../../../src/engine/shared/json';
import type { Reducer } from '../../../src/engine/team/team';

const field = (reducer: Reducer, key: string | null = null) => ({ reducer, key });
const bySource = field('append', 'source');

describe('applyReducer', () => {
  it('appends, and merges an item of a known key into the first one’s place', () => {
    const first = applyReducer(bySource, [], [{ source: 'a', n: 1 }, { source: 'b', n: 2 }]);
    const second = applyReducer(bySource, first, [{ source: 'a', m: 3 }, { n: 4 }, { source: 'c' }]);
    assert.deepEqual(second, [{ source: 'a', n: 1, m: 3 }, { source: 'b', n: 2 }, { n: 4 }, { source: 'c' }]);
    assert.deepEqual(first, [{ source: 'a', n: 1 }, { source: 'b', n: 2 }]);
  });

  it('tells a text from a value that is written like it', () => {
    assert.deepEqual(applyReducer(field('union'), ['1', 'null'], [1, null, '1', { a: 1 }, { a: 1 }]), ['1', 'null', 1, null, { a: 1 }]);
  });

  it('goes on from an earlier version of a list as from any other list', () => {
    const first = applyReducer(bySource, [], [{ source: 'a', n: 1 }]);
    applyReducer(bySource, first, [{ source: 'b', n: 2 }]);
    assert.deepEqual(applyReducer(bySource, first, [{ source: 'b', n: 3 }]), [{ source: 'a', n: 1 }, { source: 'b', n: 3 }]);
  });

  it('comes to the same for a list that grew step by step and for a copy of it', () => {
    const item = fc.oneof(fc.record({ source: fc.constantFrom('a', 'b', 'c', 1), n: fc.nat(9) }, { noNullPrototype: true }), fc.constantFrom<Json>('a', 'b', 1, null, { n: 1 }));
    fc.assert(
      fc.property(fc.array(fc.array(item, { maxLength: 4 }), { maxLength: 6 }), fc.constantFrom(bySource, field('union'), field('append')), (contributions, of) => {
        let grown: Json = [];
        let copied: Json = [];
        for (const contribution of contributions) {
          grown = applyReducer(of, grown, contribution);
          copied = applyReducer(of, JSON.parse(JSON.stringify(copied)) as Json, contribution);
        }
        assert.deepEqual(grown, copied);
      }),
    );
  });

  it('merges objects, and keeps the larger, the smaller and the sum of numbers', () => {
    assert.deepEqual(applyReducer(field('merge'), { a: 1, b: { c: 1 } }, { b: { d: 2 } }), { a: 1, b: { d: 2 } });
    assert.deepEqual([applyReducer(field('add'), 2, 3), applyReducer(field('max'), 2, 3), applyReducer(field('min'), 2, 3), applyReducer(field('add'), 2, null)], [5, 3, 2, 2]);
    assert.equal(applyReducer(field('max'), null, -4), -4);
  });
});
