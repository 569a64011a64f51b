// A process of the bench: what a call by the openai model costs beside the bare openai client, against a server in a process of its own.
// Both take turns and read the same bytes. Tells medians, in milliseconds.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import OpenAI from 'openai';
import { createNodeModels } from '../../src/node/models/nodeModels';
import { nodeClock } from '../../src/node/nodeClock';
import { loadTokenCounter } from '../../src/node/tokens/tokenCounter';
import { modelEntry, modelRequest } from '../support/modelRequests';
import { median, tell } from './measure';

export interface Overhead {
  readonly calls: number;
  readonly bareCallMs: number;
  readonly ourCallMs: number;
  readonly chunks: number;
  readonly bareStreamMs: number;
  readonly ourStreamMs: number;
}

const calls = 400;
const warmUp = 100;
const chunks = 20_000;
const streams = 9;

/** A request says by its model how many chunks it wants. */
function serve(): void {
  const bodies = new Map<number, Buffer>();
  const bodyOf = (count: number): Buffer => {
    const chunk = (delta: object, finish: string | null): string => `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 0, model: String(count), choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
    const usage = `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 0, model: String(count), choices: [], usage: { prompt_tokens: 9, completion_tokens: count, total_tokens: 9 + count } })}\n\n`;
    const made = bodies.get(count) ?? Buffer.from(chunk({ content: 'word ' }, null).repeat(count) + chunk({}, 'stop') + usage + 'data: [DONE]\n\n');
    bodies.set(count, made);
    return made;
  };
  const server = http.createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { model } = JSON.parse(Buffer.concat(pieces).toString('utf8')) as { model: string };
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(bodyOf(Number(model)));
    });
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.on('disconnect', () => process.exit(0));
}

async function measure(baseURL: string): Promise<Overhead> {
  const client = new OpenAI({ baseURL, apiKey: 'none', organization: null, project: null, maxRetries: 0 });
  const models = createNodeModels({ clock: nodeClock, tokens: loadTokenCounter, secrets: { get: () => Promise.resolve(null) } });
  const request = modelRequest();
  const messages = request.messages.map(({ role, text }) => ({ role: role as 'system' | 'user', content: text }));
  const bare = async (count: number): Promise<number> => {
    const from = performance.now();
    let text = '';
    for await (const chunk of await client.chat.completions.create({ model: String(count), messages, stream: true, stream_options: { include_usage: true } })) text += chunk.choices[0]?.delta.content ?? '';
    if (text.length !== count * 5) throw new Error('the bare client has read something else');
    return performance.now() - from;
  };
  const our = async (count: number): Promise<number> => {
    const model = await models.open(modelEntry({ baseUrl: baseURL, model: String(count) }), {});
    const from = performance.now();
    const outcome = await model.call(request, { signal: new AbortController().signal, onText: () => undefined });
    if (!outcome.ok || outcome.value.text.length !== count * 5) throw new Error('the model has read something else');
    return performance.now() - from;
  };
  const inTurns = async (count: number, times: number, before: number): Promise<readonly [number, number]> => {
    const took: [number[], number[]] = [[], []];
    for (let i = 0; i < times + before; i++) {
      const pair = [await bare(count), await our(count)] as const;
      if (i < before) continue;
      took[0].push(pair[0]);
      took[1].push(pair[1]);
    }
    return [median(took[0]), median(took[1])];
  };
  const [bareCallMs, ourCallMs] = await inTurns(5, calls, warmUp);
  const [bareStreamMs, ourStreamMs] = await inTurns(chunks, streams, 2);
  return { calls, bareCallMs, ourCallMs, chunks, bareStreamMs, ourStreamMs };
}

if (process.argv[2] === 'serve') serve();
else {
  const server = fork(fileURLToPath(import.meta.url), ['serve']);
  const [port] = (await once(server, 'message')) as [number];
  tell(await measure(`http://127.0.0.1:${port}/v1`));
  server.disconnect();
}
