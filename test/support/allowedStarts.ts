// What a person has allowed to be started, for tests: nothing from before, and remembered only as long as a test likes.
import type { AllowedStarts } from '../../src/node/tools/mcp/mcpSource';

export const forgetful: AllowedStarts = { has: () => Promise.resolve(false), add: () => Promise.resolve() };

export function rememberedStarts(): AllowedStarts & { readonly keys: Set<string> } {
  const keys = new Set<string>();
  return {
    keys,
    has: (key) => Promise.resolve(keys.has(key)),
    add: (key) => {
      keys.add(key);
      return Promise.resolve();
    },
  };
}
