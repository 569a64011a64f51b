import { createNodeModels } from '../../../src/node/models/nodeModels';
import { nodeClock } from '../../../src/node/nodeClock';
import { loadTokenCounter } from '../../../src/node/tokens/tokenCounter';
import { modelEntry } from '../../support/modelRequests';
import { chunk, cut, done, events, hang, json, startModelServer, usageChunk, type Answer } from '../../support/modelServer';
import { describeModel, type ModelHarness, type Played } from './modelContract';

describeModel('openai', async (): Promise<ModelHarness> => {
  const server = await startModelServer();
  const models = createNodeModels({ clock: nodeClock, tokens: loadTokenCounter, secrets: { get: () => Promise.resolve(null) } });
  return {
    open: (played) => {
      server.answer(...played.map(toAnswer));
      return models.open(modelEntry({ baseUrl: `${server.origin}/v1` }), {});
    },
    reached: async (n) => void (await server.asked(n)),
    close: () => server.stop(),
  };
});

function toAnswer(played: Played): Answer {
  if (played === 'hang') return hang();
  if (played === 'disconnect') return cut(chunk({ role: 'assistant' }));
  if (played === 'empty') return events(chunk({ content: '' }), chunk({}, { finish: 'stop' }), done);
  // A status without words, for which nothing in the request is to blame.
  if ('status' in played) return json(played.status, { error: { message: 'The model said no.' } }, played.retryAfterS === undefined ? {} : { 'retry-after': String(played.retryAfterS) });
  if ('toolCalls' in played) {
    const calls = played.toolCalls.map((call, index) => chunk({ tool_calls: [{ index, id: `c${index}`, function: { name: call.name, arguments: JSON.stringify(call.arguments) } }] }));
    return events(...calls, chunk({}, { finish: 'tool_calls' }), done);
  }
  const { text, usage } = played;
  const last = usage === undefined ? [] : [usageChunk({ prompt_tokens: usage.input, completion_tokens: usage.output, prompt_tokens_details: { cached_tokens: usage.cached }, completion_tokens_details: { reasoning_tokens: usage.reasoning } })];
  return events(...[...text].map((sign) => chunk({ content: sign })), chunk({}, { finish: 'stop' }), ...last, done);
}
