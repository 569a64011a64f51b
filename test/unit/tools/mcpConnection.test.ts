// The connection to real MCP servers, over a process's pipes and over HTTP: what they offer and answer, and every way in which they misbehave.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { JsonObject } from '../../../src/engine/shared/json';
import { defaultLimits, McpConnection, type McpLimits } from '../../../src/node/tools/mcp/mcpConnection';
import type { McpServer } from '../../../src/node/tools/mcp/mcpServer';
import { startTicketHttp } from '../../support/mcp/ticketHttp';
import { marked, ticketCommand } from '../../support/mcp/ticketTeam';
import { tempFolder, type TempFolder } from '../../support/tempFolder';

const never = (): AbortSignal => new AbortController().signal;

describe('McpConnection', function () {
  this.timeout(60_000);
  let folder: TempFolder;
  let open: McpConnection[];
  beforeEach(async () => {
    folder = await tempFolder({ 'a.txt': '' });
    open = [];
  });
  afterEach(async () => {
    await Promise.all(open.map((connection) => connection.close()));
    await folder.remove();
  });

  const secrets = { get: (name: string) => Promise.resolve(name === 'TICKET_TOKEN' ? 'sesame' : null) };
  const marks = async () => (await readFile(`${folder.path}/marks.txt`, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');

  function connect(server: McpServer, limits: Partial<McpLimits> = {}): McpConnection {
    const connection = new McpConnection(server, secrets, { ...defaultLimits, ...limits });
    open.push(connection);
    return connection;
  }

  function process(args: readonly string[] = [], env: readonly string[] = [], limits: Partial<McpLimits> = {}): McpConnection {
    const [command = '', ...rest] = ticketCommand('--marks', `${folder.path}/marks.txt`, ...args);
    return connect({ kind: 'command', name: 'tickets', command, args: rest, folder: folder.path, env }, limits);
  }

  const call = async (connection: McpConnection, tool: string, args: JsonObject = {}): Promise<unknown> => {
    const result = await connection.call(tool, args, never());
    return result.ok ? result.value : { error: result.error };
  };

  it('lists and calls: JSON in a text, structured content, pictures by name, a failure as an error', async () => {
    const tickets = process();
    const listed = await tickets.listTools(never());
    assert.ok(listed.ok);
    assert.deepEqual(listed.value.slice(0, 3).map((tool) => tool.name), ['find', 'close', 'count']);
    assert.deepEqual(await call(tickets, 'find', { query: 'rain' }), { tickets: [{ id: 7, title: 'About rain', body: 'long' }, { id: 8, title: 'Other', body: 'long' }] });
    assert.equal(await call(tickets, 'close', { id: 7 }), 'ticket 7 is closed');
    assert.deepEqual(await call(tickets, 'count'), { open: 2 });
    assert.equal(await call(tickets, 'picture'), 'see\n\n[image/png, 3 bytes: not shown]');
    assert.deepEqual(await call(tickets, 'fail'), { error: 'the tracker is closed on Sundays' });
    assert.deepEqual(await marks(), ['started', 'find rain', 'close 7']);
  });

  it('gives a process only the variables that are named', async () => {
    globalThis.process.env['ROLECALL_TEST_SECRET'] = 'of this process';
    try {
      assert.equal(await call(process(), 'token'), 'none none');
      assert.equal(await call(process([], ['TICKET_TOKEN']), 'token'), 'sesame none');
      assert.deepEqual(await call(process([], ['OTHER_TOKEN']), 'token'), { error: 'OTHER_TOKEN is not set' });
    } finally {
      delete globalThis.process.env['ROLECALL_TEST_SECRET'];
    }
  });

  it('says why a server does not start, with what it complained itself', async () => {
    const none = connect({ kind: 'command', name: 'x', command: `${folder.path}/no-such-program`, args: [], folder: folder.path, env: [] });
    assert.match(JSON.stringify(await none.listTools(never())), /ENOENT/);
    const broken = await process(['--broken']).listTools(never());
    assert.match(broken.ok ? '' : broken.error, /it ended with code 2; it said: no tracker is configured/);
    const mute = await process(['--mute'], [], { connectMs: 1500 }).listTools(never());
    assert.match(mute.ok ? '' : mute.error, /timed out/i);
  });

  it('starts a server that has died once more, for all calls that wait for it', async () => {
    const tickets = process();
    assert.match(JSON.stringify(await call(tickets, 'die')), /it ended with code 3; it said: out of tickets/);
    assert.deepEqual(await Promise.all([call(tickets, 'count'), call(tickets, 'count')]), [{ open: 2 }, { open: 2 }]);
    assert.deepEqual((await marks()).filter((line) => line === 'started'), ['started', 'started']);
  });

  it('gives up a call that takes too long, and tells the server', async () => {
    const tickets = process([], [], { callMs: 500 });
    await call(tickets, 'count');
    assert.match(JSON.stringify(await call(tickets, 'hang')), /timed out/i);
    assert.deepEqual(await call(tickets, 'count'), { open: 2 });
    assert.deepEqual((await marks()).slice(1), ['hang', 'cancelled']);
  });

  it('lets go of a call at once when the run stops, and tells the server; also while it is being started', async () => {
    const tickets = process();
    await call(tickets, 'count');
    const stop = new AbortController();
    const hanging = tickets.call('hang', {}, stop.signal);
    await marked(`${folder.path}/marks.txt`, 'hang');
    stop.abort('stopped');
    assert.deepEqual(await hanging, { ok: false, error: 'the run was stopped' });
    await marked(`${folder.path}/marks.txt`, 'cancelled');
    const early = new AbortController();
    const listing = process(['--mute']).listTools(early.signal);
    early.abort('stopped');
    assert.deepEqual(await listing, { ok: false, error: 'the run was stopped' });
  });

  it('ends the process when it is closed, also one that does not listen', async () => {
    const from = Date.now();
    const mute = process(['--mute']);
    const stop = new AbortController();
    const listing = mute.listTools(stop.signal);
    await marked(`${folder.path}/marks.txt`, 'started');
    stop.abort('stopped');
    await listing;
    await mute.close();
    assert.ok(Date.now() - from < defaultLimits.connectMs, 'it does not wait for the server to answer');
  });

  it('works over HTTP too, with a key where one is named', async () => {
    const server = await startTicketHttp();
    try {
      const tickets = connect({ kind: 'url', name: 'tickets', url: new URL(server.url), apiKeyEnv: 'TICKET_TOKEN' });
      const listed = await tickets.listTools(never());
      assert.ok(listed.ok, listed.ok ? '' : listed.error);
      assert.deepEqual(await call(tickets, 'count'), { open: 2 });
      assert.ok(server.keys.every((key) => key === 'Bearer sesame'));
      const stop = new AbortController();
      const hanging = tickets.call('hang', {}, stop.signal);
      setTimeout(() => stop.abort('stopped'), 200);
      assert.deepEqual(await hanging, { ok: false, error: 'the run was stopped' });
    } finally {
      server.stop();
    }
    const gone = connect({ kind: 'url', name: 'tickets', url: new URL(server.url), apiKeyEnv: null });
    assert.match(JSON.stringify(await gone.listTools(never())), /ECONNREFUSED/);
    const keyless = connect({ kind: 'url', name: 'tickets', url: new URL(server.url), apiKeyEnv: 'OTHER' });
    assert.deepEqual(await keyless.listTools(never()), { ok: false, error: 'OTHER is not set' });
  });
});
