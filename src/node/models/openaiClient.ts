/** The openai package, loaded when first used and told everything, so that it takes nothing from the environment. */
import type OpenAI from 'openai';
import { firstText, limitLines, mostBody } from './boundedBody';
import type { ProxyFor } from './environmentProxy';
import { httpFetch } from './httpFetch';

export interface ClientOptions {
  readonly base: string;
  /** Null: the server takes any. */
  readonly key: string | null;
  readonly query: Readonly<Record<string, string>>;
  /** Null: the host sees to it. */
  readonly proxy: ProxyFor | null;
}

/** Thrown out of fetch, so that the whole of a server's error arrives: the package keeps only the part it knows. */
export class HttpFailure extends Error {
  constructor(
    readonly status: number,
    readonly body: string,
    readonly headers: Headers,
  ) {
    super(`HTTP ${status}`);
    this.name = 'HttpFailure';
  }
}

/** The package's own limit may never be the one that fires. In milliseconds: the longest that a timer takes. */
const never = 2 ** 31 - 1;

/** The package throws on an empty key; local servers want none. */
const anyKey = 'no-key-needed';

export async function openAiClient({ base, key, query, proxy }: ClientOptions): Promise<OpenAI> {
  const { OpenAI: Client } = await import('openai');
  return new Client({
    baseURL: base,
    apiKey: key ?? anyKey,
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    // Said again here, since a variable of the environment (OPENAI_CUSTOM_HEADERS) would win over the key.
    defaultHeaders: { authorization: `Bearer ${key ?? anyKey}` },
    defaultQuery: { ...query },
    maxRetries: 0,
    logLevel: 'off',
    timeout: never,
    fetch: (input: string | URL | Request, init?: RequestInit) => fetchOrFail(input, init, proxy),
  });
}

/** In bytes, of an error's answer: only its first words are shown. */
const mostError = 1_000_000;

/** All that the API needs. The package also sends what the environment says, and what machine this is. */
const sentHeaders = ['authorization', 'content-type', 'accept'];

async function fetchOrFail(input: string | URL | Request, init: RequestInit = {}, proxy: ProxyFor | null): Promise<Response> {
  const given = new Headers(init.headers);
  const headers = sentHeaders.flatMap((name): [string, string][] => (given.has(name) ? [[name, given.get(name)!]] : []));
  const response = await httpFetch(input, { ...init, headers: [...headers, ['user-agent', 'rolecall']] }, proxy);
  if (response.ok) return response.body === null ? response : new Response(response.body.pipeThrough(limitLines(mostBody)), { status: response.status, headers: response.headers });
  const location = response.headers.get('location');
  const moved = response.status >= 300 && response.status < 400 && location !== null;
  throw new HttpFailure(response.status, moved ? `The server redirects to ${location}; put that address into base_url.` : await firstText(response, mostError), response.headers);
}
