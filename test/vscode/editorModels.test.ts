// @workspace test/workspaces/small
// VS Code's own models in a VS Code that has none: no provider can be registered by an extension that does not declare one.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { RolecallApi } from '../../src/extension';
import { editorChats } from '../../src/vscode/models/editorChats';
import { folderPath, noAccess, rolecall, runToEnd, when } from './support/rolecall';

describe("a team on VS Code's own models", () => {
  let api: RolecallApi;
  before(async () => {
    api = await rolecall();
    await writeFile(path.join(folderPath(), 'own.team.yaml'), `team: own
goal: A note on {{ task }}
models: { own: { provider: vscode, family: gpt-5-mini } }
model: own
roles: [{ role: writer, responsibility: Write., reads: [task], writes: { note: { type: string } } }]
routes: [{ when: state.note == '', to: writer }]
finish_when: state.note != ''
`);
    await api.teams.checkAll();
    await when(api.teams.onDidChange, () => api.teams.teams.some(({ loaded }) => loaded.name === 'own'));
  });

  it('is whole, and its run says that there are none and what to do', async () => {
    assert.deepEqual(await vscode.lm.selectChatModels({ family: 'gpt-5-mini' }), []);
    assert.deepEqual(await editorChats(noAccess).select({}), []);
    const run = await runToEnd(api, 'own', 'rain');
    assert.deepEqual([run.view?.status, run.view?.reason], ['failed', 'error:model']);
    assert.match(run.view?.message ?? '', /one of VS Code's own, and VS Code has none here/);
  });
});
