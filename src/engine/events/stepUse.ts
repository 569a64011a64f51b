/** What one step has used: by its own calls, and by the team that does its work. Pure. */
import type { RunEvent } from './runEvent';
import type { RunState, StepUse } from './runState';
import { sumDollars, totalTokens } from './usage';

export const noUse: StepUse = { steps: 0, tokens: 0, usd: 0 };

export function usedByCall(used: StepUse, { usage, costUsd }: Pick<RunEvent<'model.responded'>, 'usage' | 'costUsd'>): StepUse {
  return { ...used, tokens: used.tokens + totalTokens(usage), usd: sumDollars(used.usd, costUsd ?? 0) };
}

/** `before` and `after`: the run of the team, before and after something happened in it. */
export function usedByTeam(used: StepUse, before: RunState, after: RunState): StepUse {
  return {
    steps: used.steps + after.steps - before.steps,
    tokens: used.tokens + totalTokens(after.usage) - totalTokens(before.usage),
    usd: sumDollars(used.usd, after.cost.known, -before.cost.known),
  };
}
