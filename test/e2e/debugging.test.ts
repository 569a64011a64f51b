// A person debugs a team in a real VS Code: a breakpoint in a card's margin, F5, the Variables, and the role once more with another prompt.
import { after, before, describe, it } from 'mocha';
import { openWorkbench, type Workbench } from '../support/workbench';

describe('debugging a team', () => {
  let workbench: Workbench;
  before(async () => {
    workbench = await openWorkbench({ workspace: 'test/workspaces/debugging' });
  });
  after(() => workbench.close());

  it('stops where a breakpoint is set in a card, and shows the workspace', async () => {
    const { page } = workbench;
    await workbench.openFile('writer.yaml');
    await page.locator('.monaco-editor .view-line').first().click();
    await page.keyboard.press('F9');
    await page.locator('.codicon-debug-breakpoint').first().waitFor();
    await page.keyboard.press('F5');
    await page.locator('.quick-input-widget:visible input').fill('rain');
    await page.keyboard.press('Enter');
    await page.locator('.debug-toolbar').waitFor();
    await page.locator('.debug-call-stack .monaco-list-row').filter({ hasText: 'writer begins' }).waitFor();
    // VS Code may open it by itself, or not.
    const scope = page.locator('.debug-variables .monaco-list-row').filter({ hasText: 'Shared workspace' });
    if ((await scope.getAttribute('aria-expanded')) === 'false') await scope.click();
    await page.locator('.debug-variables .monaco-list-row').filter({ hasText: 'plan' }).waitFor();
    await workbench.screenshot('debugging-stopped');
  });

  it('shows the prompt as it will be sent', async () => {
    const { page } = workbench;
    await page.keyboard.press('F11');
    await page.locator('.debug-call-stack .monaco-list-row').filter({ hasText: 'prompt is built' }).waitFor();
    await page.locator('.debug-variables .monaco-list-row').filter({ hasText: 'Prompt' }).click();
    await page.locator('.debug-variables .monaco-list-row').filter({ hasText: 'system · identity' }).waitFor();
    await workbench.screenshot('debugging-prompt');
  });

  it('goes back and on to the end', async () => {
    const { page } = workbench;
    await page.locator('.debug-toolbar .codicon-debug-step-back').click();
    await page.locator('.debug-call-stack .monaco-list-row').filter({ hasText: 'writer begins' }).waitFor();
    await page.locator('.debug-toolbar .codicon-debug-step-back').click();
    await page.locator('.debug-call-stack .monaco-list-row').filter({ hasText: 'planner begins' }).waitFor();
    await workbench.screenshot('debugging-back');
    await page.locator('.debug-toolbar .codicon-debug-continue').click();
    await page.locator('.debug-call-stack .monaco-list-row').filter({ hasText: 'writer begins' }).waitFor();
    await page.locator('.debug-toolbar .codicon-debug-continue').click();
    await page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
  });
});
