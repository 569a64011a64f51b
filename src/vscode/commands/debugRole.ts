/** "Debug This Role": a role alone, once, with the input of a step of a run or with values that are typed. */
import * as vscode from 'vscode';
import type { Disposable } from '../../engine/shared/disposable';
import { roleInput, type RoleInputDeps } from '../debugging/roleInput';
import { commandIds, debugType } from '../ids';
import type { TeamStore } from '../teams/teamStore';
import { chooseRole, parseRoleArgument } from './roleArgument';

export interface DebugRoleDeps extends RoleInputDeps {
  readonly teams: TeamStore;
}

export function registerDebugRole(deps: DebugRoleDeps): Disposable {
  return vscode.commands.registerCommand(commandIds.debugRole, async (argument: unknown) => {
    const { teams } = deps;
    await teams.settled();
    const chosen = parseRoleArgument(argument) ?? (await chooseRole(teams, vscode.l10n.t('Debug which role?')));
    const found = chosen === null ? undefined : teams.get(chosen.team);
    if (chosen === null || found === undefined) return;
    const { team, name } = found.loaded;
    const role = team?.roles.find(({ id }) => id === chosen.role);
    if (team === null || role === undefined) return void vscode.window.showErrorMessage(vscode.l10n.t('{0} has errors: see the Problems view.', name));
    const given = await roleInput(found, team, role, deps);
    if (given === undefined) return;
    const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(found.loaded.file));
    await vscode.debug.startDebugging(folder, { type: debugType, request: 'launch', name: vscode.l10n.t('Debug {0}', role.id), stopOnEntry: true, team: found.loaded.file, role: role.id, ...given });
  });
}
