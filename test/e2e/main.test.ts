/** The main job as a person does it: open the sample, run it, watch it, look into it, stop a run that hangs, make a team of one's own. */
import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import type { Frame } from 'playwright-core';
import { inRepository } from '../../src/build/repository.mjs';
import { openWorkbench, type ThemeName, type Workbench } from '../support/workbench';

declare global {
  var statusTexts: string[];
}

const name = 'industry-research';
/** Room for the editor, and for the panel with list and step side by side. */
const size = { width: 1920, height: 1000 };

describe('the main job', () => {
  let workbench: Workbench;
  before(async () => {
    workbench = await openWorkbench({ workspace: 'media/samples/industry-research', size });
  });
  after(() => workbench.close());

  const panel = (): Promise<Frame> => workbench.webview(name);
  const team = () => workbench.treeItem(new RegExp(`^${name}`)).first();
  /** A row of the list of steps, whatever the panel shows now. */
  const step = async (label: RegExp) => {
    const frame = await panel();
    await frame.getByRole('tab', { name: 'Steps' }).click();
    return frame.getByRole('tree', { name: 'Steps' }).getByRole('treeitem', { name: label }).first();
  };
  /** A run may be quicker than a test can look: the window itself notes every text of the run's item. */
  const watchStatusBar = () => workbench.page.evaluate(() => {
    const bar = document.querySelector('.part.statusbar')!;
    const seen: string[] = (globalThis.statusTexts = []);
    new MutationObserver(() => {
      const text = [...bar.querySelectorAll('.statusbar-item')].map((item) => item.textContent ?? '').find((each) => each.includes(' of 20'));
      if (text !== undefined && text !== seen.at(-1)) seen.push(text);
    }).observe(bar, { subtree: true, childList: true, characterData: true, attributes: true });
  });
  /** Opens a section of the chosen step, whatever it was, and gives its text. */
  async function section(title: string): Promise<string> {
    const found = (await panel()).locator('section.section', { has: (await panel()).getByRole('button', { name: title, exact: true }) });
    const head = found.getByRole('button', { name: title, exact: true });
    if ((await head.getAttribute('aria-expanded')) !== 'true') await head.click();
    await found.locator('.section-body').waitFor();
    return found.innerText();
  }

  it('shows the team, its roles and what they will share', async () => {
    await workbench.activity('Rolecall').click();
    await team().waitFor();
    for (const role of ['planner', 'collector', 'analyst', 'writer', 'reviewer']) await workbench.treeItem(new RegExp(`^${role}`)).waitFor();
    await workbench.treeItem(/^findings/).waitFor();
    await workbench.screenshot('main-1-team');
  });

  it('runs it from the tree, suggesting a task, and the steps count up', async () => {
    const { page } = workbench;
    await workbench.openFile('analyst.yaml');
    await team().hover();
    await team().getByRole('button', { name: 'Run Team' }).click();
    await page.locator('.quick-input-widget:visible', { hasText: 'The task' }).waitFor();
    await watchStatusBar();
    await page.keyboard.press('Enter');
    await page.locator('.notification-toast', { hasText: name }).getByRole('button', { name: 'Cancel' }).waitFor();
    await workbench.screenshot('main-2-running');
    await workbench.statusBar(/step 12 of 20/).locator('.codicon-check').waitFor();
    await page.locator('.notification-toast').waitFor({ state: 'hidden' });
    const steps = (await page.evaluate(() => globalThis.statusTexts)).map((text) => Number(/step (\d+) of 20/.exec(text)?.[1] ?? 0));
    assert.ok(new Set(steps).size >= 4, `the steps that were seen: ${steps.join(' ')}`);
    assert.deepEqual(steps, [...steps].sort((a, b) => a - b), 'they count up');
  });

  it('says above the card what the role spent', async () => {
    await workbench.page.locator('.codelens-decoration', { hasText: /Run 1: 2 calls, [\d,]+ in, [\d,]+ cached, [\d,]+ out, ≈ \$[\d.]+, \d+ % of the run, (< )?\d+ % of \$0\.50/ }).waitFor();
  });

  it('lists the steps in the panel, with who decided', async () => {
    await (await step(/^Step 1, planner/)).click();
    assert.match(await section('Decision'), /Rule team\.yaml:\d+ held first/);
    await (await step(/^Step 9, planner/)).click();
    assert.match(await section('Decision'), /The model chose planner, one of 3[\s\S]*why/);
    await (await step(/^Step 12, writer/)).waitFor();
    await workbench.screenshot('main-3-panel');
  });

  it('shows a precheck that rejected without a model call, and what was asked again', async () => {
    await (await step(/^precheck failed/)).click();
    await (await panel()).getByRole('radio', { name: /failed precheck/ }).click();
    const text = await section('Rules');
    assert.match(text, /1 of \d+ failed/);
    assert.match(text, /no model call/);
    await workbench.screenshot('main-4-precheck');
  });

  it('shows the exact prompt, the reply, the review and the change of a step', async () => {
    await (await step(/^Step 12, writer/)).click();
    assert.match(await section('Prompt'), /Goal/);
    assert.match(await section('Reply'), /report/);
    assert.match(await section('Review'), /rejected[\s\S]*approved/);
    assert.match(await section('Change'), /report/);
    assert.match(await section('Decision'), /team\.yaml:\d+/);
    await workbench.screenshot('main-5-step');
  });

  it('shows spend by role, adding up, and the workspace', async () => {
    const frame = await panel();
    await frame.getByRole('tab', { name: 'Spend' }).click();
    await frame.getByRole('row', { name: /collector/ }).first().waitFor();
    await frame.getByRole('row', { name: /Total/ }).first().waitFor();
    await workbench.screenshot('main-6-spend');
    await frame.getByRole('tab', { name: 'Workspace' }).click();
    await frame.getByText('findings').first().waitFor();
    await workbench.screenshot('main-7-workspace');
    await frame.getByRole('tab', { name: 'Graph' }).click();
    await frame.getByText('reviewer').first().waitFor();
    await workbench.screenshot('main-8-graph');
  });

  it('opens the line that decided', async () => {
    const { page } = workbench;
    await (await step(/^Step 1, planner/)).click();
    await section('Decision');
    await (await panel()).locator('section.section').getByText(/^team\.yaml:\d+$/).first().click();
    await page.locator('.tabs-container .tab.active', { hasText: 'team.yaml' }).waitFor();
  });

  it('keeps panel and trees through a reload of the window', async () => {
    const { page } = workbench;
    await page.reload({ waitUntil: 'commit' });
    await page.locator('.monaco-workbench .part.statusbar').waitFor();
    await (await step(/^Step 12, writer/)).waitFor();
    await workbench.statusBar(/step 12 of 20/).locator('.codicon-check').waitFor();
    await workbench.treeItem(/^report/).waitFor();
    await workbench.screenshot('main-9-reloaded');
  });

  const themes: readonly ThemeName[] = ['Light Modern', 'Dark High Contrast', 'Light High Contrast', 'Dark Modern'];
  for (const theme of themes) {
    it(`can be read in ${theme}`, async () => {
      await workbench.setTheme(theme);
      await (await step(/^Step 12, writer/)).click();
      await workbench.screenshot(`main-theme-${theme.toLowerCase().replaceAll(' ', '-')}`);
    });
  }

  it('can be used in a narrow window', async () => {
    await workbench.resize(1000, 900);
    await (await step(/^Step 12, writer/)).waitFor();
    await workbench.screenshot('main-narrow-list');
    await (await step(/^Step 12, writer/)).click();
    await workbench.screenshot('main-narrow-step');
    await workbench.resize(size.width, size.height);
  });

  it('stops a run that waits for a model that never answers', async () => {
    await cp(inRepository('test/workspaces/slow/first'), path.join(workbench.folder, 'waiting'), { recursive: true });
    // The watcher of a window that has just been loaded may not be up yet.
    await workbench.run('Rolecall: Check Teams');
    const waiting = workbench.treeItem(/^first/).first();
    await waiting.hover();
    await waiting.getByRole('button', { name: 'Run Team' }).click();
    await workbench.page.locator('.quick-input-widget:visible', { hasText: 'The task' }).waitFor();
    await workbench.page.keyboard.type('a brief');
    await workbench.page.keyboard.press('Enter');
    await workbench.statusBar(/first\s+step 2 of 20/).waitFor();
    await workbench.treeItem(/^editor, running/).locator('.codicon-loading').waitFor();
    await workbench.page.locator('.notification-toast', { hasText: 'first' }).waitFor();
    await workbench.screenshot('main-10-waiting');
    await workbench.page.locator('.part.statusbar').getByRole('button', { name: 'Stop first' }).click();
    await workbench.statusBar(/first\s+step 2 of 20/).locator('.codicon-stop-circle').waitFor();
    await workbench.page.locator('.notification-toast', { hasText: 'first' }).waitFor({ state: 'hidden' });
    await workbench.screenshot('main-11-stopped');
  });

  it('makes a new team from the sample', async () => {
    const { page } = workbench;
    await workbench.run('Rolecall: New Team…');
    await workbench.pick(name);
    // Both lists have a row of this name, and VS Code draws the second in the rows of the first.
    await page.getByPlaceholder('Make its folder in').waitFor();
    await workbench.pick(path.basename(workbench.folder));
    await page.locator('.quick-input-widget:visible', { hasText: 'Name of its folder' }).waitFor();
    await page.keyboard.type('mine');
    await page.keyboard.press('Enter');
    await page.locator('.tabs-container .tab.active', { hasText: 'team.yaml' }).waitFor();
    await workbench.treeItem(/^mine/).waitFor();
    await workbench.screenshot('main-12-new-team');
  });
});
