/** "Stop Run": stops what runs of a team; asks which where several teams run and none is named. */
import * as vscode from 'vscode';
import type { Disposable } from '../../engine/shared/disposable';
import { commandIds } from '../ids';
import type { RunController } from '../runs/runController';
import type { TeamStore } from '../teams/teamStore';
import { placeIn } from './runArgument';
import { chooseTeam, parseTeamArgument, teamsMeant } from './teamArgument';

export function registerStopRun({ teams, runs }: { readonly teams: TeamStore; readonly runs: RunController }): Disposable {
  return vscode.commands.registerCommand(commandIds.stopRun, async (argument: unknown) => {
    const place = placeIn(argument);
    if (place) return runs.stop(place);
    const meant = teamsMeant(parseTeamArgument(argument), teams).filter(({ loaded }) => runs.isRunningTeam(loaded.file));
    const running = meant.length > 0 ? meant : teams.teams.filter(({ loaded }) => runs.isRunningTeam(loaded.file));
    if (running.length === 0) return runs.stopAll();
    const chosen = await chooseTeam(running, vscode.l10n.t('Stop Run'));
    if (chosen) runs.stopTeam(chosen.loaded.file);
  });
}
