/** The machine's clock. */
import type { Clock } from '../engine/shared/ports';

/** A longer timer would fire at once. About 25 days. */
const longestTimerMs = 2 ** 31 - 1;

export const nodeClock: Clock = {
  now: () => Date.now(),
  // Not timers/promises: aborting that makes an error with a stack, and a run aborts a timer at every call of a model.
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) return resolve();
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, Math.min(ms, longestTimerMs));
      signal?.addEventListener('abort', end, { once: true });
    }),
  after: (ms, then) => {
    const timer = setTimeout(then, Math.min(ms, longestTimerMs));
    return () => clearTimeout(timer);
  },
};
