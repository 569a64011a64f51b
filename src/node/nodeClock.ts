/** The machine's clock. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../engine/shared/ports';

export const nodeClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    if (signal?.aborted) return;
    try {
      await wait(ms, undefined, { signal });
    } catch (error) {
      if (!signal?.aborted) throw error;
    }
  },
};
