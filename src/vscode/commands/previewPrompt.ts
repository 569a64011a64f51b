/** "Preview Prompt": chooses the role at the cursor and what its prompt is filled in for, and opens the prompt beside the card. What is shown is preview/promptPreviews.ts. */
import * as vscode from 'vscode';
import type { Disposable } from '../../engine/shared/disposable';
import { commandIds } from '../ids';
import { chooseMoment } from '../preview/chooseMoment';
import { previewUri, type PreviewPlace } from '../preview/previewPlace';
import type { PreviewDeps } from '../preview/promptPreviews';
import { chooseRole, parseRoleArgument } from './roleArgument';

/** With all of it nothing is asked: for tests and for other parts of the editor. */
type PreviewRequest = Partial<PreviewPlace>;

export function registerPreviewPrompt(deps: PreviewDeps): Disposable {
  return vscode.commands.registerCommand(commandIds.previewPrompt, async (request?: PreviewRequest | vscode.Uri) => {
    await deps.teams.settled();
    const given = request instanceof vscode.Uri ? {} : (request ?? {});
    const found = parseRoleArgument(given) ?? (await chooseRole(deps.teams, vscode.l10n.t('Preview the prompt of which role?')));
    if (found === null) return;
    const { at, sample, author } = given;
    const filling = at === undefined ? await chooseMoment(found.team, found.role, deps) : { at, sample, author };
    if (filling === undefined) return;
    const document = await vscode.workspace.openTextDocument(previewUri({ ...found, ...filling }));
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true, preview: true });
  });
}
