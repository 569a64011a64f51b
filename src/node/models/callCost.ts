/** What a call of a model costs: by the team's own price, else by the table; by the configured name, not by what the server calls it. */
import type { Usage } from '../../engine/events/usage';
import { noUsage } from '../../engine/events/usage';
import { boundNote, costOf } from '../../engine/models/pricing';
import type { Clock } from '../../engine/shared/ports';
import type { ModelEntry } from '../../engine/team/team';
import type { BaseUrl } from './baseUrl';

export interface CallCost {
  /** Dollars; null: unknown. */
  readonly usd: number | null;
  /** For the step: how the price was found, where that is not plain. */
  readonly note: string | null;
}

export function callCost(entry: ModelEntry, address: BaseUrl, clock: Clock): (usage: Usage) => Promise<CallCost> {
  return async (usage) => {
    if (entry.price !== null) return { usd: costOf(usage, entry.price), note: boundNote(usage, entry.price) };
    if (entry.model === null || address.isLocal) return { usd: null, note: null };
    const { tableCost } = await import('./priceTable');
    const cost = await tableCost(usage, entry.model, address.candidates[0]!, clock.now());
    const note = cost === null || cost.pricedAs === entry.model ? null : `${entry.model} is priced as ${cost.pricedAs}, which is what the price table calls it.`;
    return { usd: cost?.usd ?? null, note };
  };
}

/** Whether what a call will have cost can be known. */
export async function isPriced(costOfUsage: ReturnType<typeof callCost>): Promise<boolean> {
  return (await costOfUsage(noUsage)).usd !== null;
}
