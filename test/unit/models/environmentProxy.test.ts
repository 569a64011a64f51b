// Models behind a proxy that the environment names: over a real proxy, in front of a real server.
import assert from 'node:assert/strict';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { environmentProxy } from '../../../src/node/models/environmentProxy';
import { control, modelRequest } from '../../support/modelRequests';
import { reply } from '../../support/modelServer';
import { startProxy, type Proxy } from '../../support/proxyServer';
import { rolecall } from '../../support/rolecallCommand';
import { httpTeamFiles, writes } from '../../support/httpTeam';
import { inFolder } from '../../support/runFiles';
import { selfSigned } from '../../support/selfSigned';
import { withOpenAiServer } from './openaiHarness';

describe('a proxy of the environment', () => {
  const server = withOpenAiServer();
  let proxy: Proxy;
  beforeEach(async () => { proxy = await startProxy(Number(new URL(server.server.origin).port)); });
  afterEach(() => proxy.stop());
  const ask = async (baseUrl: string, env: Readonly<Record<string, string>>) => (await server.open({ baseUrl }, { proxy: environmentProxy(env) })).call(modelRequest(), control());

  it('is the way to a server that answers over http', async () => {
    server.server.answer(reply('rain'));
    const outcome = await ask('http://models.example/v1', { HTTP_PROXY: proxy.url });
    assert.equal(outcome.ok && outcome.value.text, 'rain');
    assert.deepEqual(proxy.asked, ['POST http://models.example/v1/chat/completions']);
  });

  it('is a tunnel to one that answers over https, whose certificate is looked at all the same', async () => {
    const secure = https.createServer(selfSigned(), (_request, response) => response.end());
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
    const tunnel = await startProxy((secure.address() as AddressInfo).port);
    const outcome = await ask('https://models.example/v1', { https_proxy: tunnel.url });
    assert.match(outcome.ok ? '' : outcome.error.message, /The certificate of models\.example is not trusted/);
    assert.deepEqual(tunnel.asked, ['CONNECT models.example:443']);
    tunnel.stop();
    secure.closeAllConnections();
    secure.close();
  });

  it('is left out for this machine, and for what NO_PROXY names', async () => {
    server.server.answer(reply('rain'), reply('rain'));
    assert.ok((await ask(`${server.server.origin}/v1`, { HTTP_PROXY: proxy.url })).ok);
    assert.deepEqual(proxy.asked, []);
    for (const [list, isDirect] of [['models.example', true], ['.example', true], ['*', true], ['other.example, models.example:80', true], ['models.example:8080', false], ['els.example', false]] as const) {
      const agent = await environmentProxy({ HTTP_PROXY: proxy.url, NO_PROXY: list })(new URL('http://models.example/v1'));
      assert.equal(agent === undefined, isDirect, list);
    }
  });

  it('that does not answer is what is told of, and never its password', async () => {
    const outcome = await ask('http://models.example/v1', { HTTP_PROXY: 'http://me:hunter2@127.0.0.1:9' });
    assert.ok(!outcome.ok);
    assert.equal(outcome.error.message, 'The proxy on the way to models.example does not answer (ECONNREFUSED).');
    assert.match(outcome.error.hint ?? '', /NO_PROXY/);
    assert.equal(outcome.usage, undefined, 'nothing was sent');
    assert.doesNotMatch(JSON.stringify(outcome), /hunter2/);
  });

  it('is asked by the command line', async function () {
    this.timeout(60_000);
    server.server.answerAll(writes('rain'));
    await inFolder(httpTeamFiles('http://models.example'), async (team) => {
      const { code, out, err } = await rolecall(['run', '.', '--task', 'rain', '--quiet'], { cwd: team, env: { HTTP_PROXY: proxy.url, XDG_CACHE_HOME: team } });
      assert.equal(code, 0, `${out}${err}`);
      assert.deepEqual(proxy.asked, ['POST http://models.example/v1/chat/completions']);
    });
  });
});
