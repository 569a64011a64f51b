/**
 * Models and tools that another extension brings into VS Code (`vscode.lm`): choice, tools, tokens and a stop, as a person meets them. VS Code asks for consent
 * only where a provider wants an account, which none of a test's own can; what is done with a refusal is in test/unit/vscode.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import { marked } from '../support/mcp/ticketTeam';
import { openWorkbench, type Workbench } from '../support/workbench';

interface Asked {
  readonly model?: string;
  readonly messages?: readonly { readonly role: string; readonly parts: readonly string[] }[];
  readonly tools?: readonly string[];
  readonly weather?: string;
}

describe("VS Code's own models and tools", () => {
  let workbench: Workbench;
  before(async () => {
    workbench = await openWorkbench({ workspace: 'test/workspaces/own-models', besides: 'test/support/ownModels', settings: { 'chat.disableAIFeatures': false }, size: { width: 1920, height: 1000 } });
  });
  after(() => workbench.close());

  const asked = async (): Promise<readonly Asked[]> => {
    const text = await readFile(path.join(workbench.folder, 'asked.jsonl'), 'utf8').catch(() => '');
    return text.split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as Asked);
  };
  async function chooseTeam(team: string): Promise<void> {
    await workbench.page.locator('.quick-input-widget:visible input[placeholder="Choose a team"]').waitFor();
    await workbench.pick('', team);
  }
  async function run(team: string): Promise<void> {
    await workbench.run('Rolecall: Run Team');
    await chooseTeam(team);
    await workbench.page.locator('.quick-input-widget:visible', { hasText: 'The task' }).locator('input.input').fill('rain');
    await workbench.page.keyboard.press('Enter');
  }
  const ended = (team: string, icon: string) => workbench.statusBar(new RegExp(`${team}\\s`)).locator(`.codicon-${icon}`).waitFor();

  it('answer a run: what a tool of the editor would do is shown first, and tokens are estimates', async () => {
    await workbench.activity('Rolecall').click();
    await workbench.treeItem(/^own-models/).first().waitFor();
    await run('own-models');
    const question = (await workbench.webview(/^May writer call made_up_weather/)).locator('.question');
    assert.match(await question.innerText(), /May writer call made_up_weather of the editor\?[\s\S]*"place": "Bergen"/);
    assert.ok(!(await asked()).some(({ weather }) => weather !== undefined));
    await workbench.screenshot('own-models-2-tool');
    await question.getByRole('button', { name: 'Approve', exact: true }).click();
    await ended('own-models', 'check');
    const [first, tool, second] = await asked();
    assert.deepEqual([first?.model, first?.tools, tool, second?.model], ['small', ['weather__made_up_weather'], { weather: 'Bergen' }, 'small']);
    assert.deepEqual(first?.messages?.map(({ role }) => role), ['user', 'user']);
    assert.deepEqual(second?.messages?.map(({ role }) => role), ['user', 'user', 'assistant', 'user']);
    assert.match(first.messages![0]!.parts[0]!, /^You are writer/);
    assert.deepEqual(second.messages?.slice(2).map(({ parts }) => parts), [['call weather__made_up_weather {"place":"Bergen"}'], ['result ["It rains in Bergen."]']]);
    const panel = await workbench.webview('own-models');
    await panel.getByRole('tab', { name: 'Spend' }).click();
    await panel.getByText(/≈/).first().waitFor();
    await workbench.screenshot('own-models-3-spend');
  });

  it('are chosen by a person where the team names no family', async () => {
    await run('any-model');
    await workbench.page.locator('.quick-input-widget:visible', { hasText: 'Choose a model for any' }).waitFor();
    await workbench.screenshot('own-models-4-choice');
    await workbench.pick('', 'Made-up large');
    await ended('any-model', 'check');
    assert.equal((await asked()).at(-1)?.model, 'large');
  });

  it('are told of a stop within a second', async () => {
    await run('own-models');
    const file = path.join(workbench.folder, 'asked.jsonl');
    await marked(file, '{"hangs":true}');
    await workbench.page.locator('.notification-toast', { hasText: 'own-models' }).getByRole('button', { name: 'Cancel' }).click();
    const from = performance.now();
    await marked(file, '{"cancelled":true}');
    assert.ok(performance.now() - from < 1000);
    await ended('own-models', 'stop-circle');
  });

  it('are offered when a model is set up', async () => {
    await workbench.run('Rolecall: Set Up a Model…');
    await chooseTeam('own-models');
    const row = workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'a model of VS Code' });
    await row.first().waitFor();
    assert.equal(await row.count(), 2);
    await workbench.screenshot('own-models-5-set-up');
    await workbench.page.keyboard.press('Escape');
  });
});
