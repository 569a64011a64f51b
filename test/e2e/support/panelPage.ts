/** The panel's page in a plain browser, with a host that only keeps what it is told, under the policy and the theme variables of the editor. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { bundlePanel } from '../../../src/build/bundlePanel.mjs';
import { findBrowser } from '../../../src/build/host/browser.mjs';
import { root } from '../../../src/build/repository.mjs';
import type { RunEvent } from '../../../src/engine/events/runEvent';
import { panelHtml } from '../../../src/webview/html';
import type { FromPage, ToPage } from '../../../src/webview/protocol';

const origin = 'https://panel.invalid';
const bundleFolder = 'out/panel';

export const themes = ['dark-modern', 'light-modern', 'hc-dark', 'hc-light'] as const;
export const moreThemes = ['dark-2026', 'light-2026'] as const;
export type Theme = (typeof themes)[number] | (typeof moreThemes)[number];

interface ThemeFixture {
  readonly bodyClass: string;
  readonly variables: Readonly<Record<string, string>>;
}

export interface PanelOptions {
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
  readonly reducedMotion?: boolean;
  /** What an earlier page kept. */
  readonly kept?: unknown;
}

export interface PanelPage {
  readonly page: Page;
  /** Everything that the policy refused, the page threw or asked from outside. */
  readonly problems: readonly string[];
  send(message: ToPage): Promise<void>;
  /** A whole run, as a host would send it. */
  sendRun(events: readonly RunEvent[], options?: { readonly live?: boolean; readonly now?: number }): Promise<void>;
  /** Holds the run that is shown against others, each sent whole. */
  compare(shown: readonly RunEvent[], other: readonly RunEvent[], how?: { readonly step?: number; readonly tries?: readonly (readonly RunEvent[])[]; readonly wanted?: number }): Promise<void>;
  posted(): Promise<readonly FromPage[]>;
  kept(): Promise<unknown>;
  close(): Promise<void>;
}

/** Bundled once for all tests of a process. */
let built: Promise<unknown> | null = null;

export async function openBrowser(): Promise<Browser> {
  built ??= bundlePanel({ root, source: 'src/webview/panel.tsx', outDir: bundleFolder, dev: false });
  await built;
  return chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--font-render-hinting=none'], handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false });
}

export async function openPanel(browser: Browser, options: PanelOptions = {}): Promise<PanelPage> {
  const { theme = 'dark-modern', width = 1440, height = 900 } = options;
  const problems: string[] = [];
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: options.reducedMotion === true ? 'reduce' : 'no-preference' });
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.push(`threw: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(`console: ${message.text()}`);
  });
  await serve(page, problems);
  const fixture = JSON.parse(await readFile(path.join(root, 'test/e2e/support/themes', `${theme}.json`), 'utf8')) as ThemeFixture;
  await page.addInitScript({ content: standInForEditor(fixture, options.kept ?? null) });
  await page.goto(`${origin}/index.html`);
  await page.waitForFunction(() => (window as unknown as StandIn).posted.some((message) => message.type === 'ready'));
  return {
    page,
    problems,
    // As text: the types of a message are too deep for evaluate's own.
    send: (message) => page.evaluate((text) => window.postMessage(JSON.parse(text), '*'), JSON.stringify(message)),
    sendRun: (events, sent = {}) => sendRun(page, events, sent),
    compare: (shown, other, how = {}) => compare(page, shown, other, how),
    posted: () => page.evaluate(() => (window as unknown as StandIn).posted),
    kept: () => page.evaluate(() => (window as unknown as StandIn).kept),
    close: () => context.close(),
  };
}

interface StandIn {
  readonly posted: FromPage[];
  kept: unknown;
}

/** What the editor puts into every page of a webview, as far as it shows here; anything of the page's own goes before it. */
const editorDefaults = `@layer vscode-default {
  body { background-color: transparent; color: var(--vscode-editor-foreground); font-family: var(--vscode-font-family); font-size: var(--vscode-font-size); margin: 0; padding: 0 20px; }
  a, a code { color: var(--vscode-textLink-foreground); }
  input:focus { outline: 1px solid -webkit-focus-ring-color; outline-offset: -1px; }
  code { font-family: monospace; color: var(--vscode-textPreformat-foreground); background-color: var(--vscode-textPreformat-background); padding: 1px 3px; border-radius: 4px; }
}`;

/** Runs in the page before its own script: the editor's variables, class and API. As text, since the test's compiler adds helpers that the page does not have. */
function standInForEditor({ bodyClass, variables }: ThemeFixture, kept: unknown): string {
  return `
    window.posted = [];
    window.kept = ${JSON.stringify(kept)};
    window.acquireVsCodeApi = () => ({
      postMessage: (message) => window.posted.push(message),
      getState: () => window.kept,
      setState: (state) => { window.kept = state; },
    });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(${JSON.stringify(editorDefaults)});
    document.adoptedStyleSheets = [sheet];
    document.addEventListener('DOMContentLoaded', () => {
      for (const [name, value] of Object.entries(${JSON.stringify(variables)})) document.documentElement.style.setProperty(name, value);
      document.body.className = ${JSON.stringify(bodyClass)};
    });`;
}

async function serve(page: Page, problems: string[]): Promise<void> {
  await page.route('**/*', async (route) => {
    const url = new URL(route.request().url());
    if (url.origin !== origin) {
      problems.push(`asked for ${url.href}`);
      return route.abort();
    }
    if (url.pathname === '/index.html') {
      const body = panelHtml({ cspSource: origin, nonce: 'n0nce', script: `${origin}/panel.js`, style: `${origin}/panel.css`, title: 'Run' });
      return route.fulfill({ contentType: 'text/html', body });
    }
    return route.fulfill({ path: path.join(root, bundleFolder, path.basename(url.pathname)) });
  });
}

function runOf([first]: readonly RunEvent[]): string {
  if (first?.type !== 'run.started') throw new Error('A run begins with run.started.');
  return first.run;
}

async function compare(page: Page, shown: readonly RunEvent[], other: readonly RunEvent[], { step = 0, tries = [], wanted = tries.length }: NonNullable<Parameters<PanelPage['compare']>[2]>): Promise<void> {
  const events = (of: readonly RunEvent[]): ToPage => ({ type: 'events', run: runOf(of), from: 1, events: of, now: of.at(-1)!.at });
  const messages: readonly ToPage[] = [
    { type: 'compare', run: runOf(shown), other: runOf(other), about: step === 0 ? 'runs' : 'attempts', step, otherStep: step, tries: tries.map((one) => ({ run: runOf(one), step })), wanted },
    ...[other, ...tries].map(events),
  ];
  await page.evaluate((texts) => texts.forEach((text) => window.postMessage(JSON.parse(text), '*')), messages.map((message) => JSON.stringify(message)));
  await page.waitForSelector('.compare table');
}

async function sendRun(page: Page, events: readonly RunEvent[], { live = true, now }: { readonly live?: boolean; readonly now?: number }): Promise<void> {
  const first = events[0];
  if (first?.type !== 'run.started') throw new Error('A run begins with run.started.');
  const last = events.at(-1)!;
  const messages: readonly ToPage[] = [
    { type: 'run', run: first.run, label: first.team.name, live, elsewhere: false, now: now ?? last.at, warnings: [], restore: { run: first.run, folder: '/runs' } },
    { type: 'events', run: first.run, from: 1, events, now: now ?? last.at },
  ];
  await page.evaluate((texts) => texts.forEach((text) => window.postMessage(JSON.parse(text), '*')), messages.map((message) => JSON.stringify(message)));
  await page.waitForSelector('.header');
}
