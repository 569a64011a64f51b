/** One small call to a model, the way runs call it: whoever sets a model up learns at once what a run would meet. */
import type { ModelEntry } from '../team/team';
import type { ModelOutcome, ModelProvider, ModelRequest } from './model';

const request: ModelRequest = {
  messages: [{ role: 'system', text: 'You are tried out.' }, { role: 'user', text: 'Answer with the one word: ready' }],
  tools: [],
  replySchema: null,
  inputTokens: 16,
  context: { role: 'set-up', purpose: 'work', step: 1, call: 1, subtask: null, toolResults: [], bindings: { values: {}, hasField: () => false }, siblings: () => [] },
};

/** Rejects with ModelUnusable as opening does. */
export async function tryModel(models: ModelProvider, entry: ModelEntry, signal: AbortSignal): Promise<ModelOutcome> {
  const model = await models.open(entry, {});
  return model.call(request, { signal });
}
