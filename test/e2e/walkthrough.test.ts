/** The walkthrough as a person sees it, with the pictures of the samples. */
import { after, before, describe, it } from 'mocha';
import { openWorkbench, type Workbench } from '../support/workbench';

describe('the walkthrough', () => {
  let workbench: Workbench;
  before(async () => {
    workbench = await openWorkbench({ size: { width: 1440, height: 900 } });
  });
  after(() => workbench.close());

  it('is reached from the list of samples, and shows a picture of each', async () => {
    const { page } = workbench;
    await workbench.run('Rolecall: New Team…');
    const samples = page.locator('.quick-input-widget:visible', { hasText: 'text-pipeline' });
    await samples.getByRole('button', { name: 'Pictures of the Samples' }).click();
    await page.locator('.gettingStartedContainer', { hasText: 'Get Started with Rolecall' }).waitFor();
    const pictures = await workbench.webview(/three executors/);
    await pictures.getByText('blackboard', { exact: true }).waitFor();
    await workbench.screenshot('walkthrough-1-samples');
    await workbench.setTheme('Light High Contrast');
    await workbench.screenshot('walkthrough-2-light-high-contrast');
  });

  it('begins with the sample whose picture is clicked', async () => {
    await (await workbench.webview(/three executors/)).getByText('text-pipeline', { exact: true }).click();
    await workbench.page.locator('.quick-input-widget:visible', { hasText: 'New Team' }).waitFor();
    await workbench.screenshot('walkthrough-3-begun');
  });
});
