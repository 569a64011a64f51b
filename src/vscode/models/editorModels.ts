/** Opens the models of runs in this window: VS Code's own here, all others as on the terminal. */
import type { ModelProvider, ModelRun, TokenCounter } from '../../engine/models/model';
import { createCallIds, type CallIds } from '../../node/models/callIds';
import type { EditorChats } from './editorChat';

export function editorModels(others: ModelProvider, chats: () => Promise<EditorChats>, tokens: () => Promise<TokenCounter>): ModelProvider {
  const idsOfRuns = new WeakMap<ModelRun, CallIds>();
  const callIdsOf = (run: ModelRun): CallIds => {
    const ids = idsOfRuns.get(run) ?? createCallIds();
    idsOfRuns.set(run, ids);
    return ids;
  };
  return {
    learnSecrets: (entries) => others.learnSecrets?.(entries) ?? Promise.resolve(),
    open: async (entry, run) => {
      if (entry.provider !== 'vscode') return others.open(entry, run);
      const { openVscodeModel } = await import('./vscodeModel');
      return openVscodeModel(entry, await chats(), { tokens: await tokens(), callIds: callIdsOf(run) });
    },
  };
}
