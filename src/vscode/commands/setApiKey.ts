/** "Set API Key…": keeps the key of a model in VS Code's secret storage, under the name that `api_key_env` gives it. It never shows one. */
import * as vscode from 'vscode';
import type { Disposable } from '../../engine/shared/disposable';
import type { Keys } from '../adapters/keyStore';
import { commandIds } from '../ids';
import type { TeamStore } from '../teams/teamStore';

const defaultName = 'OPENAI_API_KEY';

export interface SetApiKeyDeps {
  readonly teams: TeamStore;
  readonly keys: Keys;
}

export function registerSetApiKey({ teams, keys }: SetApiKeyDeps): Disposable {
  return vscode.commands.registerCommand(commandIds.setApiKey, async () => {
    const name = await chooseName(teams, keys);
    if (name === undefined) return;
    const key = await vscode.window.showInputBox({
      title: vscode.l10n.t('Set API Key: {0}', name),
      prompt: vscode.l10n.t('Kept in the secret storage of VS Code, in no file. Leave it empty to remove the key.'),
      password: true,
      ignoreFocusOut: true,
    });
    if (key === undefined) return;
    const value = key.trim();
    if (value === '') {
      await keys.delete(name);
      vscode.window.setStatusBarMessage(vscode.l10n.t('The key {0} was removed.', name), 5000);
    } else if ((await keys.store(name, value)) === 'kept') {
      vscode.window.setStatusBarMessage(vscode.l10n.t('The key {0} was kept.', name), 5000);
    } else {
      void vscode.window.showWarningMessage(vscode.l10n.t('VS Code has no secret storage here: the key {0} is kept until this window closes, and nowhere else.', name));
    }
  });
}

/** The names that the teams of this window use; any other can be typed. */
async function chooseName(teams: TeamStore, keys: Keys): Promise<string | undefined> {
  const models = teams.teams.flatMap(({ loaded }) => Object.values(loaded.team?.models ?? {}));
  const names = new Set([...models.flatMap(({ apiKeyEnv }) => apiKeyEnv ?? []), defaultName]);
  const items = await Promise.all([...names].map(async (name) => {
    const isSet = (await keys.get(name)) !== undefined;
    return { label: name, description: isSet ? vscode.l10n.t('set') : '' };
  }));
  const other = { label: vscode.l10n.t('Another name…'), description: '' };
  const title = vscode.l10n.t('Set API Key');
  const chosen = await vscode.window.showQuickPick([...items, other], { title, placeHolder: vscode.l10n.t('Which key? Its name is that of api_key_env') });
  if (chosen !== other) return chosen?.label;
  return vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('Its name, as api_key_env has it'),
    validateInput: (text) => (/^[A-Za-z_]\w*$/.test(text) ? undefined : vscode.l10n.t('A name of letters, digits and _')),
  });
}
