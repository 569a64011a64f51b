/** "Preview Prompt": chooses the role at the cursor and what its prompt is filled in for, and opens the prompt beside the card. What is shown is preview/promptPreviews.ts. */
import * as vscode from 'vscode';
import type { Disposable } from '../../engine/shared/disposable';
import type { LoadedTeam, RoleOutline } from '../../engine/team/loadedTeam';
import { pathOfUri } from '../adapters/uriPath';
import { commandIds } from '../ids';
import { chooseMoment } from '../preview/chooseMoment';
import { previewUri, type PreviewPlace } from '../preview/previewPlace';
import type { PreviewDeps } from '../preview/promptPreviews';

/** With all of it nothing is asked: for tests and for other parts of the editor. */
type PreviewRequest = Partial<PreviewPlace>;

export function registerPreviewPrompt(deps: PreviewDeps): Disposable {
  return vscode.commands.registerCommand(commandIds.previewPrompt, async (request?: PreviewRequest | vscode.Uri) => {
    await deps.teams.settled();
    const given = request instanceof vscode.Uri ? {} : (request ?? {});
    const found = await chooseRole(given, deps);
    if (found === null) return;
    const { at, sample, author } = given;
    const filling = at === undefined ? await chooseMoment(found.team, found.role, deps) : { at, sample, author };
    if (filling === undefined) return;
    const document = await vscode.workspace.openTextDocument(previewUri({ ...found, ...filling }));
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true, preview: true });
  });
}

type Chosen = Pick<PreviewPlace, 'team' | 'role'>;

async function chooseRole({ team, role }: PreviewRequest, { teams }: PreviewDeps): Promise<Chosen | null> {
  if (team !== undefined && role !== undefined) return { team, role };
  const editor = vscode.window.activeTextEditor;
  const path = editor === undefined ? '' : pathOfUri(editor.document.uri);
  // A card of a team within a team belongs to both, and is a role of one.
  const here = teams.teamsOf(path).map(({ loaded }) => loaded);
  for (const loaded of here) {
    const own = roleAt(loaded, path, (editor?.selection.active.line ?? 0) + 1);
    if (own !== undefined) return { team: loaded.file, role: own.id };
  }
  return pickRole(here.length === 0 ? teams.teams.map(({ loaded }) => loaded) : here);
}

/** The last card that begins at or above the line. */
function roleAt({ roles }: LoadedTeam, path: string, line: number): RoleOutline | undefined {
  const inFile = roles.filter(({ file }) => file === path);
  return inFile.findLast(({ range }) => range.start.line <= line) ?? (inFile.length === 1 ? inFile[0] : undefined);
}

async function pickRole(teams: readonly LoadedTeam[]): Promise<Chosen | null> {
  const items = teams.flatMap((loaded) => loaded.roles.map((role) => ({ label: role.id, description: loaded.name, chosen: { team: loaded.file, role: role.id } })));
  const item = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Preview the prompt of which role?') });
  return item?.chosen ?? null;
}
