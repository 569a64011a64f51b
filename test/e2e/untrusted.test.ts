/** A cloned folder with a command of its own and settings of its own: nothing of it is used before a person trusts it, and the command only after they have seen it. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import { marked } from '../support/mcp/ticketTeam';
import { openWorkbench, type Workbench } from '../support/workbench';

describe('a cloned folder that brings an MCP command and settings', () => {
  let workbench: Workbench;
  before(async () => {
    workbench = await openWorkbench({ workspace: 'test/workspaces/untrusted', isRestricted: true, size: { width: 1920, height: 1000 } });
  });
  after(() => workbench.close());

  const inFolder = (name: string) => path.join(workbench.folder, name);
  const starts = async () => (existsSync(inFolder('started.txt')) ? (await readFile(inFolder('started.txt'), 'utf8')).trim().split('\n').length : 0);
  /** The folder raises it to a warning. */
  const finding = (icon: 'info' | 'warning') => workbench.page.locator('.markers-panel .monaco-list-row', { hasText: 'spare' }).locator(`.codicon-${icon}`).waitFor();
  /** From the palette, with the task that is suggested or `tea`. */
  async function run(): Promise<void> {
    await workbench.run('Rolecall: Run Team');
    await workbench.page.locator('.quick-input-widget:visible', { hasText: 'The task' }).locator('input.input').fill('tea');
    await workbench.page.keyboard.press('Enter');
  }
  const question = async () => (await workbench.webview(/^May this team start/)).locator('.question');
  const ended = (icon: 'check' | 'error') => workbench.statusBar(/untrusted\s/).locator(`.codicon-${icon}`).waitFor();

  it('takes no setting from it', async () => {
    await workbench.openFile('team.yaml');
    await workbench.run('Problems: Focus on Problems View');
    await finding('info');
  });

  it('starts nothing', async () => {
    await workbench.run('Rolecall: Run Team');
    await workbench.page.locator('.notification-toast', { hasText: 'do not trust' }).getByRole('button', { name: 'Manage Workspace Trust' }).click();
    assert.equal(await starts(), 0);
  });

  it('takes the setting once the folder is trusted', async () => {
    const { page } = workbench;
    await page.locator('.workspace-trust-editor').getByRole('button', { name: 'Trust', exact: true }).click();
    await page.locator('.workspace-trust-editor', { hasText: 'trusted' }).waitFor();
    await page.locator('.monaco-modal-editor-block .codicon-close').first().click();
    await page.locator('.workspace-trust-editor').waitFor({ state: 'hidden' });
    await finding('warning');
  });

  it('shows the command before it is started, and starts it when a person allows it', async () => {
    await run();
    const asked = await question();
    assert.match(await asked.innerText(), /May this team start `node server\.mjs` for the tool tickets\?/);
    assert.equal(await starts(), 0);
    await workbench.screenshot('mcp-start');
    await asked.getByRole('button', { name: 'Approve' }).first().click();
    await ended('check');
    assert.equal(await starts(), 1);
  });

  it('remembers the answer, also in a new window', async () => {
    await run();
    await marked(inFolder('started.txt'), 'started', 2);
    await ended('check');
    await workbench.page.reload();
    await workbench.activity('Rolecall').click();
    await workbench.treeItem(/^untrusted/).first().waitFor();
    await run();
    await marked(inFolder('started.txt'), 'started', 3);
    await ended('check');
  });

  it('asks again when the command has changed, and does not start it against the answer', async () => {
    await writeFile(inFolder('server.mjs'), `${await readFile(inFolder('server.mjs'), 'utf8')}// changed\n`);
    await run();
    const asked = await question();
    await asked.getByRole('button', { name: 'Deny' }).first().click();
    await workbench.screenshot('mcp-start-denied');
    await workbench.page.keyboard.press('Enter');
    await ended('error');
    assert.equal(await starts(), 3);
  });
});
