// A root hook of the browser tests: when a test fails, out/screenshots/failed-<title>.png shows what the window looked like.
import { openWorkbenches } from './workbench';

export const mochaHooks = {
  async afterEach(this: Mocha.Context): Promise<void> {
    if (this.currentTest?.state !== 'failed') return;
    const title = this.currentTest.fullTitle().replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80);
    for (const workbench of openWorkbenches) await workbench.screenshot(`failed-${title}`);
  },
};
