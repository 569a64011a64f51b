/** Which role a command is about: what a row, a CodeLens or another command hands over, else the card at the cursor, else the person is asked. */
import * as vscode from 'vscode';
import { isObject } from '../../engine/shared/json';
import type { LoadedTeam, RoleOutline } from '../../engine/team/loadedTeam';
import { pathOfUri } from '../adapters/uriPath';
import type { TeamStore } from '../teams/teamStore';

export interface RoleArgument {
  /** Path of the team file. */
  readonly team: string;
  readonly role: string;
}

/** Null: it names none. */
export function parseRoleArgument(argument: unknown): RoleArgument | null {
  const [, team, role] = typeof argument === 'string' ? (/^role:([^\n]*)\n([^\n]*)/.exec(argument) ?? []) : [];
  if (team !== undefined && role !== undefined) return { team, role };
  if (!isObject(argument)) return null;
  const given = argument as { readonly team?: unknown; readonly role?: unknown };
  return typeof given.team === 'string' && typeof given.role === 'string' ? { team: given.team, role: given.role } : null;
}

/** Null: the person changed their mind. */
export async function chooseRole(teams: TeamStore, title: string): Promise<RoleArgument | null> {
  const editor = vscode.window.activeTextEditor;
  const path = editor === undefined ? '' : pathOfUri(editor.document.uri);
  // A card of a team within a team belongs to both, and is a role of one.
  const here = teams.teamsOf(path).map(({ loaded }) => loaded);
  for (const loaded of here) {
    const own = roleAt(loaded, path, (editor?.selection.active.line ?? 0) + 1);
    if (own !== undefined) return { team: loaded.file, role: own.id };
  }
  return pickRole(here.length === 0 ? teams.teams.map(({ loaded }) => loaded) : here, title);
}

/** The last card that begins at or above the line. */
function roleAt({ roles }: LoadedTeam, path: string, line: number): RoleOutline | undefined {
  const inFile = roles.filter(({ file }) => file === path);
  return inFile.findLast(({ range }) => range.start.line <= line) ?? (inFile.length === 1 ? inFile[0] : undefined);
}

async function pickRole(teams: readonly LoadedTeam[], title: string): Promise<RoleArgument | null> {
  const items = teams.flatMap((loaded) => loaded.roles.map((role) => ({ label: role.id, description: loaded.name, chosen: { team: loaded.file, role: role.id } })));
  return (await vscode.window.showQuickPick(items, { title }))?.chosen ?? null;
}
