// An MCP server as a process of its own. Arguments: --marks FILE, --banner (lines on standard output that are no messages), --odd (odd names), --broken (ends before it speaks), --mute (never speaks).
import { appendFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { ticketServer } from './tickets';

const { values } = parseArgs({ options: { marks: { type: 'string' }, banner: { type: 'boolean' }, odd: { type: 'boolean' }, broken: { type: 'boolean' }, mute: { type: 'boolean' } } });
if (values.marks !== undefined) appendFileSync(values.marks, 'started\n');
if (values.broken === true) {
  process.stderr.write('no tracker is configured\n');
  process.exit(2);
}
if (values.banner === true) process.stdout.write('Ticket server 1.0\n[info] listening\n42\n{"level":"info","message":"a log line that is JSON"}\n');
if (values.mute === true) setInterval(() => undefined, 1000);
else await ticketServer({ marks: values.marks, odd: values.odd === true }).connect(new StdioServerTransport());
