/** The Runs view as a person uses it: look back at runs, fork one, export one, delete one with the keyboard. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import { createRunLogs } from '../../src/node/runLog/runLogs';
import { failedRun, sampleRun, stoppedRun, waitingRun } from '../support/sampleEvents';
import { openWorkbench, type ThemeName, type Workbench } from '../support/workbench';

describe('the Runs view', () => {
  let workbench: Workbench;
  const row = (name: RegExp) => workbench.treeItem(name).first();
  const runFolder = (run: string) => path.join(workbench.folder, '.rolecall', 'runs', run);

  before(async () => {
    workbench = await openWorkbench({ workspace: 'media/samples/industry-research', size: { width: 1440, height: 900 } });
    await workbench.activity('Rolecall').click();
  });
  after(() => workbench.close());

  it('says what to do where nothing has run', async () => {
    await workbench.page.locator('.part.sidebar .welcome-view', { hasText: 'Nothing has run yet. Each run is kept here' }).waitFor();
    await workbench.screenshot('runs-1-empty');
  });

  it('shows runs of other processes in every state', async () => {
    const logs = createRunLogs(path.join(workbench.folder, '.rolecall', 'runs'));
    for (const events of [sampleRun(), stoppedRun(), waitingRun(), failedRun()]) {
      const log = await logs.create();
      log.append(events);
      await log.close();
    }
    await row(/^Run 4, failed/).waitFor();
    await row(/^Run 1, finished/).waitFor();
    await row(/^Run 2, stopped/).waitFor();
    await workbench.screenshot('runs-2-states');
  });

  it('opens a run with Enter', async () => {
    await row(/^Run 1, /).click();
    await workbench.page.keyboard.press('Enter');
    await workbench.webview('industry-research');
    await row(/^Run 1, /).hover();
    await workbench.screenshot('runs-3-open');
  });

  it('forks a run of its own from a step that is picked, with the card as it is now, shown below it', async () => {
    await workbench.run('Rolecall: Run Team');
    await workbench.page.locator('.quick-input-widget:visible', { hasText: 'The task' }).waitFor();
    await workbench.page.keyboard.press('Enter');
    await row(/^Run 5, finished/).waitFor();
    const card = path.join(workbench.folder, 'roles', 'writer.yaml');
    await writeFile(card, (await readFile(card, 'utf8')).replace(/^responsibility: /m, 'responsibility: Briefly. '));
    await workbench.run('Rolecall: Check Teams');
    await row(/^Run 5, /).hover();
    await row(/^Run 5, /).getByRole('button', { name: 'Fork Run…' }).click();
    await workbench.page.locator('.quick-input-widget:visible', { hasText: 'Fork run 5' }).waitFor();
    await workbench.screenshot('runs-4-fork');
    await workbench.pick('After step 1', 'After step 1');
    await workbench.page.locator('.quick-input-widget:visible', { hasText: 'they have changed since' }).waitFor();
    await workbench.pick('With the cards as they are now');
    await workbench.treeItem(/^Run 6, .*fork at step 1/).waitFor();
    await workbench.screenshot('runs-5-forked');
  });

  it('exports what a run cost, as a file', async () => {
    await row(/^Run 1, /).click({ button: 'right' });
    await workbench.page.locator('.monaco-menu', { hasText: 'Compare Runs…' }).waitFor();
    await workbench.screenshot('runs-6-menu');
    await workbench.page.keyboard.press('Escape');
    await workbench.page.locator('.monaco-menu').waitFor({ state: 'detached' });
    await workbench.run('Rolecall: Export Run…');
    await workbench.page.locator('.quick-input-widget:visible', { hasText: 'Export Run' }).waitFor();
    await workbench.pick('Run 1: industry-research');
    await workbench.page.locator('.quick-input-widget:visible', { hasText: 'Whole run' }).waitFor();
    await workbench.screenshot('runs-7-export');
    await workbench.pick('Spend by step');
    const dialog = workbench.page.locator('.quick-input-widget:visible', { hasText: 'Export run 1' });
    await dialog.waitFor();
    await workbench.page.keyboard.press('Enter');
    await workbench.page.locator('.notification-toast', { hasText: 'The run is in' }).waitFor();
    const text = await readFile(path.join(workbench.folder, 'industry-research-run-1.csv'), 'utf8');
    assert.match(text, /^\uFEFFstep,role,calls,/);
  });

  it('deletes a run with the Delete key, once that was confirmed', async () => {
    await row(/^Run 2, /).click();
    await workbench.page.keyboard.press('Delete');
    const dialog = workbench.page.locator('.monaco-dialog-box', { hasText: 'Delete run 2?' });
    await dialog.waitFor();
    await workbench.screenshot('runs-8-delete');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.ok(existsSync(runFolder('2')));
    await row(/^Run 2, /).click();
    await workbench.page.keyboard.press('Delete');
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await row(/^Run 2, /).waitFor({ state: 'detached' });
    assert.ok(!existsSync(runFolder('2')));
    assert.ok(existsSync(runFolder('1')));
  });

  const themes: readonly ThemeName[] = ['Light Modern', 'Dark High Contrast', 'Light High Contrast'];
  for (const theme of themes) {
    it(`can be read in ${theme}`, async () => {
      await workbench.setTheme(theme);
      await row(/^Run 1, /).hover();
      await workbench.screenshot(`runs-theme-${theme.toLowerCase().replaceAll(' ', '-')}`);
    });
  }
});
