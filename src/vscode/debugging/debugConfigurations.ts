/** What is debugged when somebody presses F5, with a launch configuration or without: the team of the file in front, and the task asked for. */
import * as vscode from 'vscode';
import { joinPath } from '../../engine/shared/paths';
import { pathOfUri } from '../adapters/uriPath';
import { chooseTeam, teamsMeant } from '../commands/teamArgument';
import { isRefusedByTrust } from '../commands/trust';
import { debugType } from '../ids';
import type { TaskMemory } from '../runs/taskMemory';
import type { TeamStore } from '../teams/teamStore';

export interface DebugConfigurationDeps {
  readonly teams: TeamStore;
  readonly tasks: TaskMemory;
}

export function debugConfigurations({ teams, tasks }: DebugConfigurationDeps): vscode.DebugConfigurationProvider {
  return {
    provideDebugConfigurations: () => [{ type: debugType, request: 'launch', name: vscode.l10n.t('Debug Team'), team: '${file}' }],
    /** Undefined: nothing is started. */
    async resolveDebugConfigurationWithSubstitutedVariables(folder, given) {
      const asked: vscode.DebugConfiguration = { ...given, type: debugType, request: 'launch', name: given.name || vscode.l10n.t('Debug Team') };
      await teams.settled();
      const found = await chooseTeam(teamsMeant({ team: fileOf(asked['team'], folder) }, teams), vscode.l10n.t('Debug Team'));
      if (!found) return undefined;
      const { loaded } = found;
      if (isRefusedByTrust(loaded.name)) return undefined;
      const task: unknown = asked['task'] ?? (asked['replay'] === undefined ? await tasks.ask(loaded) : '');
      if (typeof task !== 'string') return undefined;
      if (task !== '') await tasks.remember(loaded.file, task);
      return { ...asked, team: loaded.file, task };
    },
    // F5 without a launch.json comes with nothing at all.
    resolveDebugConfiguration: (_folder, given) => ({ ...given, type: debugType, request: 'launch', name: given.name || vscode.l10n.t('Debug Team') }),
  };
}

/** A team file or one of its cards; undefined: the one in front. */
function fileOf(team: unknown, folder: vscode.WorkspaceFolder | undefined): string | undefined {
  if (typeof team === 'string' && team !== '') return team.startsWith('/') || !folder ? team : joinPath(pathOfUri(folder.uri), team);
  const document = vscode.window.activeTextEditor?.document;
  return document && pathOfUri(document.uri);
}
