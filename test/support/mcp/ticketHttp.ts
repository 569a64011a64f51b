// The same MCP server over HTTP, in this process.
import { EventEmitter, once } from 'node:events';
import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { ticketServer, type TicketOptions } from './tickets';

export interface TicketHttp {
  readonly url: string;
  /** The `authorization` of each request. */
  readonly keys: readonly (string | undefined)[];
  /** Resolves when no connection is open. */
  alone(): Promise<void>;
  stop(): void;
}

export async function startTicketHttp(options: TicketOptions = {}): Promise<TicketHttp> {
  const keys: (string | undefined)[] = [];
  const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => 'session-1' });
  await ticketServer(options).connect(transport);
  const server = http.createServer((request, response) => {
    keys.push(request.headers.authorization);
    void answer(transport, request, response);
  });
  const sockets = new Set<Socket>();
  const leaving = new EventEmitter();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => {
      sockets.delete(socket);
      leaving.emit('left');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    keys,
    alone: async () => {
      while (sockets.size > 0) await once(leaving, 'left');
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function answer(transport: WebStandardStreamableHTTPServerTransport, request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] => (typeof value === 'string' ? [[name, value]] : []));
  const body = request.method === 'POST' ? Buffer.concat(pieces).toString('utf8') : undefined;
  const answered = await transport.handleRequest(new Request(`http://127.0.0.1${request.url}`, { method: request.method, headers, body }));
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  response.flushHeaders();
  if (answered.body !== null) for await (const piece of answered.body) response.write(piece);
  response.end();
}
