// A real VS Code with the packed extension, driven in a browser as a person would. It asserts nothing and knows nothing of Rolecall's own views.
//
// In a test (test/e2e/*.test.ts, run by `npm test -- --only browser`, which packs the extension first):
//
//   let workbench: Workbench;
//   before(async () => { workbench = await openWorkbench({ workspace: 'media/samples/industry-research' }); });
//   after(() => workbench.close());
//   it('…', async () => {
//     await workbench.activity('Rolecall').click();
//     await workbench.run('Rolecall: Run Team');
//     const panel = await workbench.webview('Industry research');   // the frame that shows this text
//     await panel.getByRole('tab', { name: 'Spend' }).click();
//     await workbench.screenshot('spend');                           // out/screenshots/spend.png
//   });
//
// The workspace is copied outside the repository first: workbench.folder. Everything waits by itself; no test sleeps.
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Frame, Locator, Page } from 'playwright-core';
import { ensureBrowser, openBrowserPage } from '../../src/build/host/browser.mjs';
import { installExtension, startHostServer, workbenchAddress } from '../../src/build/host/hostServer.mjs';
import { provisionHost } from '../../src/build/host/provisionHost.mjs';
import { testSettings } from '../../src/build/host/quietSettings.mjs';
import { packExtension, vsixFile } from '../../src/build/package.mjs';
import { inRepository } from '../../src/build/repository.mjs';

/** The themes that LOOK.md names; any other label of VS Code's theme list works too. */
export type ThemeName = 'Dark Modern' | 'Light Modern' | 'Dark High Contrast' | 'Light High Contrast' | (string & {});

export interface WorkbenchOptions {
  /** Folder to copy and open, relative to the repository; null opens no folder. Default: an empty folder. */
  readonly workspace?: string | null;
  /** True: the folder is restricted until a person trusts it. */
  readonly isRestricted?: boolean;
  /** User settings, on top of those that keep VS Code still. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Of the window, in CSS pixels. */
  readonly size?: { readonly width: number; readonly height: number };
  readonly theme?: ThemeName;
  /** Folder of another extension that is there too, relative to the repository. */
  readonly besides?: string;
  /** The packed extension. Default: out/rolecall.vsix. */
  readonly vsix?: string;
}

const warn = (line: string): void => void process.stderr.write(`${line}\n`);

/** How long the window may take to open on a busy machine, and anything in it to appear. */
const openLimitMs = 120_000;
const limitMs = 60_000;

/** Frames come and go without one event to wait for. */
const lookEveryMs = 100;
/** How long a key may take to show its effect before it is pressed again. */
const keyLimitMs = 5_000;

/** Those not closed yet; keepPictureOfFailure.ts looks at them. */
export const openWorkbenches = new Set<Workbench>();

/** Rejects with what is missing: the host, a browser, or the packed extension. */
export async function openWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const vsix = options.vsix ?? vsixFile;
  if (!existsSync(vsix)) throw new Error(`There is no ${vsix}. Run \`npm test -- --only browser\`, which packs it.`);
  const scratch = await mkdtemp(path.join(tmpdir(), 'rolecall-browser-'));
  const undo: (() => Promise<void>)[] = [() => rm(scratch, { recursive: true, force: true, maxRetries: 5 })];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const folder = await copyWorkspace(options.workspace ?? undefined, scratch);
    const paths = await provisionHost(warn);
    const host = { paths, dataDir: path.join(scratch, 'server') };
    await installExtension(host, vsix);
    if (options.besides !== undefined) await installExtension(host, await packed(options.besides, scratch));
    const theme = options.theme ?? 'Dark Modern';
    const trust = { 'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'never' };
    const settings = { ...testSettings, 'workbench.colorTheme': theme, ...(options.isRestricted ? trust : {}), ...options.settings };
    const server = await startHostServer({ ...host, settings, asksForTrust: options.isRestricted });
    undo.push(server.stop);
    const browser = await openBrowserPage(await ensureBrowser(warn), options.size);
    undo.push(browser.close);
    browser.page.setDefaultTimeout(limitMs);
    await browser.page.goto(workbenchAddress(server, options.workspace === null ? {} : { folder }), { waitUntil: 'commit', timeout: openLimitMs });
    await browser.page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout: openLimitMs });
    const workbench: Workbench = new Workbench(browser.page, folder, async () => {
      openWorkbenches.delete(workbench);
      await close();
    });
    openWorkbenches.add(workbench);
    return workbench;
  } catch (error) {
    await close();
    throw error;
  }
}

async function packed(folder: string, scratch: string): Promise<string> {
  const file = path.join(scratch, 'besides.vsix');
  await packExtension(inRepository(folder), file);
  return file;
}

async function copyWorkspace(workspace: string | undefined, scratch: string): Promise<string> {
  const folder = path.join(scratch, workspace ? path.basename(workspace) : 'empty');
  if (!workspace) await mkdir(folder);
  else await cp(inRepository(workspace), folder, { recursive: true, filter: (from) => path.basename(from) !== '.rolecall' });
  return folder;
}

export class Workbench {
  constructor(
    /** For whatever this class has no word for. */
    readonly page: Page,
    /** Absolute path of the copy that is open. */
    readonly folder: string,
    /** Ends browser and server, removes the copy. */
    readonly close: () => Promise<void>,
  ) {}

  /** The tab of a view container in the activity bar. */
  activity(name: string): Locator {
    return this.page.locator('.part.activitybar').getByRole('tab', { name });
  }

  /** A row of a tree view, by the start of its accessible name. */
  treeItem(name: string | RegExp): Locator {
    return this.page.locator('.part.sidebar').getByRole('treeitem', { name });
  }

  statusBar(text: string | RegExp): Locator {
    return this.page.locator('.part.statusbar .statusbar-item', { hasText: text });
  }

  /** Runs a command from the palette, by its full title. */
  async run(title: string): Promise<void> {
    await this.pickFromPalette(title);
    // The command may open a list of its own, in the same place: until the palette has gone, typing would go into it.
    await this.page.waitForFunction((typed) => {
      const input = document.querySelector<HTMLInputElement>('.quick-input-widget input.input');
      return input === null || input.value !== typed || input.offsetParent === null;
    }, `>${title}`);
  }

  /** A palette that was opened before the extension was known does not learn of it: a person closes it and opens it again. */
  private async pickFromPalette(title: string): Promise<void> {
    for (const deadline = Date.now() + limitMs; ; ) {
      await this.openQuickInput('F1');
      try {
        return await this.pick(`>${title}`, title, keyLimitMs);
      } catch (error) {
        if (Date.now() > deadline) throw error;
        await this.page.keyboard.press('Escape');
      }
    }
  }

  /** A window that is redrawing loses keys: a person who sees nothing happen presses again. */
  private async openQuickInput(key: string): Promise<void> {
    const input = this.page.locator('.quick-input-widget:visible').locator('input.input');
    for (const deadline = Date.now() + limitMs; Date.now() < deadline; ) {
      await this.page.keyboard.press(key);
      const isOpen = await input.waitFor({ timeout: keyLimitMs }).then(() => true, () => false);
      if (isOpen) return;
    }
    throw new Error(`${key} opened nothing within ${limitMs / 1000} s.`);
  }

  /** Opens a file of the workspace by its name. */
  async openFile(name: string): Promise<void> {
    await this.openQuickInput('Control+P');
    await this.pick(name, path.basename(name));
    await this.page.locator('.tabs-container .tab.active', { hasText: path.basename(name) }).waitFor();
  }

  /** Types into the quick input that is open or opening, and takes the row with exactly this label; the first row may be another. */
  async pick(typed: string, row = typed, timeout = limitMs): Promise<void> {
    const widget = this.page.locator('.quick-input-widget:visible');
    await widget.locator('input.input').fill(typed);
    const label = this.page.locator('.label-name', { hasText: exactly(row) });
    await widget.locator('.quick-input-list .monaco-list-row', { has: label }).first().click({ timeout });
  }

  /** The page inside a webview (there may be several), found by a text that it shows. */
  async webview(text: string | RegExp): Promise<Frame> {
    for (const deadline = Date.now() + limitMs; Date.now() < deadline; await delay(lookEveryMs)) {
      for (const frame of this.page.frames()) {
        if (await shows(frame, text)) return frame;
      }
    }
    throw new Error(`No webview shows ${text} after ${limitMs / 1000} s.`);
  }

  async setTheme(name: ThemeName): Promise<void> {
    await this.run('Preferences: Color Theme');
    await this.pick(name);
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  }

  async resize(width: number, height: number): Promise<void> {
    await this.page.setViewportSize({ width, height });
  }

  /** @returns path of the picture, in the ignored folder out/screenshots */
  async screenshot(name: string): Promise<string> {
    const file = inRepository('out/screenshots', `${name}.png`);
    await mkdir(path.dirname(file), { recursive: true });
    await this.page.screenshot({ path: file });
    return file;
  }
}

const exactly = (text: string): RegExp => new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`);

/** A frame may vanish while it is looked at: then it shows nothing. */
async function shows(frame: Frame, text: string | RegExp): Promise<boolean> {
  try {
    const element = await frame.frameElement();
    if ((await element.getAttribute('id')) !== 'active-frame') return false;
    return await frame.getByText(text).first().isVisible();
  } catch {
    return false;
  }
}
