/** "Open Team File": the team.yaml of a row in the Teams view. */
import * as vscode from 'vscode';
import type { Disposable } from '../../engine/shared/disposable';
import { uriOfPath } from '../adapters/uriPath';
import { commandIds } from '../ids';
import type { TeamStore } from '../teams/teamStore';
import { chooseTeam, parseTeamArgument, teamsMeant } from './teamArgument';

export function registerOpenTeamFile({ teams }: { readonly teams: TeamStore }): Disposable {
  return vscode.commands.registerCommand(commandIds.openTeamFile, async (argument: unknown) => {
    const found = await chooseTeam(teamsMeant(parseTeamArgument(argument), teams), vscode.l10n.t('Open Team File'));
    if (found) await vscode.window.showTextDocument(uriOfPath(found.loaded.file));
  });
}
