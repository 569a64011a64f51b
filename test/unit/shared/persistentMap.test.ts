import assert from 'node:assert/strict';
import fc from 'fast-check';
import { PersistentMap } from '../../../src/engine/shared/persistentMap';

/** Two texts of the same hash, found by search. */
const sameHash = ['76mmiq', '2391dx'] as const;

type Change = { readonly key: string | number; readonly value: number | null };

const contentOf = (map: PersistentMap<string | number, number>) => map.keys().map((key, index) => [key, map.values()[index]]);

describe('persistentMap', () => {
  it('holds, in their order, what a Map would after the same changes, and leaves every earlier version as it was', () => {
    const key = fc.oneof(fc.string({ maxLength: 3 }), fc.integer({ min: -40, max: 40 }), fc.constantFrom(...sameHash));
    const change = fc.record({ key, value: fc.option(fc.integer({ min: 0, max: 3 })) });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 120 }), (changes: readonly Change[]) => {
        let map = PersistentMap.empty<string | number, number>();
        const expected = new Map<string | number, number>();
        const versions: { readonly map: typeof map; readonly content: readonly unknown[] }[] = [];
        for (const { key: name, value } of changes) {
          map = value === null ? map.without(name) : map.with(name, value);
          if (value === null) expected.delete(name);
          else expected.set(name, value);
          versions.push({ map, content: [...expected] });
        }
        for (const { map: version, content } of versions) {
          assert.deepEqual(contentOf(version), content);
          assert.equal(version.size, content.length);
        }
        for (const { key: name } of changes) assert.deepEqual([map.has(name), map.get(name)], [expected.has(name), expected.get(name)]);
      }),
    );
  });

  it('gives back itself where nothing changes', () => {
    const map = PersistentMap.empty<string, number>().with('a', 1);
    assert.equal(map.with('a', 1), map);
    assert.equal(map.without('b'), map);
  });
});
