/** What went wrong with a request, in words for people: from a server's error or from the network's. Never holds the key. */
import { callError, kindOfStatus } from '../../engine/models/callErrors';
import type { CallError } from '../../engine/events/runEvent';
import { isObject } from '../../engine/shared/json';

export interface Asked {
  /** Where the request went. */
  readonly url: string;
  readonly model: string;
  /** The name of the variable or secret that holds the key. */
  readonly keyName: string | null;
  readonly isLocal: boolean;
  /** Where this program runs, if not simply on the user's machine, e.g. `the container`. */
  readonly where: string | null;
}

/** What a server said, wherever in its answer. */
export interface ServerError {
  readonly status: number | null;
  readonly message: string;
  readonly code: string | null;
  readonly param: string | null;
  readonly retryAfterMs: number | null;
}

/** `body`: the text of the answer, or the error out of a stream. `now`: milliseconds since 1970, for dates in headers. */
export function readServerError(status: number | null, body: unknown, headers: Headers | null, now: number): ServerError {
  const parsed = typeof body === 'string' ? parse(body) : body;
  const error = isObject(parsed) && isObject(parsed['error']) ? parsed['error'] : parsed;
  const message = sentence(error) ?? sentence(parsed) ?? (typeof body === 'string' ? plainText(body) : JSON.stringify(body ?? ''));
  const codes = isObject(error) ? [error['code'], error['type'], error['status']].filter((code): code is string => typeof code === 'string') : [];
  const param = isObject(error) && typeof error['param'] === 'string' ? error['param'] : null;
  return { status, message, code: codes.length > 0 ? codes.join(' ') : null, param, retryAfterMs: retryAfter(headers, message, now) };
}

export function describeServerError(error: ServerError, asked: Asked): CallError {
  const kind = kindOf(error);
  const status = error.status === null ? {} : { status: error.status };
  const wait = error.retryAfterMs === null || kind === 'quota' ? {} : { retryAfterMs: error.retryAfterMs };
  const said = error.message === '' ? '' : `: ${shorten(error.message)}`;
  const { sentence: what, hint } = words(kind, error, asked);
  return callError(kind, `${what}${error.status === null ? '' : ` (HTTP ${error.status})`}${said}`, { ...(hint === null ? {} : { hint }), ...status, ...wait });
}

/** By what the server says before its number: an empty account is told with 400, 403 or 429 by some. */
export function kindOf({ status, message, code }: ServerError): CallError['kind'] {
  const said = `${code ?? ''} ${message}`;
  // "Too many tokens" with 429 is about a minute's worth, not about the prompt.
  if (status !== 429 && /context_length|exceed_context|context (length|window|size)|maximum context|(prompt|input|request) is too long|too many (input )?tokens|reduce the length/i.test(said)) return 'too-long';
  if (/insufficient_quota|billing_|insufficient (balance|funds|credit)|out of credits?|credit balance|arrearage|good standing|overdue[ -]payment|FreeTierOnly/i.test(said)) return 'quota';
  if (/overloaded/i.test(said)) return 'server';
  if (status !== null) return kindOfStatus(status);
  if (/rate.?limit|too many requests/i.test(said)) return 'rate-limit';
  return /invalid|bad.?request/i.test(code ?? '') ? 'bad-request' : 'server';
}

interface Words {
  readonly sentence: string;
  readonly hint: string | null;
}

type Wording = (host: string, asked: Asked, error: ServerError) => Words;

const wordings: Partial<Readonly<Record<CallError['kind'], Wording>>> = {
  auth: (host, { keyName, model }) => ({
    sentence: `${host} refused the key`,
    hint: keyName === null ? 'Name the variable that holds its key: api_key_env under the model.' : `Check the key in ${keyName}, and that it may use ${model}.`,
  }),
  quota: (host) => ({ sentence: `The account at ${host} has nothing left to pay with`, hint: 'Look at the billing page of the provider, or choose another model.' }),
  'rate-limit': (host) => ({ sentence: `${host} is asked too often`, hint: 'Wait, or lower limits.parallel.' }),
  'too-long': (_host, { model }) => ({ sentence: `The prompt is longer than ${model} takes`, hint: 'Let the role read less, set max and fields on its tools, or choose a model with a larger context.' }),
  'not-found': (host, { model, url }, error) =>
    isAboutModel(error)
      ? { sentence: `${host} has no model ${model}`, hint: 'Correct the name of the model, or make it available on the server.' }
      : { sentence: `There is no chat completions API at ${url}`, hint: 'Correct base_url of the model; most servers end in /v1.' },
  'bad-request': (host, { model }, error) => ({
    sentence: `${host} refused the request`,
    hint: /tool|function/i.test(error.message) ? `${model} may not be able to call tools there: choose another model, or a server set up for tools.` : null,
  }),
  timeout: (host) => ({ sentence: `${host} gave up waiting`, hint: null }),
};

function words(kind: CallError['kind'], error: ServerError, asked: Asked): Words {
  const host = hostOf(asked.url);
  return wordings[kind]?.(host, asked, error) ?? { sentence: `${host} failed`, hint: null };
}

/** A 404 that speaks of the model comes from the API itself; any other says that the API is not there. */
export function isAboutModel(error: ServerError): boolean {
  return /model/i.test(`${error.code ?? ''} ${error.message}`) && !/<html/i.test(error.message);
}

/** What came is no answer of this API at all, such as a web page. */
export function describeWrongAnswer(contentType: string, start: string, asked: Asked): CallError {
  const what = /html/i.test(contentType) || /^\s*</.test(start) ? 'a web page' : /json/i.test(contentType) ? `what is no JSON object (${shorten(start.trim().slice(0, 100)) || 'nothing'})` : contentType.split(';')[0]!;
  return callError('not-found', `${asked.url} answered with ${what}, not with a chat completion.`, { hint: 'Correct base_url of the model; most servers end in /v1.' });
}

/** It is of this API in form, and there is no reply in it. `what`: what is wrong, in a few words. `said`: the answer. */
export function describeEmptyAnswer(what: string, said: unknown, { url, model }: Asked): CallError {
  return callError('server', `${url} answered, but there is no reply in it: ${what}. It said: ${shorten(JSON.stringify(said))}`, {
    hint: `See in the log of the server whether ${model} is loaded and answers chat completions there; another kind of API needs another base_url.`,
  });
}

const networkErrors: Readonly<Record<string, 'refused' | 'no-host' | 'unreachable' | 'closed'>> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'no-host',
  EAI_NODATA: 'no-host',
  EAI_AGAIN: 'unreachable',
  ENETUNREACH: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ETIMEDOUT: 'unreachable',
  ECONNRESET: 'closed',
  EPIPE: 'closed',
  ECONNABORTED: 'closed',
  HPE_INVALID_EOF_STATE: 'closed',
  Z_BUF_ERROR: 'closed',
};

/** From the codes of Node's network errors, the first that is known along the chain of causes. */
export function describeNetworkError(error: unknown, asked: Asked): CallError {
  const chain = causes(error);
  const code = chain.map(codeOf).find((found) => found !== '') ?? '';
  const text = chain.map((one) => (one instanceof Error ? one.message : '')).findLast((message) => message !== '') ?? String(error);
  const host = hostOf(asked.url);
  switch (networkErrors[code] ?? 'other') {
    case 'refused':
      return callError('network', `Nothing answers at ${host}: the connection was refused.`, { hint: startHint(asked) });
    case 'no-host':
      return callError('network', `There is no host ${host}.`, { hint: 'Correct base_url of the model, or check the network.', retryable: false });
    case 'unreachable':
      return callError('network', `${host} cannot be reached (${code}).`, { hint: `Check the network${asked.where === null ? '' : ` of ${asked.where}`}, and whether a proxy is needed.` });
    case 'closed':
      return callError('disconnect', `${host} closed the connection before it had answered.`);
    case 'other':
      return describeOther(code, text, host);
  }
}

function describeOther(code: string, text: string, host: string): CallError {
  if (code === 'ERR_PROXY') return callError('network', `The proxy on the way to ${host} does not answer (${text}).`, { hint: 'Correct HTTPS_PROXY or HTTP_PROXY, or name the host in NO_PROXY.' });
  return describePackedError(code, text, host) ?? describeTlsError(code, text, host) ?? callError('network', `The request to ${host} failed: ${shorten(text)}${code === '' ? '' : ` (${code})`}`);
}

/** Null: it is not about compression. */
function describePackedError(code: string, text: string, host: string): CallError | null {
  const hint = 'See to the server, or to the proxy before it: Rolecall asks for answers that are not compressed.';
  if (code === 'ERR_UNKNOWN_ENCODING') return callError('server', `The answer of ${host} cannot be read: ${shorten(text)}.`, { hint, retryable: false });
  return code.startsWith('Z_') ? callError('server', `${host} says that its answer is compressed, and it is not, or is damaged (${code}).`, { hint }) : null;
}

/** Null: it is none. */
function describeTlsError(code: string, text: string, host: string): CallError | null {
  if (/wrong version number|packet length too long|EPROTO/i.test(`${code} ${text}`)) return callError('network', `${host} does not speak HTTPS.`, { hint: 'Write http:// in base_url of the model.', retryable: false });
  if (!/CERT|SELF_SIGNED|ERR_TLS|UNABLE_TO_/i.test(code)) return null;
  return callError('network', `The certificate of ${host} is not trusted (${code}).`, { hint: "Make its authority known: to the system for the editor, by NODE_EXTRA_CA_CERTS on the command line.", retryable: false });
}

function startHint({ url, isLocal, where }: Asked): string {
  const port = portOf(url);
  const starts: Readonly<Record<string, string>> = { '11434': 'Start Ollama (ollama serve)', '1234': 'Start the server of LM Studio', '8080': 'Start llama-server', '8000': 'Start vLLM (vllm serve)' };
  if (!isLocal) return 'Correct base_url of the model.';
  return `${starts[port] ?? 'Start the server'}, or correct base_url of the model.${where === null ? '' : ` Rolecall runs on ${where}; that is what this address means.`}`;
}

function causes(error: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  for (let one: unknown = error; one !== undefined && one !== null && chain.length < 6; one = (one as { cause?: unknown }).cause) {
    chain.push(one);
    if (one instanceof AggregateError && one.errors.length > 0) chain.push(one.errors[0]);
    if (typeof one !== 'object') break;
  }
  return chain;
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** In the forms that OpenAI, FastAPI, Ollama and gateways use. */
function sentence(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim();
  if (!isObject(value)) return null;
  for (const key of ['message', 'error', 'detail', 'msg']) {
    const found = value[key];
    if (typeof found === 'string' && found.trim() !== '') return found.trim();
    if (Array.isArray(found) && found.length > 0) return JSON.stringify(found);
  }
  return null;
}

function plainText(body: string): string {
  return /^\s*</.test(body) ? (/<title>([^<]*)<\/title>/i.exec(body)?.[1] ?? '').trim() : body.trim();
}

function retryAfter(headers: Headers | null, message: string, now: number): number | null {
  const ms = headers?.get('retry-after-ms');
  if (ms && Number(ms) >= 0) return Number(ms);
  const after = headers?.get('retry-after');
  if (after && Number(after) >= 0) return Number(after) * 1000;
  const date = after ? Date.parse(after) : Number.NaN;
  if (!Number.isNaN(date)) return Math.max(0, date - now);
  const said = /(?:try again|retry) (?:in|after) (\d+(?:\.\d+)?) ?(ms|s\b|sec)/i.exec(message);
  return said ? Math.ceil(Number(said[1]) * (said[2]!.toLowerCase() === 'ms' ? 1 : 1000)) : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function hostOf(url: string): string {
  return new URL(url).host;
}

function portOf(url: string): string {
  return new URL(url).port;
}

function shorten(text: string): string {
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}
