/** The limits of a run, and of those it works for: what is used, what is left, and when another step or call may not be made. Pure. */
import { elapsedMs } from '../events/foldRun';
import type { ReachedLimit } from '../events/runEvent';
import type { RunState, StepUse } from '../events/runState';
import { totalTokens, unitsPerDollar, type Expected } from '../events/usage';

export interface RunLimits {
  readonly steps: number;
  readonly timeMs: number;
  readonly tokens: number | null;
  readonly costUsd: number | null;
  readonly tokensPerCall: number | null;
}

export function limitsOf(state: Pick<RunState, 'team' | 'options'>): RunLimits {
  const { limits } = state.team;
  const set = state.options.limits ?? {};
  const { steps, timeMs, tokens, costUsd, tokensPerCall } = { ...limits, ...set };
  return { steps, timeMs, tokens, costUsd, tokensPerCall };
}

/** A call that somebody wants to make. `input`: what would be sent, in tokens. */
export type Call = Expected & { readonly input: number };

export const nothing: Call = { input: 0, tokens: 0, usd: 0 };

/** What a run has used up to now, and what is held back for its calls under way, so that parallel ones cannot all pass on the same balance. */
export interface Account {
  readonly state: RunState;
  readonly now: number;
  /** What is left of the part of one of several that work at once, in the purse's units; null: one works alone. */
  readonly share: ((purse: Purse) => number) | null;
}

/** Something that is used up, in units that add up exactly. */
export interface Purse {
  readonly limit: 'steps' | 'tokens' | 'cost_usd';
  readonly unit: number;
  readonly of: (limits: RunLimits) => number | null;
  readonly used: (state: RunState) => number;
  readonly ofStep: (used: StepUse) => number;
  /** For a call under way. */
  readonly held: (expected: Expected) => number;
}

const stepPurse: Purse = { limit: 'steps', unit: 1, of: ({ steps }) => steps, used: ({ steps }) => steps, ofStep: ({ steps }) => steps, held: () => 0 };
const tokenPurse: Purse = { limit: 'tokens', unit: 1, of: ({ tokens }) => tokens, used: ({ usage }) => totalTokens(usage), ofStep: ({ tokens }) => tokens, held: ({ tokens }) => tokens };
const moneyPurse: Purse = { limit: 'cost_usd', unit: unitsPerDollar, of: ({ costUsd }) => costUsd, used: ({ cost }) => cost.known, ofStep: ({ usd }) => usd, held: ({ usd }) => usd };

export const purses = [stepPurse, tokenPurse, moneyPurse] as const;

/**
 * The limit that forbids these steps, or this call; null: none does. `accounts`: the run's own, then those of the runs that it works for,
 * whose limits hold for it too. A run's on_limit role is past its steps and time (a team in its place is not: nothing is left for the team's steps), and has
 * the tenth of tokens and cost that the others leave.
 */
export function reachedLimit(accounts: readonly Account[], steps: number, call: Call = nothing): ReachedLimit | null {
  const own = accounts[0]?.state.limitRoleRan === true ? 1 : 0;
  const tooManySteps = steps > 0 ? spent(accounts, stepPurse, steps) : null;
  return tooManySteps ?? timeIsUp(accounts, own) ?? spent(accounts, tokenPurse, call.tokens) ?? unknownCost(accounts) ?? spent(accounts, moneyPurse, call.usd) ?? callLimit(accounts, call.input);
}

/** A single request that is larger than it may be. */
export function callLimit(accounts: readonly Account[], tokens: number): ReachedLimit | null {
  for (let level = 0; level < accounts.length; level++) {
    const of = limitsOf(accounts[level]!.state).tokensPerCall;
    if (of !== null && tokens > of) return told({ limit: 'tokens_per_call', used: tokens, of }, level);
  }
  return null;
}

/** As the run sees it that is so many levels above the one that met it. */
export function seenFrom(levels: number, { above, ...reached }: ReachedLimit): ReachedLimit {
  return told(reached, Number(above ?? 0) - levels);
}

function told(reached: ReachedLimit, level: number): ReachedLimit {
  return level <= 0 ? reached : { ...reached, above: level === 1 ? true : level };
}

function timeIsUp(accounts: readonly Account[], from: number): ReachedLimit | null {
  for (let level = from; level < accounts.length; level++) {
    const { state, now } = accounts[level]!;
    const { timeMs } = limitsOf(state);
    const elapsed = elapsedMs(state, now);
    if (elapsed >= timeMs) return told({ limit: 'time', used: elapsed, of: timeMs }, level);
  }
  return null;
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

/** Everything may be used up, but nothing more. */
function spent(accounts: readonly Account[], purse: Purse, wanted: number): ReachedLimit | null {
  const { left, binding, reserved } = leftOf(accounts, purse);
  if (binding < 0 || (left > 0 && Math.round(wanted * purse.unit) <= left)) return null;
  const { state } = accounts[binding]!;
  const isOneStep = purse.limit === 'steps' && wanted === 1;
  return told({ limit: purse.limit, used: purse.used(state), of: purse.of(limitsOf(state)) ?? 0, ...(reserved > 0 ? { reserved } : {}), ...(wanted > 0 && !isOneStep ? { wanted } : {}) }, binding);
}

export interface Left {
  /** In the purse's units. */
  readonly left: number;
  /** The account whose limit that is; below 0: there is none. */
  readonly binding: number;
  /** Of that limit, what is neither used nor left. */
  readonly reserved: number;
}

/** Of what a run's own limit leaves, or of what is left above, whichever is less. */
export function leftOf(accounts: readonly Account[], purse: Purse): Left {
  // Most teams have none.
  if (accounts.every(({ state }) => purse.of(limitsOf(state)) === null)) return { left: Infinity, binding: -1, reserved: 0 };
  let left = Infinity;
  let binding = -1;
  let reserved = 0;
  for (let level = accounts.length - 1; level >= 0; level--) {
    const { state, share } = accounts[level]!;
    const used = unitsOf(purse, purse.used(state));
    const held = heldBack(purse, state);
    const own = isPast(purse, state, level) ? Infinity : unitsOf(purse, purse.of(limitsOf(state)) ?? Infinity);
    const whole = Math.min(own, used + held + left);
    const back = keptBack(purse, state, whole);
    const ofAll = whole - back - used - held;
    const ofThis = Math.min(ofAll, share?.(purse) ?? Infinity);
    if (own <= used + held + left) [binding, reserved] = [level, held + back];
    if (ofThis < ofAll) reserved += ofAll - ofThis;
    left = ofThis;
  }
  return { left, binding: left === Infinity ? -1 : binding, reserved: reserved / purse.unit };
}

/** What one step has used of it, and holds back for its calls under way. */
export function takenBy(purse: Purse, state: RunState, step: number): number {
  const open = state.open.get(step);
  if (open === undefined) return 0;
  const asking = purse.limit === 'steps' ? [] : state.asking.keys().filter((key) => key.startsWith(`${step}/`)).map((key) => state.asking.get(key)!);
  return unitsOf(purse, purse.ofStep(open.used)) + heldFor(purse, asking) + (open.inner === null ? 0 : heldBack(purse, open.inner));
}

/** Of steps only. */
function isPast({ limit }: Purse, { limitRoleRan }: RunState, level: number): boolean {
  return limit === 'steps' && level === 0 && limitRoleRan;
}

function unitsOf({ unit }: Purse, amount: number): number {
  return Math.round(amount * unit);
}

function heldFor(purse: Purse, calls: ReturnType<RunState['asking']['values']>): number {
  return calls.reduce((sum, { expected }) => sum + (expected === null ? 0 : unitsOf(purse, purse.held(expected))), 0);
}

/** For calls under way, those of sub-teams included; also for those that an interrupted run has still to make again. */
function heldBack(purse: Purse, { asking, open }: RunState): number {
  if (purse.limit === 'steps') return 0;
  return open.values().reduce((sum, { inner }) => sum + (inner === null ? 0 : heldBack(purse, inner)), heldFor(purse, asking.values()));
}

/** For the role that turns what there is into a partial result. */
function keptBack({ limit }: Purse, { team: { onLimit }, limitRoleRan }: RunState, whole: number): number {
  return limit === 'steps' || onLimit === null || onLimit === 'ask' || limitRoleRan || whole === Infinity ? 0 : whole / 10;
}
