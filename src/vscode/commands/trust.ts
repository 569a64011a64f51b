/** Runs call models and tools, so that they need a folder that is trusted. */
import * as vscode from 'vscode';

/** True: nothing may run here; the person is told, and offered to change it. */
export function isRefusedByTrust(name: string): boolean {
  if (vscode.workspace.isTrusted) return false;
  void offerTrust(name);
  return true;
}

async function offerTrust(name: string): Promise<void> {
  const manage = vscode.l10n.t('Manage Workspace Trust');
  const message = vscode.l10n.t('{0} is not run in a folder you do not trust: a team calls models and tools. You can read and check it.', name);
  if ((await vscode.window.showWarningMessage(message, manage)) === manage) await vscode.commands.executeCommand('workbench.trust.manage');
}
