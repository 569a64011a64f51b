import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { JsonObject } from '../../../src/engine/shared/json';
import { createTools } from '../../../src/engine/tools/createTools';
import { hostList, isPrivate } from '../../../src/engine/tools/hostList';
import { createNodeFiles } from '../../../src/node/nodeFiles';
import { nodeWeb } from '../../../src/node/tools/nodeWeb';
import { toolEntry } from './toolEntry';

type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => void;

describe('http_get', () => {
  let server: http.Server;
  let port: number;
  let asked: http.IncomingMessage[];
  let answer: Handler;

  beforeEach(async () => {
    asked = [];
    answer = (_request, response) => void response.writeHead(200, { 'content-type': 'text/plain' }).end('hello');
    server = http.createServer((request, response) => {
      asked.push(request);
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  async function get(url: string, hosts: readonly string[] = [`127.0.0.1:${port}`], signal = new AbortController().signal): Promise<JsonObject> {
    const tool = await createTools(createNodeFiles(), { web: nodeWeb }).open(toolEntry('http_get', { options: { hosts } }), '/nowhere');
    assert.ok(tool.ok, tool.ok ? '' : tool.error);
    const result = await tool.value.call({ url }, { signal });
    return result.ok ? (result.value as JsonObject) : { error: result.error };
  }

  const here = (path = '/') => `http://127.0.0.1:${port}${path}`;

  it('reads a text of a listed host, without keys or cookies', async () => {
    answer = (_request, response) => void response.writeHead(404, { 'content-type': 'text/html; charset=iso-8859-1', 'set-cookie': 'a=1' }).end(Buffer.from('caf\u00e9', 'latin1'));
    assert.deepEqual(await get(here('/page?q=1#part')), { url: here('/page?q=1#part'), status: 404, type: 'text/html; charset=iso-8859-1', text: 'café' });
    await get(here());
    assert.equal(asked[0]!.url, '/page?q=1');
    for (const request of asked) for (const name of ['cookie', 'authorization']) assert.equal(request.headers[name], undefined);
  });

  it('asks no host that is not listed', async () => {
    const refused: [string, RegExp][] = [
      ['http://example.org/', /host example\.org is not on the list\. Allowed: 127/], [`http://127.0.0.1:${port + 1}/`, /not on the list/], [`http://127.0.0.1.example.org:${port}/`, /not on the list/],
      [`http://me:secret@127.0.0.1:${port}/`, /a user or a password/], ['file:///etc/passwd', /no http or https URL/], ['ftp://127.0.0.1/', /no http/], ['nonsense', /no http/],
    ];
    for (const [url, message] of refused) assert.match((await get(url))['error'] as string, message, url);
    assert.equal(asked.length, 0);
  });

  it('checks every redirect against the list, and follows a few', async () => {
    answer = (request, response) => {
      const n = Number(request.url!.slice(1));
      if (request.url === '/away') response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end();
      else if (request.url === '/file') response.writeHead(302, { location: 'file:///etc/passwd' }).end();
      else if (n > 0) response.writeHead(307, { location: `/${n - 1}` }).end();
      else response.writeHead(200, { 'content-type': 'text/plain' }).end('there');
    };
    assert.equal((await get(here('/5')))['text'], 'there');
    assert.match((await get(here('/9')))['error'] as string, /leads on more than 5 times/);
    assert.match((await get(here('/away')))['error'] as string, /leads to http:\/\/169\.254\.169\.254\/latest\/meta-data, which is not asked: The host 169\.254\.169\.254 is not on the list/);
    assert.match((await get(here('/file')))['error'] as string, /which is not asked: .* no http or https URL/);
  });

  it('goes into no private network by the name of a listed host', async () => {
    assert.match((await get(`http://rebound.localhost:${port}/`, ['*.localhost', `rebound.localhost:${port}`]))['error'] as string, /private address|ENOTFOUND/);
    assert.match((await get(here(), [`127.0.0.1:${port}`]))['text'] as string, /hello/);
    assert.match((await get(`http://localhost:${port}/`, [`localhost:${port}`]))['text'] as string, /hello/);
    const list = hostList(['example.org', '10.0.0.7']);
    assert.equal(list.mayReach('93.184.216.34'), true);
    assert.equal(list.mayReach('10.0.0.7'), true);
    assert.equal(list.mayReach('10.0.0.8'), false);
    assert.equal(list.mayReach('127.0.0.1'), false);
  });

  it('knows what is private, however it is written', () => {
    for (const address of ['0.0.0.0', '10.1.2.3', '127.9.9.9', '169.254.169.254', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', '192.0.2.1', '198.18.0.1', '203.0.113.9', '224.0.0.1', '255.255.255.255', '::', '::1', '::ffff:10.0.0.1', '::ffff:a00:1', 'fc00::1', 'fd12::1', 'fe80::1', 'ff02::1', '64:ff9b::a00:1', '2002:a00:1::', 'nonsense']) {
      assert.ok(isPrivate(address), address);
    }
    for (const address of ['1.1.1.1', '93.184.216.34', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::200e']) assert.ok(!isPrivate(address), address);
  });

  it('matches hosts as they are meant', () => {
    const allows = (hosts: readonly string[], url: string) => hostList(hosts).check(url).ok;
    assert.ok(allows(['Example.ORG'], 'https://example.org/a'));
    assert.ok(allows(['example.org:443'], 'https://example.org/a'));
    assert.ok(!allows(['example.org:443'], 'http://example.org/a'));
    assert.ok(!allows(['example.org'], 'https://example.org:8443/'));
    assert.ok(!allows(['example.org'], 'https://www.example.org/'));
    assert.ok(allows(['*.example.org'], 'https://www.example.org/'));
    assert.ok(!allows(['*.example.org'], 'https://example.org/'));
    assert.ok(!allows(['*.example.org'], 'https://badexample.org/'));
    assert.ok(allows(['[::1]:80'], 'http://[::1]/'));
    assert.ok(allows(['127.0.0.1'], 'http://2130706433/'), 'another spelling of the same address');
    assert.ok(!allows(['example.org'], 'http://0x7f.1/'));
  });

  it('reads packed texts, cuts large ones, also where they are small on the wire', async () => {
    answer = (request, response) => {
      if (request.url === '/br') response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'br' }).end(brotliCompressSync('{"a":1}'));
      else response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50 * 1024 * 1024, 'x')));
    };
    assert.equal((await get(here('/br')))['text'], '{"a":1}');
    const large = await get(here('/bomb'));
    assert.equal((large['text'] as string).length, 2 * 1024 * 1024);
    assert.match(large['note'] as string, /cut/);
  }).timeout(20_000);

  it('says what could not be read: no text, a cut connection, nobody there', async () => {
    answer = (request, response) => {
      if (request.url === '/png') response.writeHead(200, { 'content-type': 'image/png' }).end('x');
      else if (request.url === '/gz') response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }).end('not packed');
      else response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '100' }).write('half', () => response.destroy());
    };
    assert.match((await get(here('/png')))['error'] as string, /no text but image\/png/);
    assert.match((await get(here('/gz')))['error'] as string, /was not read/);
    assert.match((await get(here('/cut')))['error'] as string, /was not read: aborted/);
    server.close();
    server.closeAllConnections();
    assert.match((await get(here('/')))['error'] as string, /ECONNREFUSED/);
  });

  it('closes its connection when the run stops', async () => {
    const stop = new AbortController();
    const closed = new Promise<void>((resolve) => {
      answer = (request, response) => {
        request.socket.on('close', () => resolve());
        response.writeHead(200, { 'content-type': 'text/plain' }).write('and then nothing', () => stop.abort('stopped'));
      };
    });
    assert.match((await get(here(), undefined, stop.signal))['error'] as string, /the run was stopped/);
    await closed;
  });

  it('is not opened without hosts, or with something that is none', async () => {
    const open = (hosts: unknown) => createTools(createNodeFiles(), { web: nodeWeb }).open(toolEntry('http_get', { options: { hosts } as JsonObject }), '/');
    assert.match(JSON.stringify(await open([])), /hosts: is missing/);
    assert.match(JSON.stringify(await open(['https://example.org'])), /is no host/);
    assert.ok((await open('example.org')).ok);
  });
});
