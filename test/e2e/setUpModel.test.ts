/** "Set Up a Model…" as a person clicks through it: a server on this machine, one that wants a key, and one that does not answer. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, readdir } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import { chunk, done, events, json, usageChunk, type Answer } from '../support/modelServer';
import { openWorkbench, type Workbench } from '../support/workbench';

const key = 'sk-made-up-0123456789';
/** The usual ports: of those that nothing listens on, the first is taken. */
const usual = [['Ollama', 11434], ['LM Studio', 1234], ['llama.cpp', 8080]] as const;

interface Played {
  readonly port: number;
  readonly server: http.Server;
  /** Paths, each with its `authorization`. */
  readonly asked: string[];
}

/** Null: the port is taken. */
async function play(port: number, answers: (path: string, authorization: string | undefined) => Answer): Promise<Played | null> {
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
    const { authorization } = request.headers;
    asked.push(`${request.url} ${authorization ?? ''}`);
    request.resume().on('end', () => void answers(request.url ?? '', authorization)(response, { path: '', headers: {}, body: {} }));
  });
  server.listen(port, '127.0.0.1');
  const isListening = await Promise.race([once(server, 'listening').then(() => true), once(server, 'error').then(() => false)]);
  return isListening ? { port: (server.address() as AddressInfo).port, server, asked } : null;
}

const ready = events(chunk({ content: 'ready' }), chunk({}, { finish: 'stop' }), usageChunk({ prompt_tokens: 16, completion_tokens: 1 }), done);
const models = json(200, { data: [{ id: 'little' }, { id: 'large' }] });

describe('setting up a model', () => {
  let workbench: Workbench;
  let local: Played;
  let name = '';
  before(async () => {
    for (const [usualName, port] of usual) {
      const found = await play(port, (asked) => (asked.endsWith('/models') ? models : ready));
      if (found === null) continue;
      [local, name] = [found, usualName];
      break;
    }
    assert.ok(name !== '', 'one of the usual ports is free');
    workbench = await openWorkbench({ workspace: 'test/workspaces/small' });
  });
  after(async () => {
    local.server.close();
    await workbench.close();
  });

  const team = () => readFile(path.join(workbench.folder, 'team.yaml'), 'utf8');
  /** By a text that it shows, or by the placeholder of its input. */
  const widget = (text: string) => {
    const shown = workbench.page.locator('.quick-input-widget:visible');
    return shown.filter({ hasText: text }).or(shown.filter({ has: workbench.page.locator(`input[placeholder^="${text}"]`) }));
  };
  /** Resolves once the entry that holds this text is in the file. */
  async function written(text: string): Promise<void> {
    await workbench.page.locator('.view-line', { hasText: text }).first().waitFor();
    await workbench.page.locator('.tabs-container .tab.active:not(.dirty)', { hasText: 'team.yaml' }).waitFor();
  }
  async function type(prompt: string, text: string): Promise<void> {
    await widget(prompt).locator('input.input').fill(text);
    await workbench.page.keyboard.press('Enter');
  }
  async function choose(title: string, label: string): Promise<void> {
    await widget(title).waitFor();
    await workbench.pick('', label);
  }

  it('finds the server of this machine, lists its models, tries one and writes it, with every comment kept', async () => {
    const before = await team();
    await workbench.activity('Rolecall').click();
    await workbench.treeItem(/^small/).first().waitFor();
    await workbench.run('Rolecall: Set Up a Model…');
    await widget('Choose a server').getByText(`127.0.0.1:${local.port} · 2 models`).waitFor();
    await workbench.screenshot('set-up-1-servers');
    await choose('Choose a server', name);
    await widget(`Choose a model of ${name}`).getByText('large').waitFor();
    await workbench.screenshot('set-up-2-models');
    await choose(`Choose a model of ${name}`, 'little');
    await widget('For all roles that name no model').waitFor();
    await workbench.screenshot('set-up-3-use');
    const id = name.toLowerCase().replaceAll(/[^a-z]+/g, '-');
    await choose('For all roles', `Only where a card says model: ${id}`);
    await written('little');
    await workbench.screenshot('set-up-4-written');
    const text = await team();
    const entry = `${id}: { provider: openai, base_url: "http://127.0.0.1:${local.port}/v1", model: little }`;
    assert.ok(text.includes(entry), text);
    for (const line of before.split('\n').filter((one) => !one.startsWith('models:'))) assert.ok(text.includes(line), line);
    assert.deepEqual(local.asked.filter((asked) => asked.startsWith('/v1/chat')), ['/v1/chat/completions Bearer no-key-needed']);
  });

  it('asks for a key where a server wants one, and keeps it in no file', async () => {
    const keyed = await play(0, (asked, authorization) => (authorization !== `Bearer ${key}` ? json(401, { error: { message: 'no key' } }) : asked.endsWith('/models') ? models : ready));
    try {
      await workbench.run('Rolecall: Set Up a Model…');
      await choose('Choose a server', 'Another server…');
      await type('The address of the server', `http://localhost:${keyed!.port}/`);
      await widget('wants a key').waitFor();
      await workbench.screenshot('set-up-5-key-name');
      await type('wants a key', 'MADE_UP_KEY');
      await widget('It is kept in the secret storage').waitFor();
      await widget('It is kept in the secret storage').locator('input.input').fill(key);
      await workbench.screenshot('set-up-6-key');
      await workbench.page.keyboard.press('Enter');
      await choose('Choose a model of localhost', 'large');
      await choose('For all roles', 'For all roles that name no model');
      await written('MADE_UP_KEY');
      const text = await team();
      assert.match(text, /localhost: \{ provider: openai, base_url: "http:\/\/localhost:\d+\/v1", model: large, api_key_env: MADE_UP_KEY \}/);
      assert.match(text, /^model: localhost/m);
      for (const file of await readdir(workbench.folder, { recursive: true, withFileTypes: true })) {
        if (file.isFile()) assert.ok(!(await readFile(path.join(file.parentPath, file.name), 'utf8')).includes(key), file.name);
      }
      assert.ok(keyed!.asked.some((asked) => asked === `/v1/chat/completions Bearer ${key}`), keyed!.asked.join('\n'));
    } finally {
      keyed!.server.close();
    }
  });

  it('says what is wrong with a model that does not answer, and writes it only if that is wanted', async () => {
    const mute = await play(0, (asked) => (asked.endsWith('/models') ? models : json(404, { error: { message: 'model "little" not found, try pulling it first' } })));
    try {
      const before = await team();
      await workbench.run('Rolecall: Set Up a Model…');
      await choose('Choose a server', 'Another server…');
      await type('The address of the server', `127.0.0.1:${mute!.port}`);
      await choose('Choose a model of 127.0.0.1', 'little');
      const said = workbench.page.locator('.notification-list-item', { hasText: /The model did not answer\..*has no model little/ });
      // Of many notifications within a second, which no person clicks through, VS Code shows the last behind its bell only.
      const isToast = await said.waitFor({ timeout: 5_000 }).then(() => true, () => false);
      if (!isToast) await workbench.page.locator('[id="status.notifications"]').click();
      await said.waitFor();
      await workbench.screenshot('set-up-7-no-answer');
      assert.equal(await team(), before);
      await said.getByRole('button', { name: 'Write It Anyway' }).click();
      await choose('For all roles', 'For all roles that name no model');
      await written(String(mute!.port));
      assert.match(await team(), new RegExp(`http://127\\.0\\.0\\.1:${mute!.port}/v1`));
    } finally {
      mute!.server.close();
    }
  });
});
