/** Offers the mends that the check knows to be right, as quick fixes. */
import * as vscode from 'vscode';
import type { Disposable } from '../../engine/shared/disposable';
import type { Diagnostic } from '../../engine/shared/source';
import { toEditorRange } from '../adapters/editorRange';
import { pathOfUri, uriOfPath } from '../adapters/uriPath';
import type { TeamStore } from '../teams/teamStore';
import { byFile, toEditorDiagnostic } from './diagnostics';
import { yamlFiles } from './yamlFiles';

export function registerQuickFixes(deps: { readonly teams: TeamStore }): Disposable {
  const provider: vscode.CodeActionProvider = {
    async provideCodeActions(document, range) {
      // A fix holds places of the text that was checked: it has to be this text.
      await deps.teams.settled();
      const found = byFile(deps.teams).get(pathOfUri(document.uri)) ?? [];
      return found.filter((diagnostic) => diagnostic.fix && toEditorRange(diagnostic.range).intersection(range)).map(toCodeAction);
    },
  };
  return vscode.languages.registerCodeActionsProvider(yamlFiles, provider, { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] });
}

function toCodeAction(diagnostic: Diagnostic): vscode.CodeAction {
  const fix = diagnostic.fix!;
  const action = new vscode.CodeAction(fix.title, vscode.CodeActionKind.QuickFix);
  action.edit = new vscode.WorkspaceEdit();
  action.edit.replace(uriOfPath(fix.range.file), toEditorRange(fix.range), fix.text);
  action.diagnostics = [toEditorDiagnostic(diagnostic)];
  action.isPreferred = true;
  return action;
}
