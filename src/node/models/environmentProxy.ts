/**
 * The proxy that the environment names (HTTPS_PROXY, HTTP_PROXY, NO_PROXY, also in small letters), for the command line. In the editor VS Code sees to it by
 * its own settings. Addresses of this machine are always reached directly.
 */
import type http from 'http';
import { isLocalHost } from '../../engine/shared/localHost';

/** Undefined: directly. */
export type ProxyFor = (url: URL) => Promise<http.Agent | undefined>;

/** The proxy itself did not answer: nothing was sent to the server. */
export class ProxyUnreachable extends Error {
  readonly code = 'ERR_PROXY';

  constructor(reason: string) {
    super(reason);
    this.name = 'ProxyUnreachable';
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

export function environmentProxy(env: Environment): ProxyFor {
  const agents = new Map<string, Promise<http.Agent>>();
  return async (url) => {
    const proxy = proxyOf(url, env);
    if (proxy === null) return undefined;
    const key = `${url.protocol} ${proxy}`;
    const agent = agents.get(key) ?? agentFor(url, proxy);
    agents.set(key, agent);
    return agent;
  };
}

async function agentFor({ protocol }: URL, proxy: string): Promise<http.Agent> {
  const { HttpProxyAgent, HttpsProxyAgent } = await import('./proxyAgents');
  return protocol === 'https:' ? new HttpsProxyAgent(proxy) : new HttpProxyAgent(proxy);
}

/** Null: none is named, it is no address, or the host is reached without. */
function proxyOf(url: URL, env: Environment): string | null {
  if (isLocalHost(url.hostname) || isExcepted(url, read(env, 'no_proxy'))) return null;
  const named = read(env, url.protocol === 'https:' ? 'https_proxy' : 'http_proxy') || read(env, 'all_proxy');
  if (named === '') return null;
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(named) ? named : `http://${named}`;
  return /^https?:/i.test(address) && URL.canParse(address) ? address : null;
}

function read(env: Environment, name: string): string {
  return (env[name] ?? env[name.toUpperCase()] ?? '').trim();
}

/** As curl reads the list: a name stands for its subdomains too, `*` for all. */
function isExcepted({ hostname, port, protocol }: URL, list: string): boolean {
  const ownPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  return list.split(/[\s,]+/).filter((entry) => entry !== '').some((entry) => {
    if (entry === '*') return true;
    const [, name = '', wantedPort] = /^(.*?)(?::(\d+))?$/.exec(entry)!;
    const host = name.toLowerCase().replace(/^\*?\./, '');
    return (wantedPort === undefined || wantedPort === ownPort) && (hostname === host || hostname.endsWith(`.${host}`));
  });
}
