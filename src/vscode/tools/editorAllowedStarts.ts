/** Remembers over all windows which MCP commands a person has allowed. Not in the workspace's own state: what a folder brings must not allow itself. */
import type { Memento } from 'vscode';
import { isObject, type JsonObject } from '../../engine/shared/json';
import type { AllowedStarts } from '../../node/tools/mcp/mcpSource';

const stateKey = 'rolecall.allowedStarts';
/** The oldest are asked about again. */
const mostKept = 500;

export function editorAllowedStarts(state: Memento): AllowedStarts {
  const read = (): JsonObject => {
    const kept = state.get<unknown>(stateKey);
    return isObject(kept) ? kept : {};
  };
  return {
    has: (key) => Promise.resolve(Object.hasOwn(read(), key)),
    add: async (key, about) => {
      const entries = Object.entries({ ...read(), [key]: about });
      await state.update(stateKey, Object.fromEntries(entries.slice(-mostKept)));
    },
  };
}

export const unremembered: AllowedStarts = { has: () => Promise.resolve(false), add: () => Promise.resolve() };
