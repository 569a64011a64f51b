/** Whether and when a failed request is made again. Pure; how often at most is the role's limit, counted by the caller. */
import type { CallError } from '../events/runEvent';

export type Retry = { readonly retry: false } | { readonly retry: true; readonly delayMs: number };

const firstWaitMs = 500;
/** Beyond it waiting is worse than saying so. */
const longestWaitMs = 60_000;

/** Asking again would give the same answer, or cost the same again for nothing. */
const hopeless: ReadonlySet<CallError['kind']> = new Set(['quota', 'auth', 'not-found', 'bad-request', 'too-long', 'script', 'stopped']);

/**
 * `attempt`: how many requests have failed in a row, this one included. `random`: from 0 up to 1, so that parallel calls do not all come back at once.
 * A server that says when to come back is obeyed; when that is later than a minute, the request is not made again.
 */
export function retryAfter(error: CallError, attempt: number, random: number): Retry {
  if (!error.retryable || hopeless.has(error.kind)) return { retry: false };
  if (error.retryAfterMs !== undefined) {
    if (error.retryAfterMs > longestWaitMs) return { retry: false };
    return { retry: true, delayMs: Math.round(Math.min(longestWaitMs, error.retryAfterMs * (1 + random / 10))) };
  }
  const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** (attempt - 1));
  return { retry: true, delayMs: Math.round(wait * (0.5 + random / 2)) };
}
