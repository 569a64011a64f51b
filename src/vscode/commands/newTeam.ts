/** "New Team…": copies a sample team into a folder of the person's choice, names it as that folder, gives it JSON Schemas, and opens it. Nothing that is there is ever overwritten. */
import * as vscode from 'vscode';
import type { Disposable } from '../../engine/shared/disposable';
import { errorSentence } from '../adapters/describeError';
import { pathOfUri } from '../adapters/uriPath';
import { commandIds } from '../ids';
import type { TeamStore } from '../teams/teamStore';

const teamFile = 'team.yaml';
/** As package.json names it. */
const walkthroughId = 'rolecall.rolecall#start';
/** Runs made in the sample itself are not part of it. */
const notCopied: ReadonlySet<string> = new Set(['.rolecall']);

export interface NewTeamDeps {
  readonly teams: TeamStore;
  readonly extensionUri: vscode.Uri;
  readonly log: vscode.LogOutputChannel;
}

/** What a caller may answer beforehand; what is left out is asked. */
interface NewTeamArgument {
  readonly template?: string;
  /** Path of the folder that the team's folder is made in. */
  readonly parent?: string;
  /** Name of the team's folder. */
  readonly name?: string;
}

interface Template {
  readonly name: string;
  readonly uri: vscode.Uri;
  readonly summary: string;
}

export function registerNewTeam(deps: NewTeamDeps): Disposable {
  return vscode.commands.registerCommand(commandIds.newTeam, (argument: unknown) => newTeam(parseArgument(argument), deps));
}

/** The new team file, for callers; undefined where the person changed their mind or it could not be made. */
async function newTeam(given: NewTeamArgument, { teams, extensionUri, log }: NewTeamDeps): Promise<vscode.Uri | undefined> {
  const template = await chooseTemplate(await templatesIn(vscode.Uri.joinPath(extensionUri, 'media', 'samples')), given.template);
  if (!template) return undefined;
  const parent = given.parent === undefined ? await chooseParent() : vscode.Uri.file(given.parent);
  if (!parent) return undefined;
  const name = given.name ?? (await chooseName(parent, template.name));
  if (name === undefined) return undefined;
  const target = vscode.Uri.joinPath(parent, name.trim());
  const problem = await problemWith(parent, name);
  if (problem) {
    void vscode.window.showErrorMessage(problem);
    return undefined;
  }
  try {
    await copyFolder(template.uri, target);
    await nameAsFolder(vscode.Uri.joinPath(target, teamFile), name.trim());
    await addSchemas(target, vscode.Uri.joinPath(extensionUri, 'dist', 'schemas'));
  } catch (error) {
    log.error(`The team could not be copied to ${target.fsPath}.`, error instanceof Error ? error : String(error));
    void vscode.window.showErrorMessage(vscode.l10n.t('The team could not be made in {0}. {1}', target.fsPath, errorSentence(error)));
    return undefined;
  }
  const made = vscode.Uri.joinPath(target, teamFile);
  await vscode.window.showTextDocument(made, { preview: false });
  await teams.checkAll();
  if (!vscode.workspace.getWorkspaceFolder(made)) void offerFolder(target);
  return made;
}

async function templatesIn(folder: vscode.Uri): Promise<readonly Template[]> {
  const entries = await vscode.workspace.fs.readDirectory(folder);
  const found = await Promise.all(entries.map(async ([name, type]): Promise<Template[]> => {
    const uri = vscode.Uri.joinPath(folder, name);
    const isTeam = type === vscode.FileType.Directory && (await exists(vscode.Uri.joinPath(uri, teamFile)));
    return isTeam ? [{ name, uri, summary: await summaryOf(uri) }] : [];
  }));
  return found.flat();
}

/** The first paragraph of its README. */
async function summaryOf(template: vscode.Uri): Promise<string> {
  try {
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(template, 'README.md')));
    const paragraphs = text.split(/\r?\n\s*\r?\n/).filter((paragraph) => !paragraph.trim().startsWith('#'));
    return (paragraphs[0] ?? '').replaceAll(/\s+/g, ' ').replaceAll('`', '').trim();
  } catch {
    return '';
  }
}

async function chooseTemplate(templates: readonly Template[], wanted: string | undefined): Promise<Template | undefined> {
  if (wanted !== undefined) return templates.find(({ name }) => name === wanted);
  const items = templates.map((template) => ({
    label: template.name,
    detail: template.summary,
    iconPath: new vscode.ThemeIcon('organization'),
    template,
  }));
  return pickTemplate(items);
}

/** With a way to the pictures of the samples. */
function pickTemplate(items: readonly (vscode.QuickPickItem & { readonly template: Template })[]): Promise<Template | undefined> {
  const pick = vscode.window.createQuickPick<(typeof items)[number]>();
  const pictures = { iconPath: new vscode.ThemeIcon('preview'), tooltip: vscode.l10n.t('Pictures of the Samples') };
  Object.assign(pick, { title: vscode.l10n.t('New Team'), placeholder: vscode.l10n.t('Start from which team?'), matchOnDetail: true, ignoreFocusOut: true, items, buttons: [pictures] });
  return new Promise((resolve) => {
    pick.onDidTriggerButton(() => {
      pick.hide();
      void vscode.commands.executeCommand('workbench.action.openWalkthrough', { category: walkthroughId, step: `${walkthroughId}#sample` }, false);
    });
    pick.onDidAccept(() => {
      resolve(pick.selectedItems[0]?.template);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

async function chooseParent(): Promise<vscode.Uri | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) return browse();
  const elsewhere = { label: vscode.l10n.t('Another folder…'), iconPath: new vscode.ThemeIcon('folder-opened'), uri: undefined };
  const items = folders.map(({ name, uri }) => ({ label: name, description: uri.fsPath, iconPath: new vscode.ThemeIcon('root-folder'), uri }));
  const options = { title: vscode.l10n.t('New Team'), placeHolder: vscode.l10n.t('Make its folder in') };
  const chosen = await vscode.window.showQuickPick([...items, elsewhere], { ...options, ignoreFocusOut: true });
  return chosen === elsewhere ? browse() : chosen?.uri;
}

async function browse(): Promise<vscode.Uri | undefined> {
  const options = { canSelectFolders: true, canSelectFiles: false, openLabel: vscode.l10n.t('Make Team Here'), title: vscode.l10n.t('New Team') };
  return (await vscode.window.showOpenDialog(options))?.[0];
}

async function chooseName(parent: vscode.Uri, template: string): Promise<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t('New Team'),
    prompt: vscode.l10n.t('Name of its folder in {0}', parent.fsPath),
    value: await freeName(parent, template),
    ignoreFocusOut: true,
    validateInput: (name) => problemWith(parent, name),
  });
}

async function freeName(parent: vscode.Uri, wanted: string): Promise<string> {
  for (let nth = 1; ; nth++) {
    const name = nth === 1 ? wanted : `${wanted}-${nth}`;
    if (!(await exists(vscode.Uri.joinPath(parent, name)))) return name;
  }
}

async function problemWith(parent: vscode.Uri, name: string): Promise<string | undefined> {
  const plain = name.trim();
  if (plain === '') return vscode.l10n.t('The folder needs a name.');
  if (/[/\\:*?"<>|]/.test(plain) || plain === '.' || plain === '..') return vscode.l10n.t('A name of one folder, without / \\ : * ? " < > |');
  return (await exists(vscode.Uri.joinPath(parent, plain))) ? vscode.l10n.t('{0} is there already. Choose another name.', plain) : undefined;
}

async function copyFolder(from: vscode.Uri, to: vscode.Uri): Promise<void> {
  await vscode.workspace.fs.createDirectory(to);
  for (const [name, type] of await vscode.workspace.fs.readDirectory(from)) {
    if (notCopied.has(name)) continue;
    const [source, target] = [vscode.Uri.joinPath(from, name), vscode.Uri.joinPath(to, name)];
    if (type === vscode.FileType.Directory) await copyFolder(source, target);
    else await vscode.workspace.fs.copy(source, target, { overwrite: false });
  }
}

/** So that it is told apart from the sample and from other teams made of it. */
async function nameAsFolder(file: vscode.Uri, name: string): Promise<void> {
  const { nameTeam } = await import('../../engine/cards/nameTeam');
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(nameTeam(text, name)));
}

/** Each card names its JSON Schema, which lies beside the team: other editors, and people without this extension, have them too. */
async function addSchemas(target: vscode.Uri, from: vscode.Uri): Promise<void> {
  const { schemaFolder, withSchemaLine } = await import('../../engine/language/schemaLine');
  const schemas = vscode.Uri.joinPath(target, schemaFolder);
  await copyFolder(from, schemas);
  for (const uri of await filesBelow(target)) {
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await vscode.workspace.fs.readFile(uri));
    const changed = withSchemaLine(text, pathOfUri(uri), pathOfUri(schemas));
    if (changed !== text) await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(changed));
  }
}

async function filesBelow(folder: vscode.Uri): Promise<readonly vscode.Uri[]> {
  const entries = await vscode.workspace.fs.readDirectory(folder);
  const found = await Promise.all(entries.map(([name, type]) => {
    const uri = vscode.Uri.joinPath(folder, name);
    return type === vscode.FileType.Directory ? filesBelow(uri) : Promise.resolve(/\.ya?ml$/.test(name) ? [uri] : []);
  }));
  return found.flat();
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}

async function offerFolder(folder: vscode.Uri): Promise<void> {
  const open = vscode.l10n.t('Open Folder');
  const message = vscode.l10n.t('The team is in {0}. Open that folder to work on it.', folder.fsPath);
  if ((await vscode.window.showInformationMessage(message, open)) === open) await vscode.commands.executeCommand('vscode.openFolder', folder);
}

function parseArgument(argument: unknown): NewTeamArgument {
  if (typeof argument !== 'object' || argument === null) return {};
  const given = argument as Readonly<Record<string, unknown>>;
  const text = (name: keyof NewTeamArgument): NewTeamArgument => (typeof given[name] === 'string' ? { [name]: given[name] } : {});
  return { ...text('template'), ...text('parent'), ...text('name') };
}
