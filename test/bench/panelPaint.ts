/** How long the panel's page takes to draw a long run, and its longest frame while events pour in. In a real browser; the page is the product's own bundle. */
import type { Browser } from 'playwright-core';
import type { RunEvent } from '../../src/engine/events/runEvent';
import { openBrowser, openPanel } from '../e2e/support/panelPage';
import type { PanelPage } from '../e2e/support/panelPage';
import { hugeRun } from '../support/sampleEvents';
import { sampleTeam } from '../support/sampleTeam';

export interface PanelFigures {
  readonly events: number;
  /** From the first message to the frame that shows the last step, in milliseconds. */
  readonly firstPaintMs: number;
  /** While as many events again came in, a thousand a second. */
  readonly longestFrameMs: number;
  readonly framesOver100Ms: number;
  /** Of a run of a team of 300 roles. */
  readonly largeTeamPaintMs: number;
  /** From the click on Graph to the frame that shows all of its nodes. */
  readonly graphPaintMs: number;
}

const steps = 1430;
const eventsPerMessage = 1000;
const stormMessages = 200;
const manyRoles = 300;

export async function panelPaint(): Promise<PanelFigures> {
  const browser = await openBrowser();
  try {
    const panel = await openPanel(browser);
    const whole = hugeRun(2 * steps);
    const end = whole.findIndex((event) => event.type === 'role.finished' && event.step === steps) + 1;
    const firstPaintMs = await paint(panel, whole.slice(0, end), steps);
    const frames = await storm(panel, whole.slice(end));
    await panel.close();
    return { events: end, firstPaintMs, ...frames, ...(await largeTeam(browser)) };
  } finally {
    await browser.close();
  }
}

/** One step, so that what is drawn is the team. */
async function largeTeam(browser: Browser): Promise<Pick<PanelFigures, 'largeTeamPaintMs' | 'graphPaintMs'>> {
  const base = sampleTeam();
  const spare = Array.from({ length: manyRoles - base.roles.length }, (_, index) => ({ ...base.roles[0]!, id: `role-${index}`, name: `role-${index}` }));
  const routes = spare.map(({ id }, index) => ({ ...base.routes[0]!, when: { ...base.routes[0]!.when, text: `size(state.plan) == ${index}` }, to: id }));
  const events = hugeRun(1, { ...base, roles: [...base.roles, ...spare], routes: [...base.routes, ...routes] });
  const panel = await openPanel(browser);
  const largeTeamPaintMs = await paint(panel, events, 1);
  const graphPaintMs = (await panel.page.evaluate(`new Promise((resolve) => {
    const start = performance.now();
    document.getElementById('tab-button-graph').click();
    const look = () => requestAnimationFrame(() => (document.querySelectorAll('[role=tabpanel] [data-node]').length >= ${manyRoles} ? resolve(performance.now() - start) : look()));
    look();
  })`)) as number;
  await panel.close();
  return { largeTeamPaintMs, graphPaintMs };
}

const envelope = (events: readonly RunEvent[]) => ({ type: 'events', run: '3', from: events[0]!.seq, events, now: events.at(-1)!.at });

function parts(events: readonly RunEvent[], size: number): readonly unknown[] {
  return Array.from({ length: Math.ceil(events.length / size) }, (_, index) => envelope(events.slice(index * size, (index + 1) * size)));
}

/** The messages are parsed before the clock starts: the editor hands them over as objects too. */
async function paint({ page }: PanelPage, events: readonly RunEvent[], lastStep: number): Promise<number> {
  const opening = { type: 'run', run: '3', label: '', live: true, elsewhere: false, now: events.at(-1)!.at, warnings: [], restore: {} };
  await page.evaluate((text) => Object.assign(window, { sent: JSON.parse(text) }), JSON.stringify([opening, ...parts(events, eventsPerMessage)]));
  const shown = lastStep.toLocaleString('en-US');
  return (await page.evaluate(`new Promise((resolve) => {
    const start = performance.now();
    for (const message of window.sent) window.postMessage(message, '*');
    const look = () => {
      const last = [...document.querySelectorAll('[role=treeitem]')].at(-1);
      if (last?.textContent.includes(${JSON.stringify(shown)})) requestAnimationFrame(() => resolve(performance.now() - start));
      else requestAnimationFrame(look);
    };
    look();
  })`)) as number;
}

async function storm({ page }: PanelPage, events: readonly RunEvent[]): Promise<Pick<PanelFigures, 'longestFrameMs' | 'framesOver100Ms'>> {
  await page.evaluate((text) => Object.assign(window, { sent: JSON.parse(text) }), JSON.stringify(parts(events, Math.ceil(events.length / stormMessages))));
  return (await page.evaluate(`new Promise((resolve) => {
    const frames = [];
    let last = performance.now();
    const messages = window.sent;
    const every = setInterval(() => {
      const message = messages.shift();
      if (message !== undefined) return window.postMessage(message, '*');
      clearInterval(every);
      resolve({ longestFrameMs: Math.max(...frames), framesOver100Ms: frames.filter((ms) => ms > 100).length });
    }, 50);
    const tick = (now) => {
      frames.push(now - last);
      last = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame((now) => { last = now; requestAnimationFrame(tick); });
  })`)) as Pick<PanelFigures, 'longestFrameMs' | 'framesOver100Ms'>;
}
