/** A picture of every view in every theme and width, under out/pictures, each held against the accessibility rules and its own edges. */
import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import type { Browser, Page } from 'playwright-core';
import { root } from '../../src/build/repository.mjs';
import type { RunEvent } from '../../src/engine/events/runEvent';
import { runTeam } from '../support/runTeam';
import { askingTool, failedRun, forkedRun, hugeRun, retriedRun, runUntil, sampleRun, stoppedRun, waitingRun } from '../support/sampleEvents';
import { scriptedTeam } from '../support/sampleTeam';
import { moreThemes, openBrowser, openPanel, themes } from './support/panelPage';
import type { PanelPage, Theme } from './support/panelPage';

interface Picture {
  readonly name: string;
  readonly events: readonly RunEvent[] | null;
  readonly live?: boolean;
  readonly act?: (page: Page) => Promise<void>;
  /** What the host sends besides. */
  readonly show?: (panel: PanelPage) => Promise<void>;
}

const whole = sampleRun();
/** Teams within a team. */
const { events: groups } = await runTeam(path.join(root, 'media/samples/content-production'), { task: 'the queen of the night on open nights' });
const atCommit = runUntil(whole, (event) => event.type === 'review.decided' && event.step === 11 && event.verdict === 'approve');
const sixDone = runUntil(whole, (event) => event.type === 'role.finished' && event.step === 6);
const held = { tool: null, why: 'breakpoint', text: '', at: { file: 'roles/writer.yaml', line: 9, column: 1 } } as const;
const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();

const pictures: readonly Picture[] = [
  { name: 'steps', events: whole, live: false },
  { name: 'running', events: runUntil(whole, (event) => event.type === 'model.requested' && event.step === 4 && event.call === 3) },
  { name: 'scripted', events: sampleRun(scriptedTeam()), live: false },
  { name: 'waiting', events: waitingRun() },
  { name: 'waiting-tool', events: askingTool() },
  { name: 'groups', events: groups, live: false },
  { name: 'inner-team', events: groups, live: false, act: lookInside },
  { name: 'failed', events: failedRun(), live: false },
  { name: 'stopped', events: stoppedRun(), live: false },
  { name: 'huge', events: hugeRun(300) },
  { name: 'graph', events: whole, live: false, act: tab('Graph') },
  { name: 'spend', events: whole, live: false, act: tab('Spend') },
  { name: 'spend-unknown', events: stoppedRun(), live: false, act: tab('Spend') },
  { name: 'workspace', events: whole, live: false, act: chooseVersion },
  { name: 'open-parts', events: whole, live: false, act: openParts },
  { name: 'empty', events: null },
  { name: 'attempts', events: retriedRun(), show: (panel) => panel.compare(retriedRun(), whole, { step: 7, tries: [0.78, 0.8, 0.83, 0.84, 0.86].map((confidence, index) => retriedRun(String(20 + index), confidence)) }) },
  { name: 'runs', events: forkedRun(), live: false, show: (panel) => panel.compare(forkedRun(), whole) },
  { name: 'paused', events: atCommit, show: (panel) => panel.send({ type: 'held', run: '12', place: { ...held, phase: 'commit', step: 11, role: 'writer', seq: atCommit.length } }) },
  { name: 'paused-earlier', events: whole, live: false, show: (panel) => panel.send({ type: 'held', run: '12', place: { ...held, phase: 'prompt', step: 7, role: 'analyst', seq: sixDone.length + 1 } }) },
];

async function lookInside(page: Page): Promise<void> {
  await page.getByRole('treeitem', { name: /^Step 1, / }).click();
  await page.getByRole('button', { name: /^Look into / }).click();
  const step = page.getByRole('treeitem').first();
  await step.click();
}

async function chooseVersion(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Workspace' }).click();
  await page.getByRole('button', { name: 'findings' }).click();
  await page.getByRole('button', { name: 'v2' }).click();
}

/** Everything that opens, in a step with a tool, a rejected attempt and a broken rule. */
async function openParts(page: Page): Promise<void> {
  await page.getByRole('treeitem', { name: /^Step 4, collector/ }).click();
  await page.getByRole('radio', { name: 'Attempt 1 · failed precheck' }).click();
  for (const name of ['Tools', 'Reply', 'Spend']) {
    const head = page.locator('.section-button', { hasText: name });
    if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
  }
  await page.getByRole('button', { name: 'data plan' }).click();
  await page.locator('.tool-row').first().click();
}

const widths = [1440, 900, 640, 400];
/** The widths between are made of the same parts. */
const judgedWidths = [1440, 400];

describe('Pictures of the run panel', function () {
  this.timeout(180_000);
  let browser: Browser;
  let axe: string;
  const folder = path.join(root, 'out', 'pictures');

  before(async () => {
    browser = await openBrowser();
    axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    await mkdir(folder, { recursive: true });
  });
  after(() => browser.close());

  for (const theme of themes) {
    for (const width of widths) it(`in ${theme} at ${width} px`, () => takeAll(theme, width));
  }
  for (const theme of moreThemes) it(`in ${theme}`, () => takeAll(theme, 1440));

  async function takeAll(theme: Theme, width: number): Promise<void> {
    const found: string[] = [];
    for (const picture of pictures) found.push(...(await take(picture, theme, width)));
    assert.deepEqual(found, []);
  }

  async function take({ name, events, live = true, act, show }: Picture, theme: Theme, width: number): Promise<readonly string[]> {
    const panel = await openPanel(browser, { theme, width, height: width < 640 ? 860 : 900, reducedMotion: true });
    const { page } = panel;
    if (events === null) await panel.send({ type: 'empty', message: 'Open a team file and run it, or run the team of this folder.' });
    else await panel.sendRun(events, { live });
    await page.waitForSelector('.header, .empty-title');
    if (show !== undefined) await show(panel);
    if (act !== undefined) await act(page);
    await page.screenshot({ path: path.join(folder, `${name}-${theme}-${width}.png`) });
    const found = [...panel.problems, ...(judgedWidths.includes(width) ? await violations(page, axe) : []), ...(await overflowing(page))].map((problem) => `${name}: ${problem}`);
    await panel.close();
    return found;
  }
});

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly impact: string; readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[] }[];
}

/** Serious and critical ones. Axe goes in by the browser's own channel, past the page's policy. */
async function violations(page: Page, axe: string): Promise<readonly string[]> {
  await page.evaluate(axe);
  const result = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as AxeResult;
  return result.violations
    .filter((one) => one.impact === 'serious' || one.impact === 'critical')
    .map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => `${node.html.slice(0, 160)} ${node.failureSummary.replace(/\s+/g, ' ').slice(0, 200)}`).join(' | ')}`);
}

/** What sticks out of the page, so that a reader would have to scroll sideways. */
async function overflowing(page: Page): Promise<readonly string[]> {
  return (await page.evaluate(`[...document.querySelectorAll('.panel *')]
    .filter((one) => one.closest('.table-scroll, .expression, .diff, .code-text, .graph-scroll, .graph-box, .unseen, .said, svg, .attempts') === null)
    .filter((one) => one.getBoundingClientRect().right > window.innerWidth + 1 && getComputedStyle(one).visibility !== 'hidden')
    .map((one) => 'sticks out: ' + one.className)`)) as readonly string[];
}
