/** "Debug Team": starts a debug session of the team, or of its scenario, that is meant, as F5 does. */
import * as vscode from 'vscode';
import type { Disposable } from '../../engine/shared/disposable';
import { commandIds, debugType } from '../ids';
import { scenarioRun } from '../runs/scenarioRun';
import type { TeamStore } from '../teams/teamStore';
import { parseTeamArgument, type TeamArgument } from './teamArgument';

export function registerDebugTeam({ teams }: { readonly teams: TeamStore }): Disposable {
  return vscode.commands.registerCommand(commandIds.debugTeam, async (argument: unknown) => {
    const given = parseTeamArgument(argument);
    await teams.settled();
    const folder = given.team === undefined ? undefined : vscode.workspace.getWorkspaceFolder(vscode.Uri.file(given.team));
    return vscode.debug.startDebugging(folder, { type: debugType, request: 'launch', name: vscode.l10n.t('Debug Team'), stopOnEntry: true, ...launchOf(given, teams) });
  });
}

/** What a launch configuration would say of it. */
function launchOf({ team, task, scenario }: TeamArgument, teams: TeamStore): Readonly<Record<string, unknown>> {
  if (team === undefined) return {};
  const loaded = teams.get(team)?.loaded;
  const { task: own, options, approvals } = loaded === undefined ? {} : scenarioRun(loaded, scenario);
  const said = { task: task ?? own, model: options?.model, state: options?.set, role: options?.alone?.role, input: options?.alone?.input, approvals };
  return { team, ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) };
}
