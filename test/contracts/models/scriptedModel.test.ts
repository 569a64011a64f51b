import { createNodeModels } from '../../../src/node/models/nodeModels';
import { loadTokenCounter } from '../../../src/node/tokens/tokenCounter';
import { scripted } from '../../support/modelRequests';
import { describeModel, type ModelHarness, type Played } from './modelContract';

describeModel('scripted', (): Promise<ModelHarness> => {
  let slept: () => void = () => undefined;
  const sleeping = new Promise<void>((resolve) => (slept = resolve));
  // Only what hangs sleeps, and only its abort ends that.
  const sleep = (_ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      signal?.addEventListener('abort', () => resolve(), { once: true });
      slept();
    });
  const models = createNodeModels({ clock: { now: () => 0, sleep, after: () => () => undefined }, tokens: loadTokenCounter, secrets: { get: () => Promise.resolve(null) } });
  return Promise.resolve({
    open: (played) => models.open(scripted(played.map(toReply)), {}),
    reached: () => sleeping,
    close: () => Promise.resolve(),
  });
});

function toReply(played: Played): Parameters<typeof scripted>[0][number] {
  const role = 'writer';
  if (played === 'hang') return { role, text: 'a', delayMs: 1 };
  if (typeof played === 'string') return { role, error: played };
  if ('status' in played) return { role, error: { status: played.status, retryAfterS: played.retryAfterS ?? null } };
  return 'text' in played ? { role, text: played.text, usage: played.usage ?? null } : { role, toolCalls: played.toolCalls };
}
