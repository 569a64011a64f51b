// @workspace test/workspaces/small
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { RolecallApi } from '../../src/extension';
import { events, json, reply, startModelServer, chunk, done, type ModelServer } from '../support/modelServer';
import { folderPath, rolecall, runToEnd } from './support/rolecall';

const file = (): string => path.join(folderPath(), 'fresh.team.yaml');
const text0 = `# A team of the test's own
team: fresh
goal: A note on {{ task }}   # kept
roles:
  - { role: writer, responsibility: Write., reads: [task], writes: { note: { type: string } } } # one
routes: [{ when: state.note == '', to: writer }]
finish_when: state.note != ''
`;

describe('setting up a model', () => {
  let api: RolecallApi;
  let server: ModelServer;
  before(async () => {
    api = await rolecall();
    server = await startModelServer();
    await writeFile(file(), text0);
    await api.teams.checkAll();
  });
  after(() => server.stop());

  const setUp = (more: object = {}): Thenable<string | undefined> => vscode.commands.executeCommand<string | undefined>('rolecall.setUpModel', { team: file(), baseUrl: server.origin, keyName: 'FRESH_KEY', key: ' fresh-key-0123456789\n', model: 'little', name: 'little', isDefault: true, ...more });
  const models = json(200, { data: [{ id: 'little' }, { id: 'large' }] });

  it('writes nothing where the model does not answer', async () => {
    server.answer(models, json(404, { error: { message: 'model "little" not found' } }));
    assert.equal(await setUp(), undefined);
    assert.equal(await readFile(file(), 'utf8'), text0);
  });

  it('keeps the key, tries one call as a run does, and writes the entry beside the comments', async () => {
    const asked = server.requests.length;
    server.answer(models, reply('ready'));
    assert.equal(await setUp(), 'little');
    const [listing, call] = server.requests.slice(asked);
    assert.deepEqual([listing?.path, call?.path], ['/v1/models', '/v1/chat/completions']);
    assert.deepEqual([listing?.headers.authorization, call?.headers.authorization], ['Bearer fresh-key-0123456789', 'Bearer fresh-key-0123456789']);
    const text = await readFile(file(), 'utf8');
    assert.equal(text, `${text0.trimEnd()}\nmodels:\n  little: { provider: openai, base_url: "${server.origin}/v1", model: little, api_key_env: FRESH_KEY }\n`);
  });

  it('which a run then uses, with the key that was kept', async () => {
    const asked = server.requests.length;
    server.answer(events(chunk({ content: JSON.stringify({ output: { note: 'rain' }, why: '' }) }), chunk({}, { finish: 'stop' }), done));
    const run = await runToEnd(api, 'fresh', 'rain');
    assert.equal(run.view?.status, 'completed', run.view?.message ?? '');
    assert.equal(server.requests[asked]?.headers.authorization, 'Bearer fresh-key-0123456789');
  });

  it('does not write a name twice', async () => {
    server.answer(models, reply('ready'));
    const text = await readFile(file(), 'utf8');
    assert.equal(await setUp(), undefined);
    assert.equal(await readFile(file(), 'utf8'), text);
  });
});
