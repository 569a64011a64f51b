import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import type { Browser, Page } from 'playwright-core';
import { askingTool, failedRun, hostileRun, hugeRun, rejectedReport, runUntil, sampleRun, stoppedRun, waitingRun } from '../support/sampleEvents';
import { runTeam } from '../support/runTeam';
import { openBrowser, openPanel } from './support/panelPage';
import type { PanelOptions, PanelPage } from './support/panelPage';

const whole = sampleRun();
const untilStep = (step: number) => runUntil(whole, (event) => event.type === 'role.finished' && event.step === step);

describe('The run panel in a browser', function () {
  this.timeout(60_000);
  let browser: Browser;
  let panel: PanelPage;

  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  /** Opens a page, does what the test does, and holds the page to its policy. */
  async function withPanel(options: PanelOptions, act: (page: Page) => Promise<void>): Promise<void> {
    panel = await openPanel(browser, options);
    try {
      await act(panel.page);
      assert.deepEqual(panel.problems, []);
    } finally {
      await panel.close();
    }
  }

  /** The chosen row as a screen reader names it. */
  const chosenRow = async (page: Page) => {
    const tree = await page.getByRole('tree').ariaSnapshot();
    return tree.split('\n').find((line) => line.includes('[selected]'))?.match(/"(.*)"/)?.[1]?.replaceAll('\\"', '"');
  };
  const list = (page: Page) => page.getByRole('tree', { name: 'Steps' });

  it('lists the steps with who decided, and shows the newest one', () =>
    withPanel({}, async (page) => {
      await panel.sendRun(whole, { live: false });
      assert.match((await chosenRow(page))!, /^Step 11, writer, done, Report, approved on 2nd review, decided by team\.yaml:28, 24,678 tokens$/);
      await page.getByRole('treeitem', { name: 'Step 4, collector, barriers, done, 2 findings, 1 failed precheck, decided by team.yaml:25, 8,292 tokens' }).waitFor();
      assert.equal(await page.getByRole('treeitem', { name: /^precheck failed/ }).getByText('no model call').count(), 1);
      assert.match(await page.locator('.header').innerText(), /Finished/);
    }));

  it('shows the exact prompt of a step, part by part', () =>
    withPanel({}, async (page) => {
      await panel.sendRun(whole);
      await page.getByRole('treeitem', { name: /^Step 7, analyst/ }).click();
      await page.getByRole('button', { name: 'data findings' }).click();
      const text = await page.locator('.part .code-text').innerText();
      assert.match(text, /^<data name="findings" writer="collector" version="5"/);
      assert.match(text, /Air source, 1 MW: 480 €\/kW, 2024/);
      assert.doesNotMatch(text, /11\.8 GW in operation/);
    }));

  it('shows an earlier attempt with the rule that rejected it', () =>
    withPanel({}, async (page) => {
      await panel.sendRun(whole);
      await page.getByRole('treeitem', { name: /^Step 4, collector/ }).click();
      await page.getByRole('radio', { name: 'Attempt 1 · failed precheck' }).click();
      const rules = page.locator('.section-rules');
      assert.match(await rules.innerText(), /1 of 2 failed, Correct sent to collector/);
      assert.match(await rules.innerText(), /every finding cites a file under docs\//);
      assert.match(await page.locator('.section-change').innerText(), /rejected output is not written/);
      assert.match(await page.locator('.section-reply .code-text').innerText(), /interview notes/);
    }));

  it('compares what was written with the rejected draft', () =>
    withPanel({}, async (page) => {
      await panel.sendRun(whole);
      const change = page.locator('.section-change');
      const removed = (await change.locator('.diff-removed .diff-text').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
      assert.deepEqual(removed, ['removed: Installed capacity reached 14.2 GW in 2024 (docs/market-2024.md).']);
      await change.getByRole('radio', { name: 'Before step' }).click();
      assert.equal(await change.locator('.diff-removed').count(), 0);
      assert.ok((await change.locator('.diff-added').count()) > 10);
      assert.match(rejectedReport, /14\.2 GW/);
    }));

  it('is walked through by keyboard: list, inspector and back', () =>
    withPanel({}, async (page) => {
      await panel.sendRun(whole);
      await list(page).focus();
      await page.keyboard.press('Home');
      assert.match((await chosenRow(page))!, /^Step 1,/);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      assert.match((await chosenRow(page))!, /^search_docs, “installed heat pumps 2024”/);
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      assert.equal(await page.getByRole('treeitem', { name: /^search_docs, “installed/ }).count(), 0);
      assert.match((await chosenRow(page))!, /^Step 2,/);
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => document.activeElement?.className === 'section-button');
      await page.keyboard.press('ArrowDown');
      assert.match(await page.evaluate(() => document.activeElement?.textContent ?? ''), /Prompt/);
      await page.keyboard.press('ArrowLeft');
      assert.equal(await page.locator('.section-prompt .section-button').getAttribute('aria-expanded'), 'false');
      await page.keyboard.press('Escape');
      await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'tree');
      await page.keyboard.press('/');
      await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT');
      await page.keyboard.type('policy');
      await page.waitForFunction(() => document.querySelectorAll('[role=treeitem]').length < 5);
      assert.match(await list(page).innerText(), /policy/);
      assert.match(await page.locator('.find').innerText(), /1 of 11/);
    }));

  it('tells the host what was chosen, opened, copied and shown', () =>
    withPanel({}, async (page) => {
      await panel.sendRun(whole);
      await page.getByRole('treeitem', { name: /^Step 2, collector/ }).click();
      await page.locator('.section-decision .decision-row.held .ref').click();
      await page.getByRole('button', { name: 'Open the role card' }).click();
      await page.getByRole('button', { name: 'Copy this step' }).click();
      await page.getByRole('button', { name: 'Run the team again' }).click();
      await page.getByRole('tab', { name: 'Workspace' }).click();
      await page.getByRole('button', { name: 'Open the value in an editor' }).click();
      const posted = await panel.posted();
      assert.deepEqual(posted.filter((one) => one.type === 'selected'), [{ type: 'selected', step: 2 }]);
      assert.deepEqual(posted.filter((one) => one.type === 'open').map((one) => one.ref.file + ':' + one.ref.line), ['team.yaml:25', 'roles/collector.yaml:1']);
      const copied = posted.find((one) => one.type === 'copy');
      assert.ok(copied?.text.startsWith('# Step 2: collector · market size') && copied.text.includes('You are collector.'), 'the copied step');
      assert.equal(posted.filter((one) => one.type === 'run').length, 1);
      assert.equal(posted.filter((one) => one.type === 'show').length, 1);
    }));

  it('copies the spend as a Markdown table', () =>
    withPanel({}, async (page) => {
      await panel.sendRun(whole);
      await page.getByRole('tab', { name: 'Spend' }).click();
      await page.getByRole('radio', { name: 'By step' }).click();
      await page.getByRole('button', { name: 'Copy as a Markdown table' }).click();
      const copied = (await panel.posted()).find((one) => one.type === 'copy');
      assert.match(copied!.text, /^\| Step \| Role \| Calls \|/);
      assert.match(copied!.text, /\| 11 \| writer \| 4 \|/);
    }));

  it('copies the spend as CSV, for other programs', () =>
    withPanel({}, async (page) => {
      await panel.sendRun(whole);
      await page.getByRole('tab', { name: 'Spend' }).click();
      await page.getByRole('button', { name: 'Copy as CSV' }).click();
      const copied = (await panel.posted()).find((one) => one.type === 'copy');
      assert.match(copied!.text, /^role,[^]*\nwriter,/);
    }));

  it('drops nothing in a storm of events, and leaves the chosen step alone', () =>
    withPanel({}, async (page) => {
      const events = hugeRun(1430);
      const begin = events.findIndex((event) => event.type === 'role.finished' && event.step === 20) + 1;
      await panel.sendRun(events.slice(0, begin));
      await page.getByRole('button', { name: 'Follow the run' }).click();
      await page.getByRole('treeitem', { name: /^Step 7,/ }).click();
      const size = 50;
      const messages = Array.from({ length: Math.ceil((events.length - begin) / size) }, (_, index) => events.slice(begin + index * size, begin + (index + 1) * size));
      const texts = messages.map((part) => JSON.stringify({ type: 'events', run: '3', from: part[0]!.seq, events: part, now: part.at(-1)!.at }));
      await page.evaluate(async (parts) => {
        for (const part of parts) {
          window.postMessage(JSON.parse(part), '*');
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
      }, texts);
      await page.getByRole('radio', { name: 'All 1,430' }).waitFor();
      assert.match(await page.locator('.step-title').innerText(), /^7\s+collector\s+plant 7/);
      assert.deepEqual((await panel.posted()).filter(({ type }) => type === 'resend'), []);
    }));

  it('offers what helps where a step failed: again from here, the card, the reply', () =>
    withPanel({}, async (page) => {
      await panel.sendRun(failedRun(), { live: false });
      await page.getByRole('button', { name: 'Re-run from here' }).click();
      await page.getByRole('button', { name: 'Open role card' }).click();
      await page.getByRole('button', { name: 'Show reply' }).click();
      await page.locator('.section-reply .section-button[aria-expanded=true]').waitFor();
      const posted = await panel.posted();
      assert.ok(posted.some(({ type }) => type === 'resume'));
      assert.deepEqual(posted.findLast((one) => one.type === 'open')?.ref.file, 'roles/analyst.yaml');
    }));

  it('follows a live run, until a reader chooses another step', () =>
    withPanel({}, async (page) => {
      const events = untilStep(5);
      const first = events.findIndex((event) => event.type === 'role.finished' && event.step === 3) + 1;
      const send = (from: number, to: number) => panel.send({ type: 'events', run: '12', from: from + 1, events: events.slice(from, to), now: events[to - 1]!.at });
      await panel.sendRun(events.slice(0, first));
      assert.match((await chosenRow(page))!, /^Step 3,/);
      const step4 = events.findIndex((event) => event.type === 'role.finished' && event.step === 4) + 1;
      await send(first, step4);
      await page.getByRole('treeitem', { name: /^Step 4,/ }).waitFor();
      assert.match((await chosenRow(page))!, /^Step 4,/);
      await page.getByRole('treeitem', { name: /^Step 1,/ }).click();
      assert.equal(await page.getByRole('button', { name: 'Follow the run' }).getAttribute('aria-pressed'), 'false');
      await send(step4, events.length);
      await page.getByRole('treeitem', { name: /^Step 5,/ }).waitFor();
      assert.match((await chosenRow(page))!, /^Step 1,/);
      await page.getByRole('button', { name: 'Follow the run' }).click();
      assert.match((await chosenRow(page))!, /^Step 5,/);
    }));

  it('asks once for events that did not arrive, and goes on when they do', () =>
    withPanel({}, async (page) => {
      await panel.sendRun(whole.slice(0, 10));
      const send = (from: number, to: number) => panel.send({ type: 'events', run: '12', from: from + 1, events: whole.slice(from, to), now: whole[to - 1]!.at });
      await send(20, 25);
      await send(25, 30);
      await page.waitForFunction(() => (window as unknown as { posted: { type: string }[] }).posted.some((one) => one.type === 'resend'));
      assert.deepEqual((await panel.posted()).filter((one) => one.type === 'resend'), [{ type: 'resend', run: '12', from: 11 }]);
      await send(10, whole.length);
      await page.getByRole('treeitem', { name: /^Step 11, writer/ }).waitFor();
    }));

  it('shows the text of a reply as it arrives, and drops it when the reply is there', () =>
    withPanel({}, async (page) => {
      const asked = runUntil(whole, (event) => event.type === 'model.requested' && event.step === 4);
      await panel.sendRun(asked);
      await panel.send({ type: 'text', run: '12', step: 4, call: 1, text: '{ "status": "suc' });
      await panel.send({ type: 'text', run: '12', step: 4, call: 1, text: 'cess"' });
      await page.locator('.section-reply .code-text', { hasText: '{ "status": "success"' }).waitFor();
      const rest = whole.slice(asked.length, asked.length + 1);
      await panel.send({ type: 'events', run: '12', from: asked.length + 1, events: rest, now: rest[0]!.at });
      await page.locator('.section-reply', { hasText: 'Asks for 1 tool call' }).waitFor();
    }));

  it('comes back as it was after the page was hidden, and keeps what the host finds the run by', async () => {
    let kept: unknown;
    await withPanel({}, async (page) => {
      await panel.sendRun(whole);
      await page.getByRole('treeitem', { name: /^Step 4,/ }).click();
      await page.locator('.section-prompt .section-button').click();
      await page.getByRole('tab', { name: 'Workspace' }).click();
      await page.getByRole('button', { name: 'plan' }).click();
      await page.waitForFunction(() => JSON.stringify((window as unknown as { kept: unknown }).kept).includes('"field":"plan"'));
      kept = await panel.kept();
    });
    assert.deepEqual((kept as { restore: unknown }).restore, { run: '12', folder: '/runs' });
    await withPanel({ kept }, async (page) => {
      await panel.sendRun(whole);
      assert.equal(await page.getByRole('tab', { selected: true }).innerText(), 'Workspace');
      assert.equal(await page.getByRole('button', { name: 'plan', pressed: true }).count(), 1);
      await page.getByRole('tab', { name: 'Steps' }).click();
      assert.match((await chosenRow(page))!, /^Step 4,/);
      assert.equal(await page.locator('.section-prompt .section-button').getAttribute('aria-expanded'), 'false');
    });
  });

  it('ignores what is not of the protocol, and kept state that is odd', () =>
    withPanel({ kept: { ui: { tab: 7, step: 'x', opened: [1] }, restore: 3 } }, async (page) => {
      await page.evaluate(() => {
        for (const odd of [null, 5, 'run', { type: 'run' }, { type: 'events', run: '12', from: 1, events: [null], now: 1 }, { type: 'constructor' }]) window.postMessage(odd, '*');
      });
      await panel.sendRun(whole);
      assert.equal(await page.getByRole('treeitem', { name: /^Step 11/ }).count(), 1);
    }));

  it('shows hostile names and outputs as text, and loads nothing for them', () =>
    withPanel({}, async (page) => {
      await panel.sendRun(hostileRun());
      for (const tab of ['Graph', 'Spend', 'Workspace', 'Steps']) await page.getByRole('tab', { name: tab }).click();
      await page.getByRole('button', { name: 'Instructions' }).click();
      assert.match(await page.locator('.part .code-text').innerText(), /<script>document\.title="owned"<\/script>/);
      assert.equal(await page.title(), 'Run');
      assert.equal(await page.locator('img, script:not([src])').count(), 0);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), true);
    }));

  it('joins equal neighbours in a long run, and draws only the rows in sight', () =>
    withPanel({}, async (page) => {
      await panel.sendRun(hugeRun(1204));
      assert.ok((await page.getByRole('treeitem').count()) < 80);
      await page.getByRole('radio', { name: 'Rejected 12' }).click();
      assert.match(await list(page).innerText(), /plant 97/);
      await page.getByRole('radio', { name: 'All 1,204' }).click();
      await page.getByRole('button', { name: 'Join equal neighbours' }).click();
      await list(page).focus();
      await page.keyboard.press('Home');
      assert.match((await chosenRow(page))!, /^Step 1,/);
      assert.ok((await page.getByRole('treeitem').count()) < 80);
      await page.keyboard.press('End');
      assert.match((await chosenRow(page))!, /^Step 1,204,/);
    }));

  it('moves the workspace through the steps', () =>
    withPanel({}, async (page) => {
      await panel.sendRun(whole);
      await page.getByRole('tab', { name: 'Workspace' }).click();
      await page.getByRole('button', { name: 'One step back' }).click();
      await page.getByText('As of step 10').waitFor();
      assert.match(await page.getByRole('row', { name: /^report/ }).innerText(), /not written yet/);
      await page.getByRole('button', { name: 'findings' }).click();
      await page.getByRole('button', { name: 'v2' }).click();
      assert.deepEqual((await page.locator('.history .diff-added .diff-text').allInnerTexts()).length, 3);
    }));

  it('says in a sentence when there is nothing to show, with one button', () =>
    withPanel({}, async (page) => {
      await panel.send({ type: 'empty', message: 'Open a team file and run it.' });
      await page.getByRole('heading', { name: 'No run yet' }).waitFor();
      assert.equal(await page.getByRole('button').count(), 1);
      await page.getByRole('button', { name: 'Run the team' }).click();
      assert.equal((await panel.posted()).at(-1)?.type, 'run');
      await panel.send({ type: 'problem', message: 'The log cannot be read.', hint: 'Look into the folder.' });
      await page.getByText('The log cannot be read.').waitFor();
    }));

  it('chooses a step when the host says so, and stops a run when a person does', () =>
    withPanel({}, async (page) => {
      await panel.sendRun(untilStep(5));
      await panel.send({ type: 'select', step: 2 });
      await page.locator('.step-title', { hasText: 'market size' }).waitFor();
      await page.getByRole('button', { name: 'Stop the run' }).click();
      assert.equal((await panel.posted()).at(-1)?.type, 'stop');
    }));

  it('says what was left out of a log, and that a run was cut off or goes on elsewhere', () =>
    withPanel({}, async (page) => {
      const events = untilStep(3);
      await panel.sendRun(events, { live: false });
      await page.locator('.header', { hasText: 'Cut off' }).waitFor();
      const warnings = ['The last line was cut short; it was left out.'];
      await panel.send({ type: 'run', run: '12', label: '', live: false, elsewhere: true, now: 0, warnings, restore: {} });
      await panel.send({ type: 'events', run: '12', from: 1, events, now: 0 });
      await page.locator('.header', { hasText: 'Running elsewhere' }).waitFor();
      await page.getByText(warnings[0]!).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Stop the run' }).count(), 0);
    }));

  it('announces the newest state politely', () =>
    withPanel({}, async (page) => {
      await panel.sendRun(untilStep(3));
      await page.locator('[role=status]', { hasText: 'Step 3, collector: 2 findings, 1 merged' }).waitFor();
    }));

  it('looks into a team that did the work of a step, and back out', () =>
    withPanel({}, async (page) => {
      const { events } = await runTeam('media/samples/content-production', { task: 'the queen of the night on open nights' });
      await panel.sendRun(events, { live: false });
      await page.getByRole('treeitem', { name: /^Step 4, / }).click();
      const team = page.locator('.section-team');
      assert.match(await team.innerText(), /production: finished, \d+ steps/);
      const steps = await team.getByRole('listitem').count();
      await team.getByRole('button', { name: 'Look into production' }).click();
      await page.getByRole('navigation', { name: 'Teams within this run' }).getByText('production, step 4').waitFor();
      assert.equal(await page.getByRole('treeitem', { name: /^Step \d+, / }).count(), steps);
      await page.getByRole('treeitem', { name: /^Step 1, / }).click();
      await page.getByRole('button', { name: 'Open the role card' }).click();
      const opened = (await panel.posted()).findLast((message) => message.type === 'open');
      assert.match(opened?.ref.file ?? '', /^groups\/production\/./);
      await page.getByRole('button', { name: 'Back out' }).click();
      assert.match((await chosenRow(page))!, /^Step 4, production, /);
      assert.equal(await page.getByRole('navigation', { name: 'Teams within this run' }).count(), 0);
    }));

  it('asks a person what exactly may happen, and sends the answer for that question only', () =>
    withPanel({}, async (page) => {
      await panel.sendRun(waitingRun(1));
      assert.match((await chosenRow(page))!, /^Step 11, writer, waiting for you, /);
      assert.match(await page.locator('.header').innerText(), /Waiting for you\s+2 questions/);
      const [first, second] = [page.locator('.question').first(), page.locator('.question').nth(1)];
      assert.match(await first.innerText(), /May the result of writer be committed\?[^]*writer, step 11[^]*The result of writer is written to the shared workspace\.[^]*Nothing is written\./);
      assert.match(await first.locator('.code-text').first().innerText(), /^# Industrial heat pumps in Europe, 2024\n/);
      await page.keyboard.press('Enter');
      assert.deepEqual((await panel.posted()).filter(({ type }) => type === 'answer'), []);
      await second.getByRole('button', { name: 'Deny…' }).click();
      await second.locator('.question-note:focus').waitFor();
      await page.keyboard.type('Two figures are not sourced');
      await page.keyboard.press('Enter');
      await first.getByRole('button', { name: 'Approve' }).click();
      assert.deepEqual((await panel.posted()).filter(({ type }) => type === 'answer'), [
        { type: 'answer', id: 's11.after.1', answer: 'reject', note: 'Two figures are not sourced', forRun: false },
        { type: 'answer', id: 's11.after', answer: 'approve', note: '', forRun: false },
      ]);
    }));

  it('shows what a tool would change, and lets it do so for the rest of the run', () =>
    withPanel({}, async (page) => {
      await panel.sendRun(askingTool());
      const question = page.locator('.question');
      assert.match(await question.locator('.diff-removed').innerText(), /^-Installed capacity reached 14\.2 GW/);
      assert.match(await question.locator('.diff-added').innerText(), /^\+Installed capacity reached 11\.8 GW/);
      await question.getByRole('button', { name: 'Approve save_report for this run' }).click();
      assert.deepEqual((await panel.posted()).at(-1), { type: 'answer', id: 's11.save_report.1', answer: 'approve', note: '', forRun: true });
    }));

  it('offers to go on with a run that was stopped, and with no other', () =>
    withPanel({}, async (page) => {
      await panel.sendRun(stoppedRun(), { live: false });
      await page.getByRole('button', { name: 'Go on with this run' }).click();
      assert.ok((await panel.posted()).some(({ type }) => type === 'resume'));
      await panel.sendRun(whole, { live: false });
      await page.locator('.header', { hasText: 'Finished' }).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Go on with this run' }).count(), 0);
    }));
});
