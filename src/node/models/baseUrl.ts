/** The address of a server as people paste it, and the addresses it may mean. Makes no request. */
import { isLocalHost } from '../../engine/shared/localHost';

export const openAiBaseUrl = 'https://api.openai.com/v1';

export interface BaseUrl {
  /** In the order in which they are tried: where there is no version in the path, only the server can tell whether it wants one. */
  readonly candidates: readonly string[];
  /** Parameters of the address (Azure's `api-version`), sent with each request. */
  readonly query: Readonly<Record<string, string>>;
  readonly host: string;
  /** True for this machine and the networks at home or at work. */
  readonly isLocal: boolean;
}

/** Null: this is no address. */
export function readBaseUrl(text: string): BaseUrl | null {
  const trimmed = text.trim();
  const url = parse(/^https?:\/\//i.test(trimmed) ? trimmed : `${isLocalHost(trimmed.split(/[:/]/)[0] ?? '') ? 'http' : 'https'}://${trimmed}`);
  if (url === null || url.hostname === '') return null;
  const path = url.pathname
    .replace(/\/{2,}/g, '/')
    .replace(/\/+$/, '')
    .replace(/\/(chat\/completions|completions|models)$/, '')
    .replace(/(\/v\d+[a-z\d]*)\1+$/, '$1');
  const base = `${url.protocol}//${url.host}`;
  return { candidates: paths(path).map((one) => base + one), query: Object.fromEntries(url.searchParams), host: url.host, isLocal: isLocalHost(url.hostname) };
}

function paths(path: string): readonly string[] {
  if (/\/v\d+[a-z\d]*(\/|$)/.test(path) || path.includes('/deployments/')) return [path];
  return path === '' ? ['/v1', ''] : [path, `${path}/v1`];
}

function parse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
