/** "Keep the Edited Card": the card that a role was run again with is saved. */
import * as vscode from 'vscode';
import type { Disposable } from '../../engine/shared/disposable';
import { sessionRequest } from '../debugging/sessionRequest';
import { commandIds } from '../ids';

export function registerKeepCard(): Disposable {
  return vscode.commands.registerCommand(commandIds.keepCard, async () => {
    const kept = await sessionRequest<{ readonly file: string }>('rolecall.keep');
    if (kept) vscode.window.setStatusBarMessage(vscode.l10n.t('Kept: {0}', kept.file), 3000);
    return kept?.file;
  });
}
