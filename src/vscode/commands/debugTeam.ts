/** "Debug Team": starts a debug session of the team that is meant, as F5 does. */
import * as vscode from 'vscode';
import type { Disposable } from '../../engine/shared/disposable';
import { commandIds, debugType } from '../ids';
import { parseTeamArgument } from './teamArgument';

export function registerDebugTeam(): Disposable {
  return vscode.commands.registerCommand(commandIds.debugTeam, (argument: unknown) => {
    const { team, task } = parseTeamArgument(argument);
    const folder = team === undefined ? undefined : vscode.workspace.getWorkspaceFolder(vscode.Uri.file(team));
    const given = { ...(team === undefined ? {} : { team }), ...(task === undefined ? {} : { task }) };
    return vscode.debug.startDebugging(folder, { type: debugType, request: 'launch', name: vscode.l10n.t('Debug Team'), stopOnEntry: true, ...given });
  });
}
