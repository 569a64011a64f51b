/** The tools of this machine: the built-in ones with what they need, and MCP servers, whose library is loaded when one is first used. */
import type { Files, Secrets } from '../../engine/shared/ports';
import { ok } from '../../engine/shared/result';
import { createTools } from '../../engine/tools/createTools';
import type { SourcePlace, ToolProvider } from '../../engine/tools/toolProvider';
import { nodeFileWriter } from '../nodeFileWriter';
import { sha256 } from '../sha256';
import type { McpConnection, McpLimits } from './mcp/mcpConnection';
import { readServer, type McpServer } from './mcp/mcpServer';
import { mcpSource, type AllowedStarts } from './mcp/mcpSource';
import { nodeWeb } from './nodeWeb';

export interface NodeToolDeps {
  readonly secrets: Secrets;
  readonly allowed: AllowedStarts;
  readonly limits?: McpLimits;
}

export function createNodeTools(files: Files, deps: NodeToolDeps): ToolProvider {
  return {
    ...createTools(files, { writer: nodeFileWriter, sha256, web: nodeWeb }),
    source: (entry, place) => {
      if (entry.type !== 'mcp') return { ok: false, error: 'such tools are there in the editor only; run the team there, or leave them out' };
      const server = readServer(entry, place.folder);
      if (!server.ok) return server;
      const connection = () => connectionOf(server.value, place, deps);
      return ok(mcpSource({ entry, server: server.value, connection, allowed: deps.allowed, taken: place.taken }));
    },
  };
}

/** One for all steps of a run, and of the runs that work for it. */
function connectionOf(server: McpServer, { lifetime }: SourcePlace, { secrets, limits }: NodeToolDeps): Promise<McpConnection> {
  return lifetime.once(`mcp ${JSON.stringify(server)}`, async () => {
    const { McpConnection } = await import('./mcp/mcpConnection');
    const connection = new McpConnection(server, secrets, limits);
    lifetime.onClose(() => connection.close());
    return connection;
  });
}
