import assert from 'node:assert/strict';
import { findLocalServers, listModels } from '../../../src/node/models/modelServers';
import { hang, json, startModelServer, text, type ModelServer } from '../../support/modelServer';

describe('servers of models', () => {
  let server: ModelServer;
  beforeEach(async () => {
    server = await startModelServer();
  });
  afterEach(() => server.stop());

  const port = () => Number(new URL(server.origin).port);
  const soon = () => AbortSignal.timeout(10_000);
  const models = json(200, { object: 'list', data: [{ id: 'qwen3:8b' }, { id: 'llama3' }, { id: '' }, 7] });

  it('are found where they answer, with what they have', async () => {
    server.answerAll(models);
    const other = await startModelServer();
    await other.stop();
    const found = await findLocalServers([{ name: 'Gone', port: Number(new URL(other.origin).port) }, { name: 'Ollama', port: port() }]);
    assert.deepEqual(found, [{ name: 'Ollama', port: port(), base: `${server.origin}/v1`, models: ['qwen3:8b', 'llama3'] }]);
    assert.equal(server.requests[0]?.path, '/v1/models');
  });

  it('are no servers of models where something else answers', async () => {
    for (const answer of [text(200, '<html>', 'text/html'), json(200, { data: 'no' }), json(404, {})]) {
      server.answerAll(answer);
      assert.deepEqual(await findLocalServers([{ name: 'Web', port: port() }]), []);
    }
  });

  it('are listed by any sensible form of the address, with the key', async () => {
    server.answerAll((response, request) => (request.path === '/v1/models' ? models(response, request) : json(404, {})(response, request)));
    for (const form of ['', '/', '/v1', '/v1/', '/v1/chat/completions']) {
      const listed = await listModels(server.origin + form, 'k-1', soon());
      assert.deepEqual(listed, { kind: 'models', base: `${server.origin}/v1`, models: ['qwen3:8b', 'llama3'] }, form);
    }
    assert.equal(server.requests.at(-1)?.headers.authorization, 'Bearer k-1');
  });

  it('say when they want a key, and why there is no list', async () => {
    server.answerAll(json(401, { error: {} }));
    assert.deepEqual(await listModels(`${server.origin}/v1`, null, soon()), { kind: 'key', base: `${server.origin}/v1` });
    server.answerAll(hang());
    const stop = new AbortController();
    const listing = listModels(`${server.origin}/v1`, null, stop.signal);
    await server.asked(2);
    stop.abort();
    assert.match(JSON.stringify(await listing), /did not answer in time/);
    assert.match(JSON.stringify(await listModels('http://', null, soon())), /is no address/);
  });
});
