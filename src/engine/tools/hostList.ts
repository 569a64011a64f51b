/** Which addresses a tool may ask: the hosts its entry lists, and no private network unless the list names the address itself. Asks nothing. */
import { err, ok, type Result } from '../shared/result';

interface ListedHost {
  /** Lower case; `*.example.org` stands for the hosts below it. */
  readonly name: string;
  /** Null: the usual one. */
  readonly port: string | null;
}

export interface HostList {
  /** The error is a sentence for the model. */
  check(url: string): Result<URL, string>;
  /** Whether the address that a listed host turned out to have may be asked. */
  mayReach(address: string): boolean;
}

const shape = /^((?:\*\.)?[\p{L}\p{N}._-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/iu;

/** Null: that is no host, such as one with a scheme or a path. */
export function parseHost(text: string): ListedHost | null {
  const match = shape.exec(text.trim());
  if (match === null) return null;
  const [, name = '', port = null] = match;
  const wild = name.startsWith('*.') ? '*.' : '';
  const plain = name.slice(wild.length);
  const known = URL.canParse(`http://${plain}/`) ? new URL(`http://${plain}/`).hostname : null;
  return known === null ? null : { name: wild + known, port };
}

export function hostList(hosts: readonly string[]): HostList {
  const listed = hosts.map(parseHost).filter((host) => host !== null);
  const shown = hosts.join(', ');
  const addresses = new Set(listed.map(({ name }) => unwrapped(name)));
  return {
    check: (text) => {
      const url = URL.canParse(text) ? new URL(text) : null;
      if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return err(`${quote(text)} is no http or https URL.`);
      if (url.username !== '' || url.password !== '') return err('A URL with a user or a password is not asked.');
      if (!listed.some((host) => fits(host, url))) return err(`The host ${url.host} is not on the list. Allowed: ${shown}.`);
      return ok(url);
    },
    mayReach: (address) => !isPrivate(address) || addresses.has(address) || (isLoopback(address) && addresses.has('localhost')),
  };
}

function fits({ name, port }: ListedHost, url: URL): boolean {
  if ((port ?? '') !== url.port && !(port !== null && url.port === '' && port === (url.protocol === 'https:' ? '443' : '80'))) return false;
  return name.startsWith('*.') ? url.hostname.endsWith(name.slice(1)) : url.hostname === name;
}

function unwrapped(name: string): string {
  return name.replace(/^\[|\]$/g, '');
}

function isLoopback(address: string): boolean {
  return /^(127\.|::1$|::ffff:127\.)/i.test(address);
}

/** Networks that are not the public internet, as IANA lists them, with the length of their prefix in bits. */
const privateFour: readonly (readonly [number, number, number, number, bits: number])[] = [
  [0, 0, 0, 0, 8], [10, 0, 0, 0, 8], [100, 64, 0, 0, 10], [127, 0, 0, 0, 8], [169, 254, 0, 0, 16], [172, 16, 0, 0, 12], [192, 0, 0, 0, 24], [192, 0, 2, 0, 24],
  [192, 168, 0, 0, 16], [198, 18, 0, 0, 15], [198, 51, 100, 0, 24], [203, 0, 113, 0, 24], [224, 0, 0, 0, 3],
];
/** ::1 and ::, addresses that wrap another one, fc00::/7, fe80::/10, fec0::/10 and ff00::/8. */
const privateSix = /^(::|64:ff9b:|2002:|f[cd]|fe[89a-f]|ff)/i;

/** Also what is not written as an address at all. */
export function isPrivate(address: string): boolean {
  const four = /^(?:::ffff:)?(\d+)\.(\d+)\.(\d+)\.(\d+)$/i.exec(address);
  if (four === null) return !address.includes(':') || privateSix.test(address);
  const number = asNumber(four.slice(1).map(Number));
  return privateFour.some(([a, b, c, d, bits]) => number >>> (32 - bits) === asNumber([a, b, c, d]) >>> (32 - bits));
}

function asNumber(bytes: readonly number[]): number {
  return bytes.reduce((sum, byte) => ((sum << 8) | byte) >>> 0, 0);
}

function quote(text: string): string {
  return JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text);
}
