// What the test's MCP servers offer: tools that answer, fail, hang, die, and have names that no provider would take.
import { appendFileSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

export interface TicketOptions {
  /** A line for each thing that happened is added to this file. */
  readonly marks?: string;
  /** Names that no provider would take. */
  readonly odd?: boolean;
}

export function ticketServer({ marks, odd: isOdd = false }: TicketOptions = {}): McpServer {
  const mark = (text: string): void => {
    if (marks !== undefined) appendFileSync(marks, `${text}\n`);
  };
  const server = new McpServer({ name: 'tickets', version: '1.0.0' });
  const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] });
  const words = z.object({ query: z.string() });
  server.registerTool('find', { description: 'Finds tickets.', inputSchema: words, annotations: { readOnlyHint: true } }, ({ query }) => {
    mark(`find ${query}`);
    return text(JSON.stringify({ tickets: [{ id: 7, title: `About ${query}`, body: 'long' }, { id: 8, title: 'Other', body: 'long' }] }));
  });
  server.registerTool('close', { description: 'Closes a ticket.', inputSchema: z.object({ id: z.number() }) }, ({ id }) => {
    mark(`close ${id}`);
    return text(`ticket ${id} is closed`);
  });
  server.registerTool('count', { inputSchema: z.object({}), outputSchema: z.object({ open: z.number() }), annotations: { readOnlyHint: true } }, () => ({ ...text('2 open'), structuredContent: { open: 2 } }));
  server.registerTool('picture', { inputSchema: z.object({}), annotations: { readOnlyHint: true } }, () => ({ content: [{ type: 'text', text: 'see' }, { type: 'image', mimeType: 'image/png', data: 'AAAA' }] }));
  server.registerTool('fail', { inputSchema: z.object({}), annotations: { readOnlyHint: true } }, () => ({ ...text('the tracker is closed on Sundays'), isError: true }));
  server.registerTool('hang', { inputSchema: z.object({}), annotations: { readOnlyHint: true } }, (_args, { mcpReq }) => {
    mark('hang');
    return new Promise((resolve) => mcpReq.signal.addEventListener('abort', () => {
      mark('cancelled');
      resolve(text('never heard'));
    }));
  });
  server.registerTool('die', { inputSchema: z.object({}), annotations: { readOnlyHint: true } }, () => {
    mark('die');
    process.stderr.write('out of tickets\n');
    process.exit(3);
  });
  server.registerTool('token', { inputSchema: z.object({}), annotations: { readOnlyHint: true } }, () => text(`${process.env['TICKET_TOKEN'] ?? 'none'} ${process.env['ROLECALL_TEST_SECRET'] ?? 'none'}`));
  for (const odd of isOdd ? ['a.b/c', 'a_b_c', `long-${'x'.repeat(90)}`, 'Grüße'] : []) {
    server.registerTool(odd, { description: 'x'.repeat(5000), inputSchema: z.object({}), annotations: { readOnlyHint: true } }, () => text(odd));
  }
  return server;
}
