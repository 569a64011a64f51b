/** What tokens cost. Where a price comes from is not known here. */
import type { Usage } from '../events/usage';
import type { Price } from '../team/team';

/** Dollars; null: unknown, never 0. Kinds without a price of their own cost what their whole does: cached input as input, reasoning as output. */
export function costOf(usage: Usage, price: Price | null): number | null {
  if (price === null) return null;
  // Some servers count cached tokens beside the input instead of within it.
  const cached = Math.min(usage.cached, usage.input);
  const cacheWrite = Math.min(usage.cacheWrite, usage.input - cached);
  const reasoning = Math.min(usage.reasoning, usage.output);
  const dollars =
    (usage.input - cached - cacheWrite) * price.input +
    cached * (price.cached ?? price.input) +
    cacheWrite * (price.cacheWrite ?? price.input) +
    (usage.output - reasoning) * price.output +
    reasoning * (price.reasoning ?? price.output);
  return dollars / 1_000_000;
}

/** A sentence where a cost is only the most it can be; null otherwise. */
export function boundNote(usage: Usage, price: Price | null): string | null {
  if (price === null || price.cached !== undefined || usage.cached === 0) return null;
  return 'The price of cached input is not known: it is counted at the full price, so the cost is at most this.';
}
