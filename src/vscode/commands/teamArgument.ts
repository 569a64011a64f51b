/** Which team a command is about: what a tree row, an editor's title, a CodeLens or another command hands over, else what the person looks at. */
import * as vscode from 'vscode';
import { pathOfUri } from '../adapters/uriPath';
import type { FoundTeam, TeamStore } from '../teams/teamStore';
import { teamFileOfRow } from '../views/teamsRows';

/** What other code and keybindings may hand to the commands; every member may be left out. */
export interface TeamArgument {
  /** Path of the team file. */
  readonly team?: string;
  readonly task?: string;
  /** The name of one of its scenarios: its task, fields, model and answers are the run's. */
  readonly scenario?: string;
}

export function parseTeamArgument(argument: unknown): TeamArgument {
  if (typeof argument === 'string') return { team: teamFileOfRow(argument) };
  if (argument instanceof vscode.Uri) return { team: pathOfUri(argument) };
  if (typeof argument !== 'object' || argument === null) return {};
  const given = argument as Readonly<Record<string, unknown>>;
  const text = (name: keyof TeamArgument): TeamArgument => (typeof given[name] === 'string' ? { [name]: given[name] } : {});
  return { ...text('team'), ...text('task'), ...text('scenario') };
}

/** Every team that is meant: several where a card belongs to several. */
export function teamsMeant({ team }: TeamArgument, store: TeamStore): readonly FoundTeam[] {
  if (team !== undefined) {
    const exact = store.get(team);
    return exact ? [exact] : store.teamsOf(team);
  }
  const active = vscode.window.activeTextEditor?.document.uri;
  const ofEditor = active ? store.teamsOf(pathOfUri(active)) : [];
  return ofEditor.length > 0 ? ofEditor : store.teams;
}

/** Asks only where there is a choice. Undefined: none, or the person changed their mind. */
export async function chooseTeam(found: readonly FoundTeam[], title: string): Promise<FoundTeam | undefined> {
  if (found.length < 2) return found[0];
  const items = found.map((team) => ({
    label: team.loaded.name,
    description: vscode.workspace.asRelativePath(vscode.Uri.file(team.loaded.file), true),
    iconPath: new vscode.ThemeIcon(team.loaded.team ? 'organization' : 'error'),
    team,
  }));
  return (await vscode.window.showQuickPick(items, { title, placeHolder: vscode.l10n.t('Choose a team'), matchOnDescription: true }))?.team;
}
