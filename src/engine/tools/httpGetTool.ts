/** `http_get`: one text from a listed host. Which hosts is hostList.ts; the wire is a port. */
import * as z from 'zod';
import type { Json, JsonObject } from '../shared/json';
import { err, ok, type Result } from '../shared/result';
import { hostList, type HostList } from './hostList';
import type { Tool } from './tool';
import { toolArguments } from './toolArguments';

const mostRedirects = 5;
/** In bytes, after unpacking. */
const mostBytes = 2 * 1024 * 1024;
/** For everything, redirects included. */
const timeoutMs = 30_000;

export type WebAnswer =
  | { readonly kind: 'answer'; readonly status: number; readonly type: string; readonly text: string; /** There was more than `mostBytes`. */ readonly isCut: boolean }
  | { readonly kind: 'redirect'; readonly to: string }
  /** A clause: why there is no text. */
  | { readonly kind: 'failed'; readonly why: string };

/** One GET request without cookies, keys or redirects. Never rejects. */
export interface Web {
  get(url: URL, limits: { readonly mostBytes: number; readonly timeoutMs: number; mayReach(address: string): boolean }, signal: AbortSignal): Promise<WebAnswer>;
}

const args = toolArguments(z.strictObject({ url: z.string().min(1).max(4000).describe('http or https, of an allowed host.') }));

export function createHttpGetTool(name: string, hosts: readonly string[], web: Web): Tool {
  const list = hostList(hosts);
  return {
    name,
    description: `Reads a web page or another text over HTTP. Returns {url, status, type, text}. Allowed hosts: ${hosts.join(', ')}.`,
    parameters: args.parameters,
    effect: 'read',
    preview: (given) => {
      const read = args.read(name, given);
      const url = read.ok ? list.check(read.value.url) : read;
      return Promise.resolve(url.ok ? ok({ question: `read ${url.value.href}`, what: { url: url.value.href } }) : url);
    },
    call: async (given, { signal }) => {
      const read = args.read(name, given);
      if (!read.ok) return read;
      return follow(web, list, read.value.url, signal);
    },
  };
}

async function follow(web: Web, list: HostList, asked: string, signal: AbortSignal): Promise<Result<Json, string>> {
  let next = asked;
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const url = list.check(next);
    if (!url.ok) return err(redirects === 0 ? url.error : `${asked} leads to ${next}, which is not asked: ${url.error}`);
    const answer = await web.get(url.value, { mostBytes, timeoutMs, mayReach: list.mayReach }, signal);
    if (answer.kind === 'failed') return err(`${url.value.href} was not read: ${answer.why}.`);
    if (answer.kind === 'answer') {
      const note: JsonObject = answer.isCut ? { note: `The text is cut: it has more than ${mostBytes / 1024 / 1024} MB.` } : {};
      return ok({ url: url.value.href, status: answer.status, type: answer.type, text: answer.text, ...note });
    }
    if (!URL.canParse(answer.to, url.value)) return err(`${url.value.href} leads to ${JSON.stringify(answer.to)}, which is no URL.`);
    next = new URL(answer.to, url.value).href;
  }
  return err(`${asked} was not read: it leads on more than ${mostRedirects} times.`);
}
