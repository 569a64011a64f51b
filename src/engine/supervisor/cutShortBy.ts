/** Which limit has stopped a team before its end. Pure. */
import type { ReachedLimit, RunEvent } from '../events/runEvent';
import type { RunState } from '../events/runState';
import { seenFrom } from './limits';

/** The limit of a run above it, as the run that it works for sees it. Null: none has stopped it. */
export function cutShortBy(inner: RunState, past: readonly RunEvent[]): ReachedLimit | null {
  const met = inner.ending?.startsWith('limit:') === true ? (past.findLast((event) => event.type === 'limit.reached') ?? null) : inner.cutShort;
  if (met?.above === undefined) return null;
  const { limit, used, of, reserved, wanted, above } = met;
  return seenFrom(1, { limit, used, of, ...(reserved === undefined ? {} : { reserved }), ...(wanted === undefined ? {} : { wanted }), above });
}
