/** The limits of a run, and of those it works for: what is used, what is left, and when another step or call may not be made. Pure. */
import { elapsedMs } from '../events/foldRun';
import type { RunState } from '../events/runState';
import { totalTokens, unitsPerDollar, type Expected } from '../events/usage';

export interface ReachedLimit {
  readonly limit: 'steps' | 'time' | 'tokens' | 'cost_usd' | 'tokens_per_call';
  readonly used: number;
  readonly of: number;
  /** Held back beside what is used: for calls under way, and for the on_limit role. */
  readonly reserved?: number;
  /** What would have come on top; not said of a single step. */
  readonly wanted?: number;
  /** True where it is the limit of a run that this one works for. */
  readonly above?: true;
}

export interface RunLimits {
  readonly steps: number;
  readonly timeMs: number;
  readonly tokens: number | null;
  readonly costUsd: number | null;
}

export function limitsOf(state: Pick<RunState, 'team' | 'options'>): RunLimits {
  const { limits } = state.team;
  const set = state.options.limits ?? {};
  return { steps: set.steps ?? limits.steps, timeMs: set.timeMs ?? limits.timeMs, tokens: set.tokens ?? limits.tokens, costUsd: set.costUsd ?? limits.costUsd };
}

/** A call that somebody wants to make. `input`: what would be sent, in tokens. */
export type Call = Expected & { readonly input: number };

export const nothing: Call = { input: 0, tokens: 0, usd: 0 };

/** What a run has used up to now, and what is held back for its calls under way, so that parallel ones cannot all pass on the same balance. */
export interface Account {
  readonly state: RunState;
  readonly now: number;
}

/**
 * The limit that forbids these steps, or this call; null: none does. `accounts`: the run's own, then those of the runs that it works for,
 * whose limits hold for it too. A run's on_limit role is past its steps and time (a team in its place is not: nothing is left for the team's steps), and has
 * the tenth of tokens and cost that the others leave.
 */
export function reachedLimit(accounts: readonly Account[], steps: number, call: Call = nothing): ReachedLimit | null {
  for (let level = 0; level < accounts.length; level++) {
    const account = accounts[level]!;
    const reached = level === 0 && account.state.limitRoleRan ? null : stepsOrTime(account, steps);
    if (reached !== null) return told(reached, level);
  }
  return spent(accounts, tokenPurse, call.tokens) ?? unknownCost(accounts) ?? spent(accounts, moneyPurse, call.usd) ?? callLimit(accounts, call.input);
}

/** A single request that is larger than it may be. */
export function callLimit(accounts: readonly Account[], tokens: number): ReachedLimit | null {
  for (let level = 0; level < accounts.length; level++) {
    const of = accounts[level]!.state.team.limits.tokensPerCall;
    if (of !== null && tokens > of) return told({ limit: 'tokens_per_call', used: tokens, of }, level);
  }
  return null;
}

function told(reached: ReachedLimit, level: number): ReachedLimit {
  return level === 0 ? reached : { ...reached, above: true };
}

function stepsOrTime({ state, now }: Account, steps: number): ReachedLimit | null {
  const limits = limitsOf(state);
  const elapsed = elapsedMs(state, now);
  if (steps > 0 && state.steps + steps > limits.steps) return { limit: 'steps', used: state.steps, of: limits.steps, ...(steps > 1 ? { wanted: steps } : {}) };
  return elapsed >= limits.timeMs ? { limit: 'time', used: elapsed, of: limits.timeMs } : null;
}

/** What a call of unknown price has cost cannot be known to lie below a limit. */
function unknownCost(accounts: readonly Account[]): ReachedLimit | null {
  for (let level = 0; level < accounts.length; level++) {
    const { state } = accounts[level]!;
    const { costUsd } = limitsOf(state);
    if (costUsd !== null && state.cost.incomplete) return told({ limit: 'cost_usd', used: state.cost.known, of: costUsd }, level);
  }
  return null;
}

/** Something that is used up, in units that add up exactly. */
interface Purse {
  readonly limit: 'tokens' | 'cost_usd';
  readonly unit: number;
  readonly of: (limits: RunLimits) => number | null;
  readonly used: (state: RunState) => number;
  readonly held: (expected: Expected) => number;
}

const tokenPurse: Purse = { limit: 'tokens', unit: 1, of: ({ tokens }) => tokens, used: ({ usage }) => totalTokens(usage), held: ({ tokens }) => tokens };
const moneyPurse: Purse = { limit: 'cost_usd', unit: unitsPerDollar, of: ({ costUsd }) => costUsd, used: ({ cost }) => cost.known, held: ({ usd }) => usd };

/** Everything may be used up, but nothing more: of what a run's own limit leaves, or of what is left above, whichever is less. */
function spent(accounts: readonly Account[], purse: Purse, wanted: number): ReachedLimit | null {
  // Most teams have none.
  if (accounts.every(({ state }) => purse.of(limitsOf(state)) === null)) return null;
  const units = (amount: number) => Math.round(amount * purse.unit);
  let left = Infinity;
  let binding = -1;
  let kept = 0;
  const held = ({ state }: Account) => heldBack(state).reduce((sum, expected) => sum + units(purse.held(expected)), 0);
  for (let level = accounts.length - 1; level >= 0; level--) {
    const account = accounts[level]!;
    const { state } = account;
    const taken = units(purse.used(state)) + held(account);
    const own = units(purse.of(limitsOf(state)) ?? Infinity);
    const whole = Math.min(own, taken + left);
    const back = keptBack(state, whole);
    if (own <= taken + left) [binding, kept] = [level, back];
    left = whole - back - taken;
  }
  if (binding < 0 || (left > 0 && units(wanted) <= left)) return null;
  const account = accounts[binding]!;
  const reserved = (held(account) + kept) / purse.unit;
  return told({ limit: purse.limit, used: purse.used(account.state), of: purse.of(limitsOf(account.state)) ?? 0, ...(reserved > 0 ? { reserved } : {}), ...(wanted > 0 ? { wanted } : {}) }, binding);
}

/** For calls under way, those of sub-teams included; also for those that an interrupted run has still to make again. */
function heldBack({ asking, open }: RunState): readonly Expected[] {
  const own = asking.values().flatMap(({ expected }) => expected ?? []);
  return [...own, ...open.values().flatMap(({ inner }) => (inner === null ? [] : heldBack(inner)))];
}

/** For the role that turns what there is into a partial result. */
function keptBack({ team: { onLimit }, limitRoleRan }: RunState, whole: number): number {
  return onLimit === null || onLimit === 'ask' || limitRoleRan || whole === Infinity ? 0 : whole / 10;
}
