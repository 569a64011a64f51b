/** "Open Run Panel": the panel of a team's newest run. */
import * as vscode from 'vscode';
import type { Disposable } from '../../engine/shared/disposable';
import { isObject } from '../../engine/shared/json';
import { commandIds } from '../ids';
import type { RunPanels } from '../panel/runPanels';
import type { RunController } from '../runs/runController';
import type { TeamStore } from '../teams/teamStore';
import type { FocusedTeam } from '../views/focusedTeam';
import { placeIn } from './runArgument';
import { parseTeamArgument, teamsMeant } from './teamArgument';

export interface OpenRunPanelDeps {
  readonly teams: TeamStore;
  readonly runs: RunController;
  readonly focus: FocusedTeam;
  readonly panels: RunPanels;
}

export function registerOpenRunPanel({ teams, runs, focus, panels }: OpenRunPanelDeps): Disposable {
  return vscode.commands.registerCommand(commandIds.openRunPanel, async (argument: unknown) => {
    const place = placeIn(argument);
    if (place) return panels.open(await runs.open(place), keepsFocus(argument));
    const given = parseTeamArgument(argument);
    // A run may outlast its team's file.
    const named = given.team === undefined ? undefined : (runs.lastOf(given.team) ?? runs.lastOf(teamsMeant(given, teams)[0]?.loaded.file ?? ''));
    const file = focus.team?.loaded.file;
    const record = given.team === undefined ? ((file === undefined ? undefined : runs.lastOf(file)) ?? runs.latest[0]) : named;
    if (record) panels.open(record);
    else await offerRun(given.team ?? file, teams);
  });
}

/** A row of a tree is looked at, and may be left by the arrows or deleted next. */
function keepsFocus(argument: unknown): boolean {
  return isObject(argument) && argument['keepsFocus'] === true;
}

async function offerRun(team: string | undefined, teams: TeamStore): Promise<void> {
  const name = team === undefined ? undefined : teams.get(team)?.loaded.name;
  const run = vscode.l10n.t('Run Team');
  const message = name === undefined ? vscode.l10n.t('No team has run yet.') : vscode.l10n.t('{0} has not run yet.', name);
  if ((await vscode.window.showInformationMessage(message, run)) === run) await vscode.commands.executeCommand(commandIds.runTeam, { team });
}
