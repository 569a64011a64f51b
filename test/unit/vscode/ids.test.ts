import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'mocha';
import { launchKeys } from '../../../src/debug/launch';
import { lintCodes, lintLevels } from '../../../src/engine/team/lint/lintCodes';
import { commandIds, containerId, contextKeys, debugType, lintSection, rowKinds, runPanelType, settingIds, viewIds } from '../../../src/vscode/ids';

interface Manifest {
  readonly activationEvents: readonly string[];
  readonly capabilities: { readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] } };
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string; readonly category: string; readonly enablement?: string }[];
    readonly debuggers: readonly { readonly type: string; readonly configurationAttributes: { readonly launch: { readonly properties: object } } }[];
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly description: string; readonly scope: string; readonly default: unknown; readonly enum?: readonly string[] }>> };
    readonly keybindings: readonly { readonly command: string; readonly when: string }[];
    readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when: string }[]>>;
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly viewsContainers: { readonly activitybar: readonly { readonly id: string }[] };
    readonly walkthroughs: readonly { readonly steps: readonly { readonly completionEvents: readonly string[]; readonly media: { readonly svg?: string; readonly image?: string; readonly markdown?: string } }[] }[];
    readonly viewsWelcome: readonly { readonly view: string; readonly contents: string; readonly when: string }[];
  };
}

const text = readFileSync('package.json', 'utf8');
const manifest = JSON.parse(text) as Manifest;
const words = JSON.parse(readFileSync('package.nls.json', 'utf8')) as Readonly<Record<string, string>>;
const { contributes } = manifest;
const sorted = (names: Iterable<string>): string[] => [...names].sort();

describe('ids and package.json', () => {
  it('name the same commands', () => {
    assert.deepEqual(sorted(contributes.commands.map(({ command }) => command)), sorted(Object.values(commandIds)));
  });

  it('name the same views, in the same container', () => {
    assert.deepEqual(contributes.viewsContainers.activitybar.map(({ id }) => id), [containerId]);
    assert.deepEqual(contributes.views[containerId]?.map(({ id }) => id), Object.values(viewIds));
  });

  it('name the same settings', () => {
    const lint = lintCodes.map((code) => `${lintSection}.${code}`);
    assert.deepEqual(sorted(Object.keys(contributes.configuration.properties)), sorted([...Object.values(settingIds), ...lint]));
    for (const id of lint) assert.deepEqual(contributes.configuration.properties[id]?.enum, ['default', ...lintLevels]);
  });

  it('take no setting from a folder that nobody trusts', () => {
    assert.deepEqual(sorted(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations), sorted(Object.keys(contributes.configuration.properties)));
  });

  it('use only context keys that are set, and set only those that are used', () => {
    const whens = JSON.stringify([contributes.menus, contributes.viewsWelcome, contributes.keybindings, contributes.walkthroughs.flatMap(({ steps }) => steps.map(({ completionEvents }) => completionEvents)), contributes.commands.map(({ enablement }) => enablement)]);
    const known = new Set<string>([...Object.values(commandIds), ...Object.values(viewIds)]);
    const used = new Set([...whens.matchAll(/\brolecall\.\w+/g)].map(([name]) => name).filter((name) => !known.has(name)));
    assert.deepEqual(sorted(used), sorted(Object.values(contextKeys)));
  });

  it('name the same debugger, with what a launch configuration may hold', () => {
    assert.deepEqual(contributes.debuggers.map(({ type }) => type), [debugType]);
    // VS Code sets it by itself.
    const written = launchKeys.filter((key) => key !== 'noDebug');
    assert.deepEqual(sorted(Object.keys(contributes.debuggers[0]!.configurationAttributes.launch.properties)), sorted(written));
  });

  it('match rows of a tree by kinds that rows have', () => {
    const kinds: readonly string[] = Object.values(rowKinds);
    for (const { when } of contributes.menus['view/item/context'] ?? []) {
      const exact = /viewItem == ([\w.]+)/.exec(when)?.[1];
      const pattern = /viewItem =~ \/(.+?)\//.exec(when)?.[1];
      assert.ok(exact !== undefined ? kinds.includes(exact) : kinds.some((kind) => new RegExp(pattern ?? '(?!)').test(kind)), when);
    }
  });

  it('wake the extension to restore its panel', () => {
    assert.ok(manifest.activationEvents.includes(`onWebviewPanel:${runPanelType}`));
    assert.ok(!manifest.activationEvents.includes('*'));
  });

  it('have a file for each command, named like the end of its id', () => {
    const files = new Set(readdirSync('src/vscode/commands'));
    for (const id of Object.values(commandIds)) assert.ok(files.has(`${id.slice('rolecall.'.length)}.ts`), id);
  });

  it('put every text into package.nls.json, and nothing else there', () => {
    const used = new Set([...text.matchAll(/%([\w.]+)%/g)].map(([, name]) => name!));
    assert.deepEqual(sorted(used), sorted(Object.keys(words)));
  });

  it('offer commands that there are, in every text, and pictures that there are', () => {
    const offered = [...JSON.stringify(words).matchAll(/\(command:([\w.]+)/g)].map(([, id]) => id!);
    const own: readonly string[] = Object.values(commandIds);
    assert.deepEqual(offered.filter((id) => id.startsWith('rolecall.') && !own.includes(id)), []);
    const files = contributes.walkthroughs.flatMap(({ steps }) => steps.map(({ media }) => media.svg ?? media.image ?? media.markdown ?? ''));
    assert.ok(files.length > 0);
    for (const file of files) assert.ok(existsSync(file.startsWith('%') ? words[file.slice(1, -1)]! : file), file);
    const samples = readdirSync('media/samples');
    const pictures = readFileSync('media/walkthrough/samples.svg', 'utf8');
    for (const sample of samples) assert.ok(pictures.includes(`>${sample}<`), `${sample} has a picture: npm run pictures`);
  });

  it('hide every command from the palette that needs a team, a run or a row', () => {
    const hidden = new Set(contributes.menus['commandPalette']?.map(({ command }) => command));
    const always = Object.values(commandIds).filter((id) => !hidden.has(id));
    assert.deepEqual(sorted(always), sorted([commandIds.newTeam, commandIds.checkTeams, commandIds.setUpModel, commandIds.setApiKey, commandIds.showOutput]));
  });
});
