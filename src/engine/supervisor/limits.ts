/** The limits of a run: what is used, what is left, and when another step or call may not be made. Pure. */
import { elapsedMs } from '../events/foldRun';
import type { RunState } from '../events/runState';
import { totalTokens } from '../events/usage';

export interface ReachedLimit {
  readonly limit: 'steps' | 'time' | 'tokens' | 'cost_usd' | 'tokens_per_call';
  readonly used: number;
  readonly of: number;
}

export interface RunLimits {
  readonly steps: number;
  readonly timeMs: number;
  readonly tokens: number | null;
  readonly costUsd: number | null;
}

export function limitsOf(state: Pick<RunState, 'team' | 'options'>): RunLimits {
  const { team, options } = state;
  const { steps, timeMs, tokens, costUsd } = { ...team.limits, ...options.limits };
  return { steps, timeMs, tokens, costUsd };
}

/** What a call is expected to take at least, and what others under way are: no event has counted it yet. */
export interface Expected {
  readonly tokens: number;
  readonly usd: number;
}

const nothing: Expected = { tokens: 0, usd: 0 };

/**
 * The limit that forbids these steps, or a call; null: none does. `call`: its input; `reserved`: that of calls under way, so that parallel ones
 * cannot all pass on the same balance. The role that runs on a limit is past steps and time, and has the tenth of tokens and cost that the others leave.
 */
export function reachedLimit(state: RunState, wanted: { readonly steps: number }, now: number, call: Expected = nothing, reserved: Expected = nothing): ReachedLimit | null {
  const limits = limitsOf(state);
  return (state.limitRoleRan ? null : stepsOrTime(state, limits, wanted.steps, now)) ?? tokensOrCost(state, limits, call, reserved);
}

function stepsOrTime(state: RunState, limits: RunLimits, steps: number, now: number): ReachedLimit | null {
  const elapsed = elapsedMs(state, now);
  if (steps > 0 && state.steps + steps > limits.steps) return { limit: 'steps', used: state.steps, of: limits.steps };
  return elapsed >= limits.timeMs ? { limit: 'time', used: elapsed, of: limits.timeMs } : null;
}

function tokensOrCost(state: RunState, { tokens, costUsd }: RunLimits, call: Expected, reserved: Expected): ReachedLimit | null {
  const { onLimit, limits } = state.team;
  const share = !state.limitRoleRan && onLimit !== null && onLimit !== 'ask' ? 0.9 : 1;
  const used = totalTokens(state.usage);
  if (tokens !== null && isSpent(used + reserved.tokens, call.tokens, tokens * share)) return { limit: 'tokens', used, of: tokens };
  if (costUsd !== null && isCostSpent(state, call, reserved, costUsd * share)) return { limit: 'cost_usd', used: state.cost.known, of: costUsd };
  const perCall = limits.tokensPerCall;
  return perCall !== null && call.tokens > perCall ? { limit: 'tokens_per_call', used: call.tokens, of: perCall } : null;
}

/** What a call of unknown price has cost cannot be known to lie below a limit. */
function isCostSpent({ cost }: RunState, call: Expected, reserved: Expected, limit: number): boolean {
  return cost.incomplete || isSpent(cost.known + reserved.usd, call.usd, limit);
}

/** Everything may be used up, but nothing more. */
function isSpent(used: number, wanted: number, limit: number): boolean {
  return used >= limit || used + wanted > limit;
}
