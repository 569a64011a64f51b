// A run that is stopped while a tool waits for something outside: the run ends, and what was opened outside is closed, within a second.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { nodeClock } from '../../../src/node/nodeClock';
import { startTicketHttp } from '../../support/mcp/ticketHttp';
import { inTicketFolder, marked, ticketCommand, ticketTeam } from '../../support/mcp/ticketTeam';
import { approver } from '../../support/people';
import { inFolder, runFiles, scripted, type TeamFiles } from '../../support/runFiles';
import { runTeam, type RanTeam, type RunTeam } from '../../support/runTeam';

/** `closed`: what was opened outside is closed. */
async function stoppedIn(run: (request: RunTeam) => Promise<RanTeam>, hanging: Promise<unknown>, closed: () => Promise<unknown>): Promise<void> {
  let at = 0;
  const stop = (handle: { stop(): void }) => void hanging.then(() => {
    at = performance.now();
    handle.stop();
  });
  const { result, events, state } = await run({ clock: nodeClock, person: approver, during: stop });
  await closed();
  const ms = performance.now() - at;
  assert.deepEqual(result, { status: 'stopped', reason: 'stopped' });
  assert.ok(ms < 1000, `${ms} ms`);
  assert.ok(!events.some((event) => event.type === 'tool.returned'), 'the call stays open: whoever resumes the run makes it again');
  assert.deepEqual(state.markers, {});
}

describe('a stop in a tool', function () {
  this.timeout(60_000);

  for (const [what, begin] of [['before it is answered', null], ['in the middle of the answer', 'and then nothing']] as const) {
    it(`closes the socket of http_get ${what}`, async () => {
      let tell: (socket: Socket) => void = () => undefined;
      const asked = new Promise<Socket>((resolve) => (tell = resolve));
      const server = http.createServer((request, response) => {
        if (begin === null) tell(request.socket);
        else response.writeHead(200, { 'content-type': 'text/plain' }).write(begin, () => tell(request.socket));
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
      const files: TeamFiles = scripted(`
tools: { fetch: { type: http_get, hosts: ["${host}"] } }
roles: [{ role: reader, responsibility: Read., reads: [task], tools: [fetch], writes: { note: { type: string } } }]
routes: [{ when: state.note == '', to: reader }]
finish_when: state.note != ''
`, `  - { role: reader, tool_calls: [{ name: fetch, arguments: { url: "http://${host}/" } }] }\n  - { role: reader, output: { note: done } }\n`);
      try {
        await stoppedIn((request) => runFiles(files, request), asked, async () => {
          const socket = await asked;
          if (!socket.destroyed) await once(socket, 'close');
        });
      } finally {
        server.closeAllConnections();
        server.close();
      }
    });
  }

  it('closes every socket to an MCP server over HTTP', async () => {
    await inFolder({ 'marks.txt': '' }, async (folder) => {
      const marks = `${folder}/marks.txt`;
      const server = await startTicketHttp({ marks });
      try {
        const team = ticketTeam({ url: server.url }, ['{ name: tickets__hang, arguments: {} }']);
        await stoppedIn((request) => runFiles(team, request), marked(marks, 'hang'), () => server.alone());
      } finally {
        server.stop();
      }
    });
  });

  it('lets go of an MCP server that is a process, and tells it', async () => {
    let marksFile = '';
    await inTicketFolder((marks) => {
      marksFile = marks;
      return ticketTeam({ command: ticketCommand('--marks', marks) }, ['{ name: tickets__hang, arguments: {} }']);
    }, async (folder) => {
      await stoppedIn((request) => runTeam(folder, request), marked(marksFile, 'hang'), () => marked(marksFile, 'cancelled'));
    });
  });
});
