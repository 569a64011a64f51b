/** "Go to Role…": a list of all roles of the window's teams; opens the card of the one that is chosen. */
import * as vscode from 'vscode';
import type { Disposable } from '../../engine/shared/disposable';
import { basename } from '../../engine/shared/paths';
import { toEditorPoint } from '../adapters/editorRange';
import { uriOfPath } from '../adapters/uriPath';
import { commandIds } from '../ids';
import type { TeamStore } from '../teams/teamStore';

export function registerGoToRole({ teams }: { readonly teams: TeamStore }): Disposable {
  return vscode.commands.registerCommand(commandIds.goToRole, async () => {
    await teams.settled();
    const items = teams.teams.flatMap(({ loaded }) => loaded.roles.map((role) => ({
      label: role.id,
      description: loaded.name,
      detail: role.problem ?? loaded.team?.roles.find(({ id }) => id === role.id)?.responsibility ?? basename(role.file),
      iconPath: new vscode.ThemeIcon(role.problem === null ? 'account' : 'error'),
      role,
    })));
    const chosen = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Go to Role'), matchOnDescription: true, matchOnDetail: true });
    if (!chosen) return;
    const { file, range } = chosen.role;
    await vscode.window.showTextDocument(uriOfPath(file), { selection: toEditorPoint(range.start) });
  });
}
