// The smallest MCP server that there is: it leaves a line where it is started, and counts.
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

appendFileSync('started.txt', 'started\n');
/** @type {Readonly<Record<string, (params: { readonly protocolVersion: string }) => object>>} */
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'tickets', version: '1' } }),
  'tools/list': () => ({ tools: [{ name: 'count', description: 'Counts tickets.', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }] }),
  'tools/call': () => ({ content: [{ type: 'text', text: '2 open' }] }),
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = /** @type {{ id?: number, method: string, params: { protocolVersion: string } }} */ (JSON.parse(line));
  const answer = answers[method];
  if (id !== undefined && answer !== undefined) process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: answer(params) })}\n`);
});
