/** Offers the mends that the check knows, as quick fixes, and other spellings written as ours, as rewrites. What they are is the engine's to say. */
import * as vscode from 'vscode';
import type { Disposable } from '../../engine/shared/disposable';
import type { Diagnostic, QuickFix } from '../../engine/shared/source';
import { toEditorRange } from '../adapters/editorRange';
import { lazily } from '../adapters/lazily';
import { pathOfUri, uriOfPath } from '../adapters/uriPath';
import type { TeamStore } from '../teams/teamStore';
import { byFile, toEditorDiagnostic } from './diagnostics';
import { yamlFiles } from './yamlFiles';

export function registerQuickFixes(deps: { readonly teams: TeamStore }): Disposable {
  const engine = lazily(() => import('../../engine/team/spellingOffers'));
  const provider: vscode.CodeActionProvider = {
    async provideCodeActions(document, range, { only }) {
      // A fix holds places of the text that was checked: it has to be this text.
      await deps.teams.settled();
      const path = pathOfUri(document.uri);
      const wants = (kind: vscode.CodeActionKind): boolean => only === undefined || only.contains(kind);
      const found = wants(vscode.CodeActionKind.QuickFix) ? (byFile(deps.teams).get(path) ?? []) : [];
      const fixes = found.filter((diagnostic) => diagnostic.fix && toEditorRange(diagnostic.range).intersection(range)).map(toCodeAction);
      if (!wants(vscode.CodeActionKind.RefactorRewrite)) return fixes;
      const sources = deps.teams.teamsOf(path)[0]?.loaded.sources ?? null;
      const offers = sources === null ? [] : (await engine()).spellingOffers(sources, path);
      return [...fixes, ...offers.filter(({ at }) => toEditorRange(at).intersection(range)).map(({ fix }) => actionOf(fix, vscode.CodeActionKind.RefactorRewrite))];
    },
  };
  const kinds = [vscode.CodeActionKind.QuickFix, vscode.CodeActionKind.RefactorRewrite];
  return vscode.languages.registerCodeActionsProvider(yamlFiles, provider, { providedCodeActionKinds: kinds });
}

function toCodeAction(diagnostic: Diagnostic): vscode.CodeAction {
  const fix = diagnostic.fix!;
  const action = actionOf(fix, vscode.CodeActionKind.QuickFix);
  action.diagnostics = [toEditorDiagnostic(diagnostic)];
  action.isPreferred = fix.isDraft !== true;
  return action;
}

function actionOf(fix: QuickFix, kind: vscode.CodeActionKind): vscode.CodeAction {
  const action = new vscode.CodeAction(fix.title, kind);
  action.edit = new vscode.WorkspaceEdit();
  action.edit.replace(uriOfPath(fix.range.file), toEditorRange(fix.range), fix.text);
  return action;
}
