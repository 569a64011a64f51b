/** Tokens by kind. Sums only; what they cost is worked out where the price is known. */

export interface Usage {
  /** All input, cached included. */
  readonly input: number;
  readonly cached: number;
  readonly cacheWrite: number;
  /** All output, reasoning included. */
  readonly output: number;
  readonly reasoning: number;
  /** True when nobody reported it and it was counted here. */
  readonly estimated: boolean;
}

export const noUsage: Usage = { input: 0, cached: 0, cacheWrite: 0, output: 0, reasoning: 0, estimated: false };

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    input: a.input + b.input,
    cached: a.cached + b.cached,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    output: a.output + b.output,
    reasoning: a.reasoning + b.reasoning,
    estimated: a.estimated || b.estimated,
  };
}

/** What a call is expected to take, input and output: no event has counted it yet. */
export interface Expected {
  readonly tokens: number;
  readonly usd: number;
}

export function totalTokens(usage: Usage): number {
  return usage.input + usage.output;
}

/** A sum of costs in dollars, some of them unknown: unknown is not zero. */
export interface Cost {
  readonly known: number;
  /** True when a part is not known: the sum is then at least `known`. */
  readonly incomplete: boolean;
}

/** A millionth of a millionth of a dollar: prices of a fraction of a cent for a million tokens stay whole. */
export const unitsPerDollar = 1e12;

/** In whole units, so that what just fits a limit is not over it by the dust of binary fractions. */
export function sumDollars(...amounts: readonly number[]): number {
  return amounts.reduce((units, dollars) => units + Math.round(dollars * unitsPerDollar), 0) / unitsPerDollar;
}

export const noCost: Cost = { known: 0, incomplete: false };

export function addCost(sum: Cost, cost: number | null): Cost {
  return cost === null ? { ...sum, incomplete: true } : { known: sumDollars(sum.known, cost), incomplete: sum.incomplete };
}

export function addCosts(a: Cost, b: Cost): Cost {
  return { known: sumDollars(a.known, b.known), incomplete: a.incomplete || b.incomplete };
}
