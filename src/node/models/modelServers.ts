/** Which servers of models answer on this machine, and which models a server has. Nothing is asked of a model. */
import { readBaseUrl } from './baseUrl';
import { wholeText } from './boundedBody';
import { httpFetch } from './httpFetch';

export interface UsualServer {
  readonly name: string;
  readonly port: number;
}

/** Where local servers listen unless they are told otherwise. */
export const usualServers: readonly UsualServer[] = [{ name: 'Ollama', port: 11434 }, { name: 'LM Studio', port: 1234 }, { name: 'llama.cpp', port: 8080 }];

export type ListedModels =
  | { readonly kind: 'models'; /** The address that answered, of those the text may mean. */ readonly base: string; readonly models: readonly string[] }
  /** The server wants a key, or another one. */
  | { readonly kind: 'key'; readonly base: string }
  | { readonly kind: 'none'; readonly why: string };

export interface FoundServer extends UsualServer {
  readonly base: string;
  readonly models: readonly string[];
}

/** A server of this machine answers at once, or is not there. */
const localTimeoutMs = 2000;
const mostBody = 4_000_000;

export async function findLocalServers(servers: readonly UsualServer[] = usualServers): Promise<readonly FoundServer[]> {
  const found = await Promise.all(servers.map(async (server): Promise<FoundServer[]> => {
    const listed = await listModels(`http://127.0.0.1:${server.port}/v1`, null, AbortSignal.timeout(localTimeoutMs));
    return listed.kind === 'models' ? [{ ...server, base: listed.base, models: listed.models }] : [];
  }));
  return found.flat();
}

/** `address` as it is pasted. Never rejects. */
export async function listModels(address: string, key: string | null, signal: AbortSignal): Promise<ListedModels> {
  const read = readBaseUrl(address);
  if (read === null) return { kind: 'none', why: `${JSON.stringify(address)} is no address.` };
  let why = `Nothing answers at ${read.host}.`;
  for (const base of read.candidates) {
    const listed = await ask(base, new URLSearchParams(read.query).toString(), key, signal);
    if (listed.kind !== 'none') return listed;
    why = listed.why;
  }
  return { kind: 'none', why };
}

async function ask(base: string, query: string, key: string | null, signal: AbortSignal): Promise<ListedModels> {
  const url = `${base}/models${query === '' ? '' : `?${query}`}`;
  try {
    const response = await httpFetch(url, { headers: { accept: 'application/json', 'user-agent': 'rolecall', ...(key === null ? {} : { authorization: `Bearer ${key}` }) }, signal });
    const text = await wholeText(response, mostBody);
    if (response.status === 401 || response.status === 403) return { kind: 'key', base };
    const models = response.ok ? idsIn(text) : null;
    return models === null ? { kind: 'none', why: `${url} lists no models (HTTP ${response.status}).` } : { kind: 'models', base, models };
  } catch (error) {
    return { kind: 'none', why: signal.aborted ? `${url} did not answer in time.` : `${url} cannot be reached: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** Null: this is no list of models. */
function idsIn(text: string): readonly string[] | null {
  try {
    const { data } = JSON.parse(text) as { readonly data?: unknown };
    if (!Array.isArray(data)) return null;
    return (data as readonly { readonly id?: unknown }[]).flatMap((one) => (typeof one?.id === 'string' && one.id !== '' ? [one.id] : []));
  } catch {
    return null;
  }
}
