/** Turns a storm of calls into few: `work` runs at once when it has been quiet, and then at most once every `everyMs`. */
import type { Disposable } from '../../engine/shared/disposable';

export interface Coalesced extends Disposable {
  (): void;
  /** Does now what is still waiting. */
  flush(): void;
}

export function coalesce(everyMs: number, work: () => void): Coalesced {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWaiting = false;
  let isDisposed = false;
  const run = (): void => {
    isWaiting = false;
    timer = setTimeout(() => {
      timer = undefined;
      if (isWaiting) run();
    }, everyMs);
    work();
  };
  const request = (): void => {
    if (isDisposed) return;
    isWaiting = true;
    if (timer === undefined) run();
  };
  const flush = (): void => {
    if (!isWaiting) return;
    isWaiting = false;
    work();
  };
  const dispose = (): void => {
    isDisposed = true;
    isWaiting = false;
    clearTimeout(timer);
  };
  return Object.assign(request, { flush, dispose });
}
