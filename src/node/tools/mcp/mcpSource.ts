/** The tools of one MCP server as the engine knows them: safe names, bounded descriptions, errors that name server and tool. */
import type { ToolOffer } from '../../../engine/events/runEvent';
import type { JsonObject } from '../../../engine/shared/json';
import { err, ok, type Result } from '../../../engine/shared/result';
import type { ToolEntry } from '../../../engine/team/team';
import { safeNames, type ToolSource } from '../../../engine/tools/toolSource';
import type { Tool } from '../../../engine/tools/tool';
import type { McpConnection } from './mcpConnection';
import { startOf, type McpServer } from './mcpServer';

/** In characters: what a server writes here goes into every request. */
const longestDescription = 1000;

/** Which starts a person has allowed, over all runs of this machine or editor. */
export interface AllowedStarts {
  has(key: string): Promise<boolean>;
  add(key: string, about: JsonObject): Promise<void>;
}

export interface McpSourceDeps {
  readonly entry: ToolEntry;
  readonly server: McpServer;
  /** Loaded and made when first used. */
  readonly connection: () => Promise<McpConnection>;
  readonly allowed: AllowedStarts;
  readonly taken: readonly string[];
}

export function mcpSource({ entry, server, connection, allowed, taken }: McpSourceDeps): ToolSource {
  return {
    start: () => startOf(server),
    isAllowed: (key) => allowed.has(key),
    allow: async (key) => allowed.add(key, (await startOf(server))?.what ?? {}),
    offers: async (signal) => {
      const listed = await (await connection()).listTools(signal);
      return listed.ok ? offersOf(entry, listed.value, taken) : listed;
    },
    tool: (offer) => toolOf(entry, offer, connection),
  };
}

type Listed = Extract<Awaited<ReturnType<McpConnection['listTools']>>, { ok: true }>['value'];

function offersOf({ name, options }: ToolEntry, listed: Listed, taken: readonly string[]): Result<readonly ToolOffer[], string> {
  const { tools: wanted } = options;
  const names = Array.isArray(wanted) ? wanted : wanted === undefined ? null : [wanted];
  const unknown = names?.find((one) => !listed.some((tool) => tool.name === one));
  if (unknown !== undefined) return err(`it has no tool ${JSON.stringify(unknown)}; it has ${listed.map((tool) => tool.name).join(', ')}`);
  const offered = names === null ? listed : listed.filter((tool) => names.includes(tool.name));
  const aliases = safeNames(name, offered.map((tool) => tool.name), taken);
  return ok(offered.map((tool, index) => ({
    name: aliases[index]!,
    original: tool.name,
    description: describe(name, tool),
    parameters: { ...(tool.inputSchema as JsonObject), type: 'object' },
    effect: tool.annotations?.readOnlyHint === true ? 'read' : 'network',
  })));
}

function describe(server: string, { name, description = '' }: Listed[number]): string {
  const text = description.trim();
  return `${name} of ${server}${text === '' ? '' : `: ${text.length > longestDescription ? `${text.slice(0, longestDescription)}…` : text}`}`;
}

function toolOf({ name: server }: ToolEntry, offer: ToolOffer, connect: McpSourceDeps['connection']): Tool {
  const { original, ...known } = offer;
  let connected: McpConnection | null = null;
  return {
    ...known,
    preview: (args) => Promise.resolve(ok({ question: `call ${original} of ${server}`, what: { server, call: original, arguments: args } })),
    call: async (args, { signal }) => {
      connected = await connect();
      const result = await connected.call(original, args, signal);
      return result.ok ? result : err(`${original} of ${server}: ${result.error}`);
    },
    remarks: () => connected?.remarks() ?? [],
  };
}
