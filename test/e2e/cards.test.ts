/** Work on cards as a person does it: run from the lines above them, read what that spent, and look at prompts as they would be sent. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import { openWorkbench, type ThemeName, type Workbench } from '../support/workbench';

describe('working on cards', () => {
  let workbench: Workbench;
  before(async () => {
    workbench = await openWorkbench({ workspace: 'media/samples/industry-research', size: { width: 1700, height: 900 }, settings: { 'rolecall.openPanelOnRun': false } });
  });
  after(() => workbench.close());

  const lens = (text: RegExp) => workbench.page.locator('.codelens-decoration a', { hasText: text });
  const choices = () => workbench.page.locator('.quick-input-widget:visible .quick-input-list .monaco-list-row');

  it('a scenario is run by the line above it, and says there what that spent of the budget', async () => {
    await workbench.openFile('one-question.yaml');
    await lens(/^ ?Run$/).click();
    await lens(/^Run 1: \w+, step 3 of 20, \d calls, [\d,]+ in, [\d,]+ cached, [\d,]+ out, ≈ \$[\d.]+, (< )?\d+ % of \$0\.50$/).waitFor();
    await workbench.screenshot('cards-1-scenario');
  });

  it('the prompt of a review can be chosen among what the role was asked', async () => {
    await workbench.openFile('reviewer.yaml');
    await workbench.run('Rolecall: Preview Prompt…');
    await choices().filter({ hasText: /Run 1, step 3: review of writer, attempt 1/ }).waitFor();
    assert.ok((await choices().allInnerTexts()).some((text) => text.includes('Sample input: review of writer')));
    await workbench.screenshot('cards-2-moments');
    await choices().filter({ hasText: /Run 1, step 3: review of writer, attempt 1/ }).first().click();
    await workbench.page.locator('.editor-group-container .view-line', { hasText: /for.its.review.of/ }).first().waitFor();
  });

  const themes: readonly ThemeName[] = ['Light Modern', 'Dark High Contrast', 'Dark Modern'];
  for (const theme of themes) {
    it(`the preview beside its card can be read in ${theme}`, async () => {
      await workbench.setTheme(theme);
      await workbench.page.locator('.view-line', { hasText: /Nothing.has.changed.since.run/ }).waitFor();
      await workbench.screenshot(`cards-3-preview-${theme.toLowerCase().replaceAll(' ', '-')}`);
    });
  }
});
