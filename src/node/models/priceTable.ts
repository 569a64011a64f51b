/** Prices that are known without the user: a table that is loaded when first asked. A name it does not hold is unknown, not free. */
import type { Usage } from '../../engine/events/usage';

/** Dollars; null: unknown. `at`: milliseconds since 1970, since prices change. Dated names fall back to their family's price. */
export async function tableCost(usage: Usage, model: string, baseUrl: string, at: number): Promise<number | null> {
  const { calcPrice, findProvider } = await import('@pydantic/genai-prices');
  const provider = findProvider({ providerApiUrl: baseUrl });
  if (provider === undefined) return null;
  // The table throws when more is cached than was sent, as some servers report it.
  const cached = Math.min(usage.cached, usage.input);
  const cacheWrite = Math.min(usage.cacheWrite, usage.input - cached);
  const tokens = { input_tokens: usage.input, cache_read_tokens: cached, cache_write_tokens: cacheWrite, output_tokens: usage.output };
  try {
    return calcPrice(tokens, model, { providerId: provider.id, timestamp: new Date(at) })?.total_price ?? null;
  } catch {
    return null;
  }
}
