/** "Check Teams": checks every team of the window anew and says what came of it; the findings themselves are in the list of problems. */
import * as vscode from 'vscode';
import type { Disposable } from '../../engine/shared/disposable';
import { commandIds } from '../ids';
import type { TeamStore } from '../teams/teamStore';

export interface CheckResult {
  readonly teams: number;
  readonly errors: number;
  readonly warnings: number;
}

export function registerCheckTeams({ teams }: { readonly teams: TeamStore }): Disposable {
  return vscode.commands.registerCommand(commandIds.checkTeams, async (): Promise<CheckResult> => {
    const options = { location: { viewId: 'rolecall.teams' } };
    await vscode.window.withProgress(options, () => teams.checkAll());
    const found = teams.teams.flatMap(({ loaded }) => loaded.diagnostics);
    const count = (severity: string): number => found.filter((diagnostic) => diagnostic.severity === severity).length;
    const result = { teams: teams.teams.length, errors: count('error'), warnings: count('warning') };
    tell(result);
    return result;
  });
}

function tell({ teams, errors, warnings }: CheckResult): void {
  const checked = teams === 1 ? vscode.l10n.t('1 team checked') : vscode.l10n.t('{0} teams checked', teams);
  const parts = [
    errors === 1 ? vscode.l10n.t('1 error') : vscode.l10n.t('{0} errors', errors),
    warnings === 1 ? vscode.l10n.t('1 warning') : vscode.l10n.t('{0} warnings', warnings),
  ];
  if (errors + warnings > 0) void vscode.commands.executeCommand('workbench.actions.view.problems');
  const clean = teams === 0 ? vscode.l10n.t('No team found in this window.') : vscode.l10n.t('{0}: nothing found.', checked);
  const message = errors + warnings > 0 ? `${checked}: ${parts.join(', ')}.` : clean;
  vscode.window.setStatusBarMessage(`$(checklist) ${message}`, 8000);
}
