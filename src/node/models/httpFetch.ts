/**
 * `fetch` for model calls over Node's http. The built-in one gives up after five silent minutes whatever time-out is set, and is not what editors give
 * their proxy and certificates to. This one has no limit of its own, closes its socket the moment the signal aborts, and follows no redirect: a key
 * goes only to the host that was named. Only what the openai client needs of fetch.
 */
// Without `node:`: VS Code gives its proxy and certificates only to modules that are asked for by these names.
import http from 'http';
import https from 'https';
import type { Readable } from 'node:stream';
import { decompressed } from '../decompressed';
import { ProxyUnreachable, type ProxyFor } from './environmentProxy';

/** `proxyFor`: the way there, where the host does not see to it. */
export async function httpFetch(input: string | URL | Request, init: RequestInit = {}, proxyFor: ProxyFor | null = null): Promise<Response> {
  const url = new URL(typeof input === 'string' || input instanceof URL ? input : input.url);
  const headers = Object.fromEntries(new Headers(init.headers));
  const body = typeof init.body === 'string' ? init.body : '';
  if (body !== '') headers['content-length'] = String(Buffer.byteLength(body));
  // Events are small and come one by one: compressing them only holds them back.
  headers['accept-encoding'] = 'identity';
  const incoming = await sendBy(proxyFor, url, { method: init.method ?? 'GET', headers }, body, init.signal ?? null);
  const stream = incoming.statusCode === 204 || incoming.statusCode === 304 ? null : toStream(decompressed(incoming));
  return new Response(stream, { status: incoming.statusCode ?? 500, headers: toHeaders(incoming) });
}

async function sendBy(proxyFor: ProxyFor | null, url: URL, options: http.RequestOptions, body: string, signal: AbortSignal | null): Promise<http.IncomingMessage> {
  const agent = await proxyFor?.(url);
  if (agent === undefined) return send(url, options, body, signal);
  try {
    return await send(url, { ...options, agent }, body, signal);
  } catch (error) {
    throw ofProxy(error);
  }
}

/** Behind a proxy only the proxy itself can be refused, unknown or out of reach. */
function ofProxy(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  return /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/.test(code) ? new ProxyUnreachable(code) : error;
}

function send(url: URL, options: http.RequestOptions, body: string, signal: AbortSignal | null): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(asError(signal.reason));
    const request = (url.protocol === 'https:' ? https : http).request(url, options);
    const abort = (): void => void request.destroy(asError(signal?.reason));
    signal?.addEventListener('abort', abort, { once: true });
    // 'close' comes last, also behind the body: until then an abort has something to end.
    request.on('close', () => signal?.removeEventListener('abort', abort));
    request.on('error', reject);
    request.on('response', resolve);
    request.end(body);
  });
}

function toStream(incoming: Readable): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start(controller) {
      incoming.on('data', (chunk: Buffer) => {
        controller.enqueue(chunk);
        if ((controller.desiredSize ?? 0) <= 0) incoming.pause();
      });
      incoming.on('end', () => controller.close());
      // A connection that ends before its body does says so here.
      incoming.on('error', (error) => controller.error(error));
      incoming.pause();
    },
    pull: () => void incoming.resume(),
    cancel: (reason) => void incoming.destroy(asError(reason)),
  });
}

function toHeaders(incoming: http.IncomingMessage): Headers {
  const headers = new Headers();
  for (let i = 0; i < incoming.rawHeaders.length; i += 2) headers.append(incoming.rawHeaders[i]!, incoming.rawHeaders[i + 1]!);
  return headers;
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new DOMException('This operation was aborted', 'AbortError');
}
