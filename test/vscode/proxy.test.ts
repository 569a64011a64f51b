// @workspace test/workspaces/small
// VS Code's own network settings hold for models: its `http.proxy` is the way to them.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { RolecallApi } from '../../src/extension';
import { chunk, done, events, startModelServer, type ModelServer } from '../support/modelServer';
import { startProxy, type Proxy } from '../support/proxyServer';
import { folderPath, rolecall, runToEnd } from './support/rolecall';

describe('a proxy that VS Code is told of', () => {
  let api: RolecallApi;
  let server: ModelServer;
  let proxy: Proxy;
  const settings = vscode.workspace.getConfiguration('http');
  before(async () => {
    api = await rolecall();
    server = await startModelServer();
    proxy = await startProxy(Number(new URL(server.origin).port));
    await settings.update('proxy', proxy.url, vscode.ConfigurationTarget.Global);
    await writeFile(path.join(folderPath(), 'far.team.yaml'), `team: far
goal: A note on {{ task }}
models: { far: { provider: openai, base_url: "http://models.example/v1", model: little } }
model: far
roles: [{ role: writer, responsibility: Write., reads: [task], writes: { note: { type: string } } }]
routes: [{ when: state.note == '', to: writer }]
finish_when: state.note != ''
`);
    await api.teams.checkAll();
  });
  after(async () => {
    await settings.update('proxy', undefined, vscode.ConfigurationTarget.Global);
    proxy.stop();
    await server.stop();
  });

  it('is asked for every call of a run', async () => {
    server.answer(events(chunk({ content: JSON.stringify({ output: { note: 'rain' }, why: '' }) }), chunk({}, { finish: 'stop' }), done));
    const run = await runToEnd(api, 'far', 'rain');
    assert.equal(run.view?.status, 'completed', run.view?.message ?? '');
    assert.deepEqual(proxy.asked, ['POST http://models.example/v1/chat/completions']);
  });
});
