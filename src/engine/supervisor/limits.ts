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
 * The limit that forbids another step or call; null: none does. `inputTokens`: the call's input, reserved before it is made.
 * The role that runs on a limit is past steps and time, and has the tenth of tokens and cost that the others leave.
 */
export function reachedLimit(state: RunState, wanted: 'step' | 'call', now: number, inputTokens = 0): ReachedLimit | null {
  const limits = limitsOf(state);
  const lastRole = state.limitRoleRan;
  const elapsed = elapsedMs(state, now);
  if (!lastRole && wanted === 'step' && state.steps >= limits.steps) return { limit: 'steps', used: state.steps, of: limits.steps };
  if (!lastRole && elapsed >= limits.timeMs) return { limit: 'time', used: elapsed, of: limits.timeMs };
  const share = !lastRole && state.team.onLimit !== null ? 0.9 : 1;
  const tokens = totalTokens(state.usage);
  if (limits.tokens !== null && isSpent(tokens, inputTokens, limits.tokens * share)) return { limit: 'tokens', used: tokens, of: limits.tokens };
  if (limits.costUsd !== null && state.cost.known >= limits.costUsd * share) return { limit: 'cost_usd', used: state.cost.known, of: limits.costUsd };
  const perCall = state.team.limits.tokensPerCall;
  if (perCall !== null && inputTokens > perCall) return { limit: 'tokens_per_call', used: inputTokens, of: perCall };
  return null;
}

/** Everything may be used up, but nothing more. */
function isSpent(used: number, wanted: number, limit: number): boolean {
  return used >= limit || used + wanted > limit;
}
