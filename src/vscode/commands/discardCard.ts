/** "Discard the Edit of the Card": the card gets the text back that the role's attempt before had. */
import * as vscode from 'vscode';
import type { Disposable } from '../../engine/shared/disposable';
import { sessionRequest } from '../debugging/sessionRequest';
import { commandIds } from '../ids';

export function registerDiscardCard(): Disposable {
  return vscode.commands.registerCommand(commandIds.discardCard, async () => {
    const put = await sessionRequest<{ readonly file: string }>('rolecall.discard');
    if (put) vscode.window.setStatusBarMessage(vscode.l10n.t('As it was before: {0}', put.file), 3000);
    return put?.file;
  });
}
