/** What the run panel says of a run that is held against another, and of one that a debugger holds. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import type { Browser, Page } from 'playwright-core';
import { forkedRun, hostileRun, retriedRun, runUntil, sampleRun } from '../support/sampleEvents';
import { openBrowser, openPanel } from './support/panelPage';
import type { PanelOptions, PanelPage } from './support/panelPage';

const whole = sampleRun();
const tries = [0.78, 0.8, 0.83, 0.84, 0.86].map((confidence, index) => retriedRun(String(20 + index), confidence));
const held = { tool: null, why: 'breakpoint', text: '', at: { file: 'roles/analyst.yaml', line: 5, column: 1 } } as const;

describe('Comparing in the run panel', function () {
  this.timeout(60_000);
  let browser: Browser;
  let panel: PanelPage;

  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  async function withPanel(options: PanelOptions, act: (page: Page) => Promise<void>): Promise<void> {
    panel = await openPanel(browser, options);
    try {
      await act(panel.page);
      assert.deepEqual(panel.problems, []);
    } finally {
      await panel.close();
    }
  }

  const row = (page: Page, name: string) => page.getByRole('row', { name }).innerText().then((text) => text.split('\t').map((cell) => cell.trim()));
  const pair = (page: Page, name: RegExp) => page.getByRole('option', { name });

  describe('two attempts', () => {
    it('tells what the edit changed in prompt, reply, tokens and cost, and what comes next', () =>
      withPanel({}, async (page) => {
        await panel.sendRun(retriedRun());
        await panel.compare(retriedRun(), whole, { step: 7 });
        assert.deepEqual((await row(page, 'Attempt 1')).slice(0, 8), ['Attempt 1', '3,456', '0', '1,118', '704', '$0.0031', '14 s', '0.62']);
        assert.deepEqual((await row(page, 'Difference')).slice(0, 8), ['Difference', '+32', '0', '+96', '+64', '+$0.0002', '+0.9 s', '+0.22']);
        assert.match((await row(page, 'Attempt 1')).at(-1)!, /planner, chosen by the model/);
        const [prompt, reply] = [page.locator('.compare-section').first(), page.locator('.compare-section').nth(1)];
        assert.match(await prompt.innerText(), /1 of 8 parts differs/);
        assert.match(await prompt.locator('.diff-added').first().innerText(), /prefer the one that counts plants/);
        assert.match(await prompt.locator('.diff-removed').innerText(), /leave the conflict open/);
        assert.match(await prompt.innerText(), /Identity, Goal, Constraints, Contract, data plan, data findings, .*the same/);
        assert.match(await reply.locator('.diff-added').first().innerText(), /"confidence": 0\.84/);
        const before = await reply.locator('.pair-row').count();
        await reply.getByRole('radio', { name: 'All' }).click();
        await page.waitForFunction((count) => document.querySelectorAll('.compare-section:last-child .pair-row').length > count, before);
      }));

    it('says beforehand what Keep and Discard do, and tells the host which was chosen', () =>
      withPanel({}, async (page) => {
        await panel.sendRun(retriedRun());
        await panel.compare(retriedRun(), whole, { step: 7, tries });
        const outlook = await page.locator('.outlook').innerText();
        assert.match(outlook, /analyst\.yaml keeps your edit\. The run goes on from attempt 2 as run 14; steps 8 to 11 stay in run 12\./);
        assert.match(outlook, /analyst\.yaml goes back to the text of attempt 1\. The 5 tries stay in the log, and their \$0\.01\d\d in the spend\./);
        await page.getByRole('button', { name: 'Try 5 more times' }).click();
        await page.getByRole('button', { name: 'Discard' }).click();
        await page.getByRole('button', { name: 'Keep attempt 2' }).click();
        assert.deepEqual((await panel.posted()).filter(({ type }) => type === 'attempt'), [
          { type: 'attempt', action: 'try', times: 5 }, { type: 'attempt', action: 'discard', times: 0 }, { type: 'attempt', action: 'keep', times: 0 },
        ]);
      }));

    it('shows how tries spread, also while they come', () =>
      withPanel({}, async (page) => {
        await panel.sendRun(retriedRun());
        await panel.compare(retriedRun(), whole, { step: 7, tries: tries.slice(0, 2), wanted: 5 });
        assert.match((await row(page, '2 of 5 tries of attempt 2'))[7]!, /0\.78–0\.80/);
        await panel.compare(retriedRun(), whole, { step: 7, tries });
        await page.getByRole('row', { name: /^5 tries of attempt 2/ }).waitFor();
        const cells = await row(page, '5 tries of attempt 2');
        assert.deepEqual([cells[1], cells[3], cells[8]], ['3,488', '1,154–1,234', 'passed in 5 of 5']);
        assert.equal(await page.locator('.dots circle').count(), 5);
      }));

    it('goes back to the run, where the next step is chosen as before', () =>
      withPanel({}, async (page) => {
        await panel.sendRun(retriedRun());
        await panel.compare(retriedRun(), whole, { step: 7 });
        await page.getByRole('button', { name: 'Back to the run' }).click();
        await page.getByRole('treeitem', { name: /^Step 7, analyst/ }).waitFor();
        assert.equal((await panel.posted()).filter(({ type }) => type === 'compareClosed').length, 1);
      }));
  });

  describe('two runs', () => {
    const open = async () => {
      await panel.sendRun(forkedRun(), { live: false });
      await panel.compare(forkedRun(), whole);
    };

    it('stand side by side, with sums, the first divergence and the steps that one saved', () =>
      withPanel({}, async (page) => {
        await open();
        assert.match(await page.locator('.compare-bar').innerText(), /Run 12 and run 14[^]*Run 14 is a fork of run 12 after step 6/);
        assert.deepEqual((await row(page, 'Difference')).slice(0, 2), ['Difference', '−3']);
        assert.match(await page.locator('.pairs-boundary').innerText(), /First divergence · the prompt of analyst 1 · analyst\.yaml:4/);
        assert.equal(await pair(page, /not in run 14/).count(), 3);
        assert.equal(await pair(page, /Tokens ± same/).count(), 6);
        await pair(page, /^writer 1, Run 12: 11, Report, approved on 2nd review, 24,678 tokens, \$0\.0\d+, Run 14: 8, Report, 287 words, 11,036 tokens, \$0\.0\d+, Tokens ± −13,642/).waitFor();
        await page.getByRole('option', { name: /^analyst 1, first divergence, Run 12: 7/, selected: true }).waitFor();
        assert.match(await page.locator('.step-pane').innerText(), /prefer the one that counts plants/);
        await page.getByRole('button', { name: 'analyst.yaml:4' }).click();
        assert.deepEqual((await panel.posted()).at(-1), { type: 'open', ref: { file: 'roles/analyst.yaml', line: 4, column: 1 } });
      }));

    it('are walked through by keyboard, from difference to difference, part by part', () =>
      withPanel({}, async (page) => {
        await open();
        await page.getByRole('listbox').focus();
        await page.keyboard.press('ArrowDown');
        await page.getByText('Only run 12 has this step').waitFor();
        await page.keyboard.press('End');
        await page.getByRole('tab', { name: 'Prompt' }).focus();
        await page.keyboard.press('ArrowRight');
        await page.locator('.step-pane .pair', { hasText: 'Every section has a source.' }).waitFor();
        await page.keyboard.press('ArrowRight');
        await page.getByText('report v1 → v1').waitFor();
        await page.getByRole('button', { name: 'Previous step that differs' }).click();
        await page.locator('.step-pane-name', { hasText: 'analyst 2' }).waitFor();
      }));

    it('change sides, and are copied as a table', () =>
      withPanel({}, async (page) => {
        await open();
        await page.getByRole('button', { name: 'Change sides' }).click();
        await page.locator('.compare-title', { hasText: 'Run 14 and run 12' }).waitFor();
        await page.getByRole('button', { name: 'Copy as a Markdown table' }).click();
        const copied = (await panel.posted()).findLast((one) => one.type === 'copy');
        assert.match(copied!.text, /\| Difference \| \+3 \|/);
        assert.match(copied!.text, /\| planner 2 \|  \|  \| 8: Plan of 6, 1 added \| 3,114 \| \+3,114 \|/);
      }));

    it('are asked for from the run, and come back after a reload', async () => {
      let kept: unknown;
      await withPanel({}, async (page) => {
        await panel.sendRun(forkedRun(), { live: false });
        await page.getByRole('button', { name: 'Compare with another run…' }).click();
        assert.deepEqual((await panel.posted()).at(-1), { type: 'compareWith' });
        await panel.compare(forkedRun(), whole);
        await page.waitForFunction(() => JSON.stringify((window as unknown as { kept: unknown }).kept).includes('"other":"12"'));
        kept = await panel.kept();
      });
      assert.deepEqual((kept as { compared: unknown }).compared, { other: '12', about: 'runs', step: 0, otherStep: 0, tries: [], wanted: 0 });
    });

    it('show hostile outputs as text', () =>
      withPanel({}, async (page) => {
        await panel.sendRun(hostileRun());
        await panel.compare(hostileRun(), whole);
        for (const name of ['Decision', 'Reply', 'Change', 'Spend', 'Prompt']) await page.getByRole('tab', { name, exact: true }).click();
        assert.equal(await page.title(), 'Run');
        assert.equal(await page.locator('img, script:not([src])').count(), 0);
      }));
  });

  describe('a run that a debugger holds', () => {
    it('is paused before what comes next, with the line, and its clock stands', () =>
      withPanel({}, async (page) => {
        const events = runUntil(whole, (event) => event.type === 'role.started' && event.step === 7);
        await panel.sendRun(events, { now: events.at(-1)!.at + 600_000 });
        await panel.send({ type: 'held', run: '12', place: { ...held, phase: 'prompt', step: 7, role: 'analyst', seq: events.length } });
        await page.locator('.header', { hasText: 'Paused before analyst is asked' }).waitFor();
        assert.match(await page.locator('.header-why').innerText(), /^analyst\.yaml:5 breakpoint, step 7$/);
        assert.match(await page.locator('.meter-time').innerText(), /0:30 \/ 10:00/);
        await page.getByRole('treeitem', { name: /^Step 7, analyst, paused, / }).waitFor();
        await page.locator('[role=status]', { hasText: 'Paused before analyst is asked: roles/analyst.yaml:5 breakpoint, step 7' }).waitFor();
        await panel.send({ type: 'held', run: '12', place: null });
        await page.locator('.header', { hasText: 'Running' }).waitFor();
      }));

    it('and looks at an earlier place of shows what comes later in the recording', () =>
      withPanel({}, async (page) => {
        await panel.sendRun(whole, { live: false });
        const seq = runUntil(whole, (event) => event.type === 'role.started' && event.step === 7).length;
        await panel.send({ type: 'held', run: '12', place: { ...held, phase: 'role', step: 7, role: 'analyst', seq } });
        await page.getByText('Later in this recording', { exact: true }).waitFor();
        await page.getByRole('treeitem', { name: /^Step 7, analyst, paused/, selected: true }).waitFor();
        await page.getByRole('treeitem', { name: /^Step 8, planner, Later in this recording/ }).waitFor();
        await page.getByRole('tree').focus();
        await page.keyboard.press('ArrowDown');
        await page.getByRole('treeitem', { name: /^Step 8/, selected: true }).waitFor();
        await page.keyboard.press('ArrowUp');
        await page.getByRole('treeitem', { name: /^Step 7/, selected: true }).waitFor();
      }));
  });
});
