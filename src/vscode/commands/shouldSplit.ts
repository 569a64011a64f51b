/** "Should This Be Split?": looks at a prompt file or a card and opens the answer, and a drafted team where it may pay, as untitled files. The judgement is the engine's. */
import * as vscode from 'vscode';
import type { Disposable } from '../../engine/shared/disposable';
import { basename } from '../../engine/shared/paths';
import type { PromptSource } from '../../engine/split/promptSource';
import { isYamlFile } from '../../engine/team/findTeams';
import { lazily } from '../adapters/lazily';
import { pathOfUri } from '../adapters/uriPath';
import { commandIds } from '../ids';
import type { TeamStore } from '../teams/teamStore';

export function registerShouldSplit({ teams }: { readonly teams: TeamStore }): Disposable {
  const engine = lazily(loadEngine);
  return vscode.commands.registerCommand(commandIds.shouldSplit, async (uri?: vscode.Uri) => {
    const document = uri instanceof vscode.Uri ? await vscode.workspace.openTextDocument(uri) : vscode.window.activeTextEditor?.document;
    if (document === undefined) {
      void vscode.window.showInformationMessage(vscode.l10n.t('Open the prompt or the role card first.'));
      return;
    }
    await teams.settled();
    const source = await sourceOf(document, teams, await engine());
    if (typeof source === 'string') {
      void vscode.window.showWarningMessage(source);
      return;
    }
    const { sheet, team } = (await engine()).shouldSplit(source);
    await open('markdown', sheet, vscode.ViewColumn.Active);
    if (team !== null) await open('yaml', team, vscode.ViewColumn.Beside);
  });
}

async function loadEngine() {
  const [source, split] = await Promise.all([import('../../engine/split/promptSource'), import('../../engine/split/shouldSplit')]);
  return { ...source, ...split };
}

type Engine = Awaited<ReturnType<typeof loadEngine>>;

/** A text for the user where there is no prompt to look at. */
async function sourceOf(document: vscode.TextDocument, teams: TeamStore, engine: Engine): Promise<PromptSource | string> {
  const path = pathOfUri(document.uri);
  const text = document.getText();
  if (text.length > engine.longestPrompt) return vscode.l10n.t('This is too long for a prompt: more than {0} characters.', engine.longestPrompt);
  const sources = isYamlFile(path) ? (teams.teamsOf(path)[0]?.loaded.sources ?? null) : null;
  if (sources === null) return text.trim() === '' ? vscode.l10n.t('There is no prompt in this file.') : engine.promptFromText(basename(path), text);
  const editor = vscode.window.visibleTextEditors.find((each) => each.document === document);
  const role = engine.roleAt(sources, path, (editor?.selection.active.line ?? 0) + 1);
  return role === null ? vscode.l10n.t('Put the cursor into the role card that you mean.') : engine.promptFromRole(role, sources);
}

async function open(language: string, content: string, viewColumn: vscode.ViewColumn): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language, content });
  await vscode.window.showTextDocument(document, { viewColumn, preview: false });
}
