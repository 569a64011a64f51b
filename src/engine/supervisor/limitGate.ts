/** Asks before each step and each call whether the run, and those it works for, allow it. What the limits are is limits.ts. */
import type { RunEvent } from '../events/runEvent';
import { callLimit, limitsOf, nothing, reachedLimit, type Account, type Call, type ReachedLimit } from './limits';
import type { Recorder } from './recorder';
import type { RunContext } from './runContext';

/** Null: allowed. `step`: where the steps or the call belong. What was recorded was allowed then, or stopped. */
export function limitOn(context: RunContext, step: number, steps: number, call: Call = nothing): ReachedLimit | null {
  const { recorder } = context;
  const recorded = recordedLimit(recorder, step);
  if (recorded !== null) return recorded;
  const accounts = accountsOf(context, step);
  const next = recorder.next(step);
  if (next === undefined) return recorder.isReplay ? null : reachedLimit(accounts, steps, call);
  return next.type === 'model.requested' ? null : callLimit(accounts, call.input);
}

/** Whether another step may be made now, whatever was recorded. */
export function isAllowed(context: RunContext): boolean {
  return reachedLimit(accountsOf(context, null), 1) === null;
}

/** Whether what a call takes can matter before it is made. */
export function limitsSpending(context: RunContext): boolean {
  const { tokens, costUsd } = limitsOf(context.recorder.state);
  return tokens !== null || costUsd !== null || (context.above !== null && limitsSpending(context.above));
}

/** Of the on_limit role: it is past the limits of its own run, not of those above. Where the record does not have it, it was stopped. */
export function limitAbove({ above, recorder }: RunContext, step: number): ReachedLimit | null {
  if (above === null || recorder.next(step) !== undefined) return null;
  const reached = recorder.isReplay ? ({ limit: 'steps', used: 0, of: 0 } as const) : reachedLimit(accountsOf(above, null), 1);
  return reached === null ? null : { ...reached, above: true };
}

function accountsOf(context: RunContext, step: number | null): readonly Account[] {
  const { recorder, above } = context;
  return [{ state: recorder.state, now: recorder.now(step) }, ...(above === null ? [] : accountsOf(above, null))];
}

/** A replay does not know what ran beside it when: the limit that stopped it then stops it now. */
function recordedLimit(recorder: Recorder, step: number): ReachedLimit | null {
  const { limitAhead: reached } = recorder;
  const next = recorder.next(step);
  const ended = next === undefined ? null : endsOnLimit(next);
  // The second that a run meets, in its on_limit role, has no event of its own.
  if (reached === null) return ended === null ? null : { limit: ended, used: 0, of: 0 };
  if (next !== undefined && next.seq < reached.seq && ended === null) return null;
  const { limit, used, of, reserved, wanted, above } = reached;
  return { limit: limit as ReachedLimit['limit'], used, of, ...(reserved === undefined ? {} : { reserved }), ...(wanted === undefined ? {} : { wanted }), ...(above === true ? { above } : {}) };
}

/** What ended this step. Earlier versions recorded the limit itself behind it. */
function endsOnLimit(event: RunEvent): ReachedLimit['limit'] | null {
  const [, limit] = (event.type === 'role.finished' && /^limit:(.*)$/.exec(event.why ?? '')) || [];
  return limit === undefined ? null : (limit as ReachedLimit['limit']);
}
