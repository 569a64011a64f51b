/** Which MCP server an entry means, as a person is shown it and as it is told from every other: what it is started with, and where. Starts nothing. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { JsonObject } from '../../../engine/shared/json';
import { err, ok, type Result } from '../../../engine/shared/result';
import type { ToolEntry } from '../../../engine/team/team';
import type { Start } from '../../../engine/tools/toolSource';

export type McpServer =
  | { readonly kind: 'command'; readonly name: string; readonly command: string; readonly args: readonly string[]; readonly folder: string; /** Names of variables that it is given. */ readonly env: readonly string[] }
  | { readonly kind: 'url'; readonly name: string; readonly url: URL; /** The name of a variable or secret. */ readonly apiKeyEnv: string | null };

export function readServer({ name, options }: ToolEntry, folder: string): Result<McpServer, string> {
  const { url, command } = options;
  if (url !== undefined && command !== undefined) return err('it has a `command` and a `url`; keep one of them');
  if (url !== undefined) return readUrl(name, options);
  const [program, ...args] = texts(command, /\s+/);
  if (program === undefined) return err('it has neither a `command` nor a `url`');
  return ok({ kind: 'command', name, command: program, args, folder, env: texts(options['env']) });
}

function readUrl(name: string, { url, api_key_env: key }: JsonObject): Result<McpServer, string> {
  const parsed = typeof url === 'string' && URL.canParse(url.trim()) ? new URL(url.trim()) : null;
  if (parsed === null || !['http:', 'https:'].includes(parsed.protocol)) return err('`url` is no http or https URL');
  return ok({ kind: 'url', name, url: parsed, apiKeyEnv: typeof key === 'string' ? key : null });
}

/** One text alone is split where it may be. */
function texts(value: unknown, split?: RegExp): readonly string[] {
  if (typeof value === 'string') return split === undefined ? [value] : value.split(split).filter((part) => part !== '');
  return Array.isArray(value) ? value.filter((part) => typeof part === 'string') : [];
}

/** Null: nothing of the folder's is started. Files of the folder that the command names are part of what is allowed: with another content it is another thing. */
export async function startOf(server: McpServer): Promise<Start | null> {
  if (server.kind === 'url') return null;
  const { name, command, args, folder, env } = server;
  const files = await Promise.all([command, ...args].map((part) => contentHash(folder, part)));
  const key = sha256(JSON.stringify([folder, name, command, args, env, files]));
  const what = { command: [command, ...args], folder, ...(env.length === 0 ? {} : { env }) };
  return { key, question: `start \`${[command, ...args].join(' ')}\` for the tool ${name}`, what };
}

async function contentHash(folder: string, part: string): Promise<string | null> {
  const file = path.resolve(folder, part);
  if (!file.startsWith(path.resolve(folder) + path.sep)) return null;
  return readFile(file).then(sha256, () => null);
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}
