// Loads what models load when first used, so that no test's time is spent on it: on a busy machine it takes seconds. For a suite's `before`.
import type { Context } from 'mocha';
import { loadTokenCounter } from '../../src/node/tokens/tokenCounter';

export async function loadModelLibraries(this: Context): Promise<void> {
  this.timeout(60_000);
  await Promise.all([loadTokenCounter(), import('openai'), import('@pydantic/genai-prices')]);
}
