/** Prices that are known without the user: a table that is loaded when first asked. A name it does not hold is unknown, not free. */
import type { Usage } from '../../engine/events/usage';

export interface TableCost {
  /** Dollars. */
  readonly usd: number;
  /** The name that the table prices it by: a dated name falls back to its family's. */
  readonly pricedAs: string;
}

/** Null: unknown. `at`: milliseconds since 1970, since prices change. */
export async function tableCost(usage: Usage, model: string, baseUrl: string, at: number): Promise<TableCost | null> {
  const { calcPrice, findProvider } = await import('@pydantic/genai-prices');
  const provider = findProvider({ providerApiUrl: baseUrl });
  if (provider === undefined) return null;
  // The table throws when more is cached than was sent, as some servers report it.
  const cached = Math.min(usage.cached, usage.input);
  const cacheWrite = Math.min(usage.cacheWrite, usage.input - cached);
  const tokens = { input_tokens: usage.input, cache_read_tokens: cached, cache_write_tokens: cacheWrite, output_tokens: usage.output };
  try {
    const price = calcPrice(tokens, model, { providerId: provider.id, timestamp: new Date(at) });
    return price === null ? null : { usd: price.total_price, pricedAs: price.model.id };
  } catch {
    return null;
  }
}
