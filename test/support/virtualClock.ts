// Time that only moves by what was slept through: durations in logs are the same in every run. Real waiting is a hundredth of it.
import { clearTimeout, setTimeout } from 'node:timers';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock, Ids } from '../../src/engine/shared/ports';

const scale = 100;

export function virtualClock(start = 1_767_225_600_000): Clock {
  let now = start;
  return {
    now: () => now,
    sleep: async (ms, signal) => {
      if (signal?.aborted === true) return;
      try {
        await wait(ms / scale, undefined, signal === undefined ? {} : { signal });
        now += ms;
      } catch {
        // Cancellation is not an error.
      }
    },
    after: (ms, then) => {
      const timer = setTimeout(() => {
        now += ms;
        then();
      }, ms / scale);
      return () => clearTimeout(timer);
    },
  };
}

/** No chance at all: jitter and samples fall in the middle. */
export function plainIds(): Ids {
  let count = 0;
  return { next: () => `id${(count += 1)}`, random: () => 0.5 };
}
