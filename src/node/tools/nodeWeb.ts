/** One GET request over Node's http, for the tool http_get. Looks at the address before it connects, so that a listed name cannot lead into a private network. */
// Without `node:`: VS Code gives its proxy and certificates only to modules that are asked for by these names.
import http from 'http';
import https from 'https';
import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import type { Web, WebAnswer } from '../../engine/tools/httpGetTool';
import { decompressed } from '../decompressed';

type Limits = Parameters<Web['get']>[1];

export const nodeWeb: Web = {
  get: async (url, limits, signal) => {
    const ended = AbortSignal.any([signal, AbortSignal.timeout(limits.timeoutMs)]);
    try {
      const address = url.hostname.replace(/^\[|\]$/g, '');
      if (isIP(address) !== 0 && !limits.mayReach(address)) return { kind: 'failed', why: forbidden(address) };
      return await read(await send(url, limits, ended), limits, ended);
    } catch (error) {
      if (signal.aborted) return { kind: 'failed', why: 'the run was stopped' };
      if (ended.aborted) return { kind: 'failed', why: `no whole answer came within ${limits.timeoutMs / 1000} s` };
      return { kind: 'failed', why: error instanceof Error && error.message !== '' ? error.message : 'the connection failed' };
    }
  },
};

function forbidden(address: string): string {
  return `it has the private address ${address}, which is not on the list of hosts`;
}

function send(url: URL, { mayReach }: Limits, signal: AbortSignal): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { 'user-agent': 'rolecall', accept: 'text/*, application/json, application/xml;q=0.9, */*;q=0.5', 'accept-encoding': 'gzip, deflate, br' };
    const request = (url.protocol === 'https:' ? https : http).request(url, { method: 'GET', headers, signal, lookup: careful(mayReach), agent: false });
    request.on('error', reject);
    request.on('response', resolve);
    request.end();
  });
}

/** Every address that the name has must be allowed: which of them is connected to is not ours to say. */
function careful(mayReach: Limits['mayReach']): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const bad = error === null ? addresses.find(({ address }) => !mayReach(address)) : undefined;
      if (error !== null) done(error, '');
      else if (bad !== undefined) done(new Error(forbidden(bad.address)), '');
      else if (options.all === true) done(null, addresses);
      else done(null, addresses[0]!.address, addresses[0]!.family);
    });
  };
}

async function read(response: http.IncomingMessage, { mostBytes }: Limits, signal: AbortSignal): Promise<WebAnswer> {
  const status = response.statusCode ?? 0;
  const type = response.headers['content-type'] ?? '';
  const to = response.headers.location;
  if ([301, 302, 303, 307, 308].includes(status) && to !== undefined) {
    response.destroy();
    return { kind: 'redirect', to };
  }
  if (!isText(type)) {
    response.destroy();
    return { kind: 'failed', why: `it is no text but ${type}` };
  }
  const { bytes, isCut } = await readAtMost(unpacked(response, signal), mostBytes);
  response.destroy();
  return { kind: 'answer', status, type, text: decode(bytes, type), isCut };
}

function isText(type: string): boolean {
  return type === '' || /^(text\/|application\/([\w.-]+\+)?(json|xml|yaml|javascript|x-ndjson|xhtml)\b)/i.test(type);
}

function unpacked(response: http.IncomingMessage, signal: AbortSignal): Readable {
  const stream = decompressed(response);
  signal.addEventListener('abort', () => stream.destroy(new Error('aborted')), { once: true });
  return stream;
}

/** Stops unpacking there too: little on the wire can be much in memory. */
async function readAtMost(stream: Readable, most: number): Promise<{ readonly bytes: Buffer; readonly isCut: boolean }> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    pieces.push(piece);
    length += piece.length;
    if (length > most) break;
  }
  return { bytes: Buffer.concat(pieces).subarray(0, most), isCut: length > most };
}

function decode(bytes: Buffer, type: string): string {
  const charset = /charset="?([\w.:-]+)/i.exec(type)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
