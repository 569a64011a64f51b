// Durations as people write them.
import assert from 'node:assert/strict';
import { parseDuration } from '../../../src/engine/cards/duration';

describe('durations', () => {
  const good: readonly (readonly [string | number, number])[] = [
    ['500ms', 500], ['60s', 60_000], ['10m', 600_000], ['1h', 3_600_000], ['1h30m', 5_400_000], ['1.5s', 1_500], [90, 90_000], [0.5, 500],
  ];
  for (const [written, ms] of good) it(`${written} is ${ms} ms`, () => assert.equal(parseDuration(written), ms));
  for (const written of ['', '60', '10x', '-5s', '0s', '5 minutes', 's', '1h-2m', 0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    it(`${JSON.stringify(written)} is none`, () => assert.equal(parseDuration(written), null));
  }
});
