/** A cloned folder that nobody trusts yet: everything can be read, nothing runs. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import { openWorkbench, type Workbench } from '../support/workbench';

describe('a folder that is not trusted', () => {
  let workbench: Workbench;
  before(async () => {
    workbench = await openWorkbench({ workspace: 'media/samples/industry-research', isRestricted: true });
  });
  after(() => workbench.close());

  it('shows the team and what it shares', async () => {
    await workbench.activity('Rolecall').click();
    await workbench.treeItem(/^industry-research/).first().waitFor();
    await workbench.treeItem(/^planner/).waitFor();
    await workbench.treeItem(/^report/).waitFor();
  });

  it('checks and completes its cards all the same', async () => {
    const { page } = workbench;
    await workbench.openFile('planner.yaml');
    await page.locator('.editor-group-container .view-line').first().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\nreeds: [x]\n');
    await page.locator('.squiggly-error').first().waitFor();
    await page.keyboard.type('wake');
    await page.keyboard.press('Control+Space');
    await page.locator('.suggest-widget:visible .monaco-list-row', { hasText: 'wakes_on' }).first().waitFor();
    await workbench.screenshot('restricted-card');
    await page.keyboard.press('Escape');
    await workbench.run('File: Revert File');
    await page.locator('.squiggly-error').first().waitFor({ state: 'detached' });
  });

  it('does not run it, and says why and what to do', async () => {
    await workbench.run('Rolecall: Run Team');
    const toast = workbench.page.locator('.notification-toast', { hasText: 'do not trust' });
    await toast.getByRole('button', { name: 'Manage Workspace Trust' }).waitFor();
    await workbench.screenshot('restricted');
    assert.ok(!existsSync(path.join(workbench.folder, '.rolecall')));
  });

  it('runs it once the folder is trusted', async () => {
    const { page } = workbench;
    await page.locator('.notification-toast').getByRole('button', { name: 'Manage Workspace Trust' }).click();
    await page.locator('.workspace-trust-editor').getByRole('button', { name: 'Trust', exact: true }).click();
    await page.locator('.workspace-trust-editor', { hasText: 'trusted' }).waitFor();
    await workbench.run('Rolecall: Run Team');
    await page.locator('.quick-input-widget:visible', { hasText: 'The task' }).waitFor();
    await page.keyboard.press('Enter');
    await workbench.statusBar(/industry-research\s+step 12 of 20/).locator('.codicon-check').waitFor();
  });
});
