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

/**
 * The limit that forbids these steps, or a call; null: none does. `inputTokens`: the call's input; `reserved`: that of calls under way, so that
 * parallel ones cannot all pass on the same balance.
 * The role that runs on a limit is past steps and time, and has the tenth of tokens and cost that the others leave.
 */
export function reachedLimit(state: RunState, wanted: { readonly steps: number }, now: number, inputTokens = 0, reserved = 0): ReachedLimit | null {
  const limits = limitsOf(state);
  return (state.limitRoleRan ? null : stepsOrTime(state, limits, wanted.steps, now)) ?? tokensOrCost(state, limits, inputTokens, reserved);
}

function stepsOrTime(state: RunState, limits: RunLimits, steps: number, now: number): ReachedLimit | null {
  const elapsed = elapsedMs(state, now);
  if (steps > 0 && state.steps + steps > limits.steps) return { limit: 'steps', used: state.steps, of: limits.steps };
  return elapsed >= limits.timeMs ? { limit: 'time', used: elapsed, of: limits.timeMs } : null;
}

function tokensOrCost(state: RunState, { tokens, costUsd }: RunLimits, inputTokens: number, reserved: number): ReachedLimit | null {
  const share = !state.limitRoleRan && state.team.onLimit !== null ? 0.9 : 1;
  const used = totalTokens(state.usage);
  if (tokens !== null && isSpent(used + reserved, inputTokens, tokens * share)) return { limit: 'tokens', used, of: tokens };
  if (costUsd !== null && state.cost.known >= costUsd * share) return { limit: 'cost_usd', used: state.cost.known, of: costUsd };
  const perCall = state.team.limits.tokensPerCall;
  return perCall !== null && inputTokens > perCall ? { limit: 'tokens_per_call', used: inputTokens, of: perCall } : null;
}

/** Everything may be used up, but nothing more. */
function isSpent(used: number, wanted: number, limit: number): boolean {
  return used >= limit || used + wanted > limit;
}
