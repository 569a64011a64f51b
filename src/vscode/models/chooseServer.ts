/** Lets a person choose a server and one of its models, and asks for a key where the server wants one. Writes nothing but the key. */
import * as vscode from 'vscode';
import { openAiBaseUrl } from '../../node/models/baseUrl';
import { findLocalServers, listModels, type FoundServer, type ListedModels } from '../../node/models/modelServers';
import type { Keys } from '../adapters/keyStore';
import type { SetUpArgument } from './setUpArgument';

export interface ChosenServer {
  /** What people call it. */
  readonly server: string;
  /** The model's keys in the team file. */
  readonly entry: Readonly<Record<string, string>>;
}

interface Address {
  readonly server: string;
  readonly baseUrl: string;
  /** What is known to be there already. */
  readonly models?: readonly string[];
}

const title = () => vscode.l10n.t('Set Up a Model');
const timeoutMs = 15_000;

export async function chooseServer(given: SetUpArgument, keys: Keys): Promise<ChosenServer | undefined> {
  const choice = given.baseUrl === undefined ? await chooseAddress(given) : { server: hostOf(given.baseUrl), baseUrl: given.baseUrl };
  if (choice === undefined || 'entry' in choice) return choice;
  const listed = await listWithKey(choice, given, keys);
  if (listed === undefined) return undefined;
  const model = given.model ?? (await chooseModel(listed.models, choice.server));
  if (model === undefined) return undefined;
  const { server } = choice;
  return { server, entry: { provider: 'openai', ...(listed.base === openAiBaseUrl ? {} : { base_url: listed.base }), model, ...(listed.keyName === null ? {} : { api_key_env: listed.keyName }) } };
}

async function chooseAddress({ servers }: SetUpArgument): Promise<Address | ChosenServer | undefined> {
  const looking = { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Looking for models on this machine…') };
  const [found, chats] = await vscode.window.withProgress(looking, () => Promise.all([findLocalServers(servers), vscode.lm.selectChatModels().then((all) => all, () => [])]));
  const families = [...new Set(chats.map((chat) => chat.family))];
  const items: (vscode.QuickPickItem & { readonly choice: Address | ChosenServer | null })[] = [
    ...found.map((server) => ({ label: server.name, description: describeServer(server), choice: { server: server.name, baseUrl: server.base, models: server.models } })),
    ...families.map((family) => ({ label: family, description: vscode.l10n.t('a model of VS Code'), choice: { server: family, entry: { provider: 'vscode', family } } })),
    { label: 'OpenAI', description: 'api.openai.com', choice: { server: 'openai', baseUrl: openAiBaseUrl } },
    { label: vscode.l10n.t('Another server…'), description: vscode.l10n.t('anything that speaks the API of OpenAI'), choice: null },
  ];
  const none = vscode.l10n.t('No local server answers ({0}). Start one, or choose another', servers.map(({ name, port }) => `${name} ${port}`).join(', '));
  const chosen = await vscode.window.showQuickPick(items, { title: title(), placeHolder: found.length === 0 ? none : vscode.l10n.t('Choose a server'), ignoreFocusOut: true });
  if (chosen?.choice !== null) return chosen?.choice;
  const baseUrl = await vscode.window.showInputBox({ title: title(), prompt: vscode.l10n.t('The address of the server'), placeHolder: 'http://localhost:8000/v1', ignoreFocusOut: true });
  return baseUrl === undefined || baseUrl.trim() === '' ? undefined : { server: hostOf(baseUrl), baseUrl };
}

function describeServer({ port, models }: FoundServer): string {
  const count = models.length === 1 ? vscode.l10n.t('1 model') : vscode.l10n.t('{0} models', models.length);
  return `127.0.0.1:${port} · ${count}`;
}

type Listed = { readonly base: string; readonly models: readonly string[]; readonly keyName: string | null };

/** Undefined: it did not come to that, and the person knows why. */
async function listWithKey(address: Address, given: SetUpArgument, keys: Keys): Promise<Listed | undefined> {
  const { server, baseUrl, models } = address;
  if (models !== undefined && given.keyName === undefined) return { base: baseUrl, models, keyName: null };
  const { listed: first, keyName } = await listAsKnown(address, given, keys);
  if (first.kind === 'models') return { ...first, keyName };
  if (first.kind === 'none') return void (await vscode.window.showErrorMessage(first.why));
  const named = await askKey(server, given, keys);
  if (named === undefined) return undefined;
  const second = await list(baseUrl, named.key);
  if (second.kind === 'models') return { ...second, keyName: named.name };
  return void (await vscode.window.showErrorMessage(second.kind === 'key' ? vscode.l10n.t('{0} refused the key {1}.', server, named.name) : second.why));
}

/** With the key that is kept already, or without one. A key that is given is kept first. */
async function listAsKnown({ server, baseUrl }: Address, { keyName, key }: SetUpArgument, keys: Keys): Promise<{ readonly listed: ListedModels; readonly keyName: string | null }> {
  if (key !== undefined) return { listed: { kind: 'key', base: baseUrl }, keyName: null };
  const name = keyName ?? usualKeyName(server);
  const known = await keys.get(name);
  return { listed: await list(baseUrl, known ?? null), keyName: known === undefined ? null : name };
}

function usualKeyName(server: string): string {
  return `${server.replace(/[^A-Za-z0-9]+/g, '_').replace(/^[^A-Za-z]+|_+$/g, '').toUpperCase() || 'MODEL'}_API_KEY`;
}

function list(baseUrl: string, key: string | null): Thenable<ListedModels> {
  const asking = { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Asking {0} for its models…', hostOf(baseUrl)), cancellable: true };
  return vscode.window.withProgress(asking, (_progress, token) => {
    const stop = new AbortController();
    token.onCancellationRequested(() => stop.abort());
    return listModels(baseUrl, key, AbortSignal.any([stop.signal, AbortSignal.timeout(timeoutMs)]));
  });
}

async function askKey(server: string, given: SetUpArgument, keys: Keys): Promise<{ readonly name: string; readonly key: string } | undefined> {
  const name = given.keyName ?? (await vscode.window.showInputBox({ title: title(), prompt: vscode.l10n.t('{0} wants a key. Under which name shall it be kept?', server), value: usualKeyName(server), ignoreFocusOut: true, validateInput: (text) => (/^[A-Za-z_]\w*$/.test(text) ? undefined : vscode.l10n.t('A name of letters, digits and _')) }));
  if (name === undefined) return undefined;
  const key = (given.key ?? (await vscode.window.showInputBox({ title: title(), prompt: vscode.l10n.t('The key {0}. It is kept in the secret storage of VS Code, in no file.', name), password: true, ignoreFocusOut: true })))?.trim();
  if (key === undefined || key === '') return undefined;
  if ((await keys.store(name, key)) === 'session') void vscode.window.showWarningMessage(vscode.l10n.t('VS Code has no secret storage here: the key {0} is kept until this window closes, and nowhere else.', name));
  return { name, key };
}

async function chooseModel(models: readonly string[], server: string): Promise<string | undefined> {
  if (models.length > 0) return vscode.window.showQuickPick(models, { title: title(), placeHolder: vscode.l10n.t('Choose a model of {0}', server), ignoreFocusOut: true });
  return vscode.window.showInputBox({ title: title(), prompt: vscode.l10n.t('{0} lists no models. What does it call yours?', server), ignoreFocusOut: true });
}

function hostOf(address: string): string {
  return /^(?:https?:\/\/)?([^/:?#]+)/i.exec(address.trim())?.[1] ?? address;
}
