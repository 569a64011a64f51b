/** Asks before each step and each call whether the run, and those it works for, allow it. What the limits are is limits.ts; who may have what is left, sharing.ts. */
import type { ReachedLimit, RunEvent } from '../events/runEvent';
import { callLimit, leftOf, limitsOf, nothing, reachedLimit, takenBy, type Account, type Call } from './limits';
import type { Recorder } from './recorder';
import type { RunContext } from './runContext';
import { Sharing } from './sharing';

/** Null: allowed, or the run is to stop. `step`: where the steps or the call belong. What was recorded was allowed then, or stopped. */
export async function limitOn(context: RunContext, step: number, steps: number, call: Call = nothing): Promise<ReachedLimit | null> {
  const { recorder } = context;
  const recorded = recordedLimit(recorder, step);
  if (recorded !== null) return recorded;
  const next = recorder.next(step);
  if (next === undefined) return recorder.isReplay ? null : limitWith({ context, step }, steps, call);
  return next.type === 'model.requested' ? null : callLimit(accountsOf({ context, step }), call.input);
}

/** Where a step is of a run, for whose limits it counts; `step` null: none yet. */
interface Place {
  readonly context: RunContext;
  readonly step: number | null;
}

/** Waits where more may be left once others who work at the same time have ended. */
async function limitWith(place: Place, steps: number, call: Call): Promise<ReachedLimit | null> {
  const { stop } = place.context;
  const reached = () => reachedLimit(accountsOf(place), steps, call);
  for (;;) {
    const now = reached();
    const sharer = now === null ? null : sharerOf(place, now);
    if (now === null || sharer === null) return now;
    if (stop.aborted) return null;
    const may = await sharer.sharing.more(sharer.member, { steps, call, fits: () => reached() === null });
    if (stop.aborted) return null;
    if (!may) return reached() ?? now;
  }
}

/** Null: nothing of what is used up is shared. */
function sharerOf(place: Place, { limit, above }: ReachedLimit): { readonly sharing: Sharing; readonly member: number } | null {
  if (limit === 'time' || limit === 'tokens_per_call') return null;
  let at: Place | null = place;
  for (let level = 0; at !== null; level++) {
    const shared = at.step === null ? undefined : at.context.sharing.get(at.step);
    if (shared !== undefined) return level <= Number(above ?? 0) ? shared : null;
    at = aboveOf(at.context);
  }
  return null;
}

/** From here on these steps share what is left. Who is among them asks by its place in the list. */
export function share(context: RunContext, steps: readonly number[]): { readonly sharing: Sharing; readonly end: () => void } {
  const { recorder, program, stop } = context;
  const above = aboveOf(context);
  const sharing = new Sharing(steps.length, program.team.limits.parallel, {
    left: (purse) => leftOf(accountsOf({ context, step: null }), purse).left,
    taken: (purse, member) => takenBy(purse, recorder.state, steps[member]!),
    more: async (wanted, call) => above !== null && (await limitWith(above, wanted, call)) === null,
  });
  const begun = recorder.past.findLast((event) => event.type === 'role.started' && event.step === steps[0])?.seq ?? recorder.last.seq;
  // One after the other each has what the ones before it leave.
  if (program.team.limits.parallel > 1) for (const [member, step] of steps.entries()) context.sharing.set(step, { sharing, member, begun });
  const leave = stop.onAbort(() => sharing.release());
  return {
    sharing,
    end: () => {
      leave();
      for (const step of steps) context.sharing.delete(step);
    },
  };
}

/** Whether what a call takes can matter before it is made. */
export function limitsSpending(context: RunContext): boolean {
  const { tokens, costUsd } = limitsOf(context.recorder.state);
  return tokens !== null || costUsd !== null || (context.above !== null && limitsSpending(context.above));
}

/** Of the on_limit role: it is past the limits of its own run, not of those above. Where the record does not have it, it was stopped. */
export async function limitAbove(context: RunContext, step: number): Promise<ReachedLimit | null> {
  const { recorder } = context;
  const above = aboveOf(context);
  if (above === null || recorder.next(step) !== undefined) return null;
  const reached = recorder.isReplay ? ({ limit: 'steps', used: 0, of: 0 } as const) : await limitWith(above, 1, nothing);
  return reached === null ? null : { ...reached, above: reached.above === undefined ? true : Number(reached.above) + 1 };
}

function aboveOf({ above, within }: RunContext): Place | null {
  return above === null ? null : { context: above, step: within.at(-1)?.step ?? null };
}

function accountsOf({ context, step }: Place): readonly Account[] {
  const { recorder } = context;
  const shared = step === null ? undefined : context.sharing.get(step);
  const above = aboveOf(context);
  const own: Account = { state: recorder.state, now: recorder.now(step), share: shared === undefined ? null : (purse) => shared.sharing.left(purse, shared.member) };
  return [own, ...(above === null ? [] : accountsOf(above))];
}

/** A replay does not know what ran beside it when: the limit that stopped it then stops it now. */
function recordedLimit(recorder: Recorder, step: number): ReachedLimit | null {
  const { limitAhead: reached } = recorder;
  const next = recorder.next(step);
  const ended = next === undefined ? null : endsOnLimit(next);
  // The second that a run meets, in its on_limit role, has no event of its own.
  if (reached === null) return ended === null ? null : { limit: ended, used: 0, of: 0 };
  if (next !== undefined && next.seq < reached.seq && ended === null) return null;
  const { seq: _seq, at: _at, type: _type, ...limit } = reached;
  return limit;
}

/** What ended this step. Earlier versions recorded the limit itself behind it. */
function endsOnLimit(event: RunEvent): ReachedLimit['limit'] | null {
  const [, limit] = (event.type === 'role.finished' && /^limit:(.*)$/.exec(event.why ?? '')) || [];
  return limit === undefined ? null : (limit as ReachedLimit['limit']);
}
