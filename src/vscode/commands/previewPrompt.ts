/** "Preview Prompt": chooses the role at the cursor and a step of its last run, or sample input, and opens the prompt beside the card. What is shown is preview/promptPreviews.ts. */
import * as vscode from 'vscode';
import type { Disposable } from '../../engine/shared/disposable';
import { basename } from '../../engine/shared/paths';
import type { LoadedTeam, RoleOutline } from '../../engine/team/loadedTeam';
import { pathOfUri } from '../adapters/uriPath';
import { commandIds } from '../ids';
import { previewUri, type PreviewDeps, type PreviewPlace } from '../preview/promptPreviews';
import type { FoundTeam } from '../teams/teamStore';

/** With all of it nothing is asked: for tests and for other parts of the editor. */
type PreviewRequest = Partial<PreviewPlace>;

export function registerPreviewPrompt(deps: PreviewDeps): Disposable {
  return vscode.commands.registerCommand(commandIds.previewPrompt, async (request?: PreviewRequest | vscode.Uri) => {
    await deps.teams.settled();
    const given = request instanceof vscode.Uri ? {} : (request ?? {});
    const found = await chooseRole(given, deps);
    if (found === null) return;
    const at = given.at === undefined ? await chooseMoment(found, deps) : given.at;
    if (at === undefined) return;
    const document = await vscode.workspace.openTextDocument(previewUri({ ...found, at }));
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true, preview: true });
  });
}

type Chosen = Pick<PreviewPlace, 'team' | 'role'>;

async function chooseRole({ team, role }: PreviewRequest, { teams }: PreviewDeps): Promise<Chosen | null> {
  if (team !== undefined && role !== undefined) return { team, role };
  const editor = vscode.window.activeTextEditor;
  const path = editor === undefined ? '' : pathOfUri(editor.document.uri);
  const here = teams.teamsOf(path)[0]?.loaded;
  const own = here === undefined ? undefined : roleAt(here, path, (editor?.selection.active.line ?? 0) + 1);
  if (here !== undefined && own !== undefined) return { team: here.file, role: own.id };
  return pickRole(here === undefined ? teams.teams.map(({ loaded }: FoundTeam) => loaded) : [here]);
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

/** Undefined: nothing was chosen. */
async function chooseMoment({ team, role }: Chosen, { runs, teams }: PreviewDeps): Promise<PreviewPlace['at'] | undefined> {
  const loaded = teams.get(team)?.loaded;
  if (loaded !== undefined) await runs.recall(loaded);
  const record = runs.lastOf(team);
  const steps = (record?.view?.steps ?? []).filter((step) => step.role === role);
  if (record === undefined || steps.length === 0) return null;
  const items = steps.map((step) => ({
    label: vscode.l10n.t('Run {0}, step {1}', record.run, step.step),
    description: step.outcome,
    at: { ...record.place, step: step.step } as PreviewPlace['at'],
  }));
  const sample = { label: vscode.l10n.t('Sample input'), description: basename(team), at: null };
  const item = await vscode.window.showQuickPick([...items.reverse(), sample], { title: vscode.l10n.t('Fill in the prompt of {0} for', role) });
  return item?.at;
}
