/** One MCP server of one run: connected when first needed, and once more after it has died. Which calls are allowed is not its business. */
import { Client, StreamableHTTPClientTransport, type Tool as McpTool, type Transport } from '@modelcontextprotocol/client';
import type { Json, JsonObject } from '../../../engine/shared/json';
import type { Secrets } from '../../../engine/shared/ports';
import { err, ok, type Result } from '../../../engine/shared/result';
import { inOne, unended } from '../../../engine/shared/sentences';
import { httpFetch } from '../../models/httpFetch';
import { readCallResult } from './mcpResult';
import type { McpServer } from './mcpServer';
import { ListeningTransport } from './stdioTransport';

export interface McpLimits {
  readonly connectMs: number;
  /** Without a sign of life. */
  readonly callMs: number;
  /** Whatever it says of its progress. */
  readonly longestCallMs: number;
}

export const defaultLimits: McpLimits = { connectMs: 30_000, callMs: 60_000, longestCallMs: 600_000 };

interface Connected {
  readonly client: Client;
  readonly transport: Transport;
  isClosed: boolean;
}

export class McpConnection {
  private connecting: Promise<Connected> | null = null;
  private readonly closing = new AbortController();
  private transport: Transport | null = null;

  constructor(
    private readonly server: McpServer,
    private readonly secrets: Secrets,
    private readonly limits: McpLimits = defaultLimits,
  ) {}

  async listTools(signal: AbortSignal): Promise<Result<readonly McpTool[], string>> {
    return this.attempt(signal, async ({ client }) => ok((await client.listTools(undefined, { signal, timeout: this.limits.connectMs })).tools));
  }

  async call(tool: string, args: JsonObject, signal: AbortSignal): Promise<Result<Json, string>> {
    const { callMs, longestCallMs } = this.limits;
    const options = { signal, timeout: callMs, maxTotalTimeout: longestCallMs, resetTimeoutOnProgress: true, onprogress: () => undefined };
    return this.attempt(signal, async ({ client }) => readCallResult(await client.callTool({ name: tool, arguments: { ...args } }, options)));
  }

  /** What the server printed that was no message, where that is new. */
  remarks(): readonly string[] {
    const noise = this.transport instanceof ListeningTransport ? this.transport.newNoise() : null;
    return noise === null ? [] : [`${this.server.name}: ${noise}; they were passed over. What a server logs belongs on standard error.`];
  }

  /** Also gives up what is still being connected. */
  async close(): Promise<void> {
    this.closing.abort();
    const connected = await this.connecting?.catch(() => null);
    this.connecting = null;
    await connected?.client.close();
  }

  private async attempt<T>(signal: AbortSignal, work: (connected: Connected) => Promise<Result<T, string>>): Promise<Result<T, string>> {
    let connected: Connected | null = null;
    const working = async (): Promise<Result<T, string>> => {
      connected = await this.connected();
      return work(connected);
    };
    try {
      return await Promise.race([working(), stopped(signal)]);
    } catch (error) {
      if (signal.aborted) return err('the run was stopped');
      return err(describe(error, (connected as Connected | null)?.transport ?? null));
    }
  }

  private async connected(): Promise<Connected> {
    const before = this.connecting;
    const now = await before?.catch(() => null);
    if (now?.isClosed === false) return now;
    // Calls in parallel find the same server dead, and start one new one.
    if (this.connecting === before) this.connecting = this.connect();
    return this.connecting!;
  }

  private async connect(): Promise<Connected> {
    const transport = await this.makeTransport();
    this.transport = transport;
    const client = new Client({ name: 'rolecall', version: '1' });
    const connected: Connected = { client, transport, isClosed: false };
    client.onclose = () => {
      connected.isClosed = true;
    };
    try {
      await client.connect(transport, { timeout: this.limits.connectMs, signal: this.closing.signal });
      return connected;
    } catch (error) {
      await client.close().catch(() => undefined);
      throw new Error(describe(error, transport), { cause: error });
    }
  }

  private async makeTransport(): Promise<Transport> {
    const { server } = this;
    if (server.kind === 'command') {
      const env = await this.environment(server.env);
      return new ListeningTransport({ command: server.command, args: [...server.args], cwd: server.folder, env, stderr: 'pipe' });
    }
    const key = server.apiKeyEnv === null ? null : await this.secrets.get(server.apiKeyEnv);
    if (server.apiKeyEnv !== null && key === null) throw new Error(`${server.apiKeyEnv} is not set`);
    const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
    return new StreamableHTTPClientTransport(server.url, { fetch: httpFetch, requestInit: { headers } });
  }

  /** Beside what every program needs, such as PATH: only what the entry names. */
  private async environment(names: readonly string[]): Promise<Record<string, string>> {
    const env: Record<string, string> = {};
    for (const name of names) {
      const value = await this.secrets.get(name);
      if (value === null) throw new Error(`${name} is not set`);
      env[name] = value;
    }
    return env;
  }
}

/** Also while it is being connected, which the library does not let go of. */
function stopped(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const tell = (): void => reject(new Error('stopped'));
    if (signal.aborted) tell();
    else signal.addEventListener('abort', tell, { once: true });
  });
}

/** A clause: what went wrong, and what the server itself said of it. */
function describe(error: unknown, transport: Transport | null): string {
  const message = unended(error instanceof Error ? error.message : String(error));
  if (!(transport instanceof ListeningTransport)) return message;
  const { ending, complaint, noise } = transport;
  const said = [ending, complaint === '' ? null : `it said: ${complaint}`, noise];
  return inOne([message, ...said.filter((part): part is string => part !== null && !message.includes(part))]);
}
