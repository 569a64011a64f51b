// A server that speaks OpenAI's chat completions over real HTTP, scripted by each test: what it answers, what it was asked, and when its sockets close.
//
//   const server = await startModelServer();
//   server.answer(reply('hello'));                       // a streamed reply, for the next request
//   server.answer(json(429, {…}, { 'retry-after': '1' }));
//   server.answerAll((request) => …);                    // for every request that has no answer of its own
//   await server.asked(1);                               // resolves when the first request has come
//   await server.closed(1);                              // resolves when its socket has closed
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json, JsonObject } from '../../src/engine/shared/json';

export interface SeenRequest {
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: JsonObject;
}

export type Answer = (response: http.ServerResponse, request: SeenRequest) => void | Promise<void>;

export interface ModelServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  readonly requests: readonly SeenRequest[];
  /** For the next request without an answer. */
  answer(...answers: readonly Answer[]): void;
  answerAll(answer: Answer): void;
  /** Resolves when the nth request (from 1) has come whole. */
  asked(n: number): Promise<SeenRequest>;
  /** Resolves when the socket of the nth request has closed. */
  closed(n: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startModelServer(): Promise<ModelServer> {
  const requests: SeenRequest[] = [];
  const queue: Answer[] = [];
  let fallback: Answer = json(500, { error: { message: 'The test has no answer for this request.' } });
  const arrivals = counter<SeenRequest>();
  const closings = counter<void>();
  const server = http.createServer((request, response) => {
    void readBody(request).then((body) => {
      const seen = { path: request.url ?? '', headers: request.headers, body };
      requests.push(seen);
      const n = requests.length;
      // One connection serves many requests.
      request.socket.setMaxListeners(0).once('close', () => closings.reach(n, undefined));
      arrivals.reach(n, seen);
      return (queue.shift() ?? fallback)(response, seen);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer: (...answers) => void queue.push(...answers),
    answerAll: (answer) => void (fallback = answer),
    asked: arrivals.reached,
    closed: closings.reached,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Things that happen once for each number, waited for before or after. */
function counter<T>() {
  const made = new Map<number, { readonly promise: Promise<T>; readonly resolve: (value: T) => void }>();
  const get = (n: number) => {
    const found = made.get(n);
    if (found !== undefined) return found;
    let resolve: (value: T) => void = () => undefined;
    const promise = new Promise<T>((settle) => (resolve = settle));
    made.set(n, { promise, resolve });
    return { promise, resolve };
  };
  return { reach: (n: number, value: T) => get(n).resolve(value), reached: (n: number) => get(n).promise };
}

async function readBody(request: http.IncomingMessage): Promise<JsonObject> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const text = Buffer.concat(pieces).toString('utf8');
  return text === '' ? {} : (JSON.parse(text) as JsonObject);
}

/** One answer, whole. */
export function json(status: number, body: Json, headers: Readonly<Record<string, string>> = {}): Answer {
  return (response) => void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

export function text(status: number, body: string, contentType: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return (response) => void response.writeHead(status, { 'content-type': contentType, ...headers }).end(body);
}

/** Events as they go over the wire: objects as `data:` lines, strings as they stand. */
export function events(...pieces: Json[]): Answer {
  return (response) => {
    begin(response);
    for (const piece of pieces) response.write(wire(piece));
    response.end();
  };
}

/** Sends the pieces and then does nothing: the request hangs in the middle of its answer. */
export function hang(...pieces: Json[]): Answer {
  return (response) => {
    if (pieces.length === 0) return;
    begin(response);
    for (const piece of pieces) response.write(wire(piece));
  };
}

/** Sends the pieces and closes the socket under the reader. */
export function cut(...pieces: Json[]): Answer {
  return (response) => {
    begin(response);
    response.write(pieces.map(wire).join(''), () => response.destroy());
  };
}

function begin(response: http.ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
}

function wire(piece: Json): string {
  return typeof piece === 'string' ? piece : `data: ${JSON.stringify(piece)}\n\n`;
}

export const done = 'data: [DONE]\n\n';

export interface ChunkOptions {
  readonly finish?: string;
  readonly usage?: Json;
  readonly model?: string;
}

export function chunk(delta: JsonObject, { finish, usage, model = 'test-model' }: ChunkOptions = {}): JsonObject {
  return { id: 'c', object: 'chat.completion.chunk', created: 0, model, choices: [{ index: 0, delta, finish_reason: finish ?? null }], ...(usage === undefined ? {} : { usage }) };
}

/** The last chunk, which OpenAI sends without a choice. */
export function usageChunk(usage: Json): JsonObject {
  return { id: 'c', object: 'chat.completion.chunk', created: 0, model: 'test-model', choices: [], usage };
}

export const someUsage: JsonObject = { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 };

/** A whole streamed reply in two pieces, with its usage. */
export function reply(content: string, usage: Json = someUsage): Answer {
  const half = Math.ceil(content.length / 2);
  return events(chunk({ role: 'assistant', content: content.slice(0, half) }), chunk({ content: content.slice(half) }), chunk({}, { finish: 'stop' }), usageChunk(usage), done);
}
