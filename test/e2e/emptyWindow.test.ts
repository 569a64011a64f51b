/** A newcomer without a folder: from the empty view to a team that runs. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import { openWorkbench, type Workbench } from '../support/workbench';

describe('a window without a folder', () => {
  let workbench: Workbench;
  before(async () => {
    workbench = await openWorkbench({ workspace: null });
  });
  after(() => workbench.close());

  it('says what to do next', async () => {
    await workbench.activity('Rolecall').click();
    const { page } = workbench;
    await page.getByRole('button', { name: 'New Team' }).first().waitFor();
    await page.getByRole('button', { name: 'Open Folder' }).first().waitFor();
    await workbench.screenshot('empty-window');
  });

  it('makes a team in a folder of choice, and shows it', async () => {
    const { page, folder } = workbench;
    await page.locator('.welcome-view').getByRole('button', { name: 'New Team' }).click();
    await workbench.pick('industry-research');
    const widget = page.locator('.quick-input-widget:visible');
    const input = widget.locator('input.input');
    const accept = widget.locator('.quick-input-action', { hasText: 'Make Team Here' });
    const shownFolders = widget.locator('.quick-input-list .monaco-list-row');
    await accept.waitFor();
    // Until the dialog has listed the folder that it starts in, it puts that folder's path in place of what is typed.
    await shownFolders.first().waitFor();
    await input.fill(`${folder}/`);
    await shownFolders.nth(1).waitFor({ state: 'detached' });
    await accept.click();
    await page.locator('.quick-input-widget:visible', { hasText: 'Name of its folder' }).waitFor();
    await input.fill('first-team');
    await page.keyboard.press('Enter');
    await page.locator('.tabs-container .tab.active', { hasText: 'team.yaml' }).waitFor();
    await workbench.treeItem(/^first-team/).first().waitFor();
    assert.ok((await readdir(path.join(folder, 'first-team'))).includes('roles'));
    await page.locator('.notification-toast', { hasText: 'first-team' }).getByRole('button', { name: 'Open Folder' }).waitFor();
    await workbench.screenshot('empty-window-new-team');
  });

  it('runs it', async () => {
    await workbench.run('Rolecall: Run Team');
    await workbench.page.locator('.quick-input-widget:visible', { hasText: 'The task' }).waitFor();
    await workbench.page.keyboard.press('Enter');
    await workbench.statusBar(/first-team\s+step 12 of 20/).locator('.codicon-check').waitFor();
    assert.ok((await readdir(path.join(workbench.folder, 'first-team', '.rolecall', 'runs'))).includes('1'));
  });
});
