/** Asks something of the debug session in front that the debug protocol has no word for. */
import * as vscode from 'vscode';
import type { CustomRequest } from '../../debug/customRequests';
import { errorSentence } from '../adapters/describeError';
import { debugType } from '../ids';

/** Undefined: there is no session, or it refused; the person was told. */
export async function sessionRequest<T>(request: CustomRequest, args: object = {}): Promise<T | undefined> {
  const session = vscode.debug.activeDebugSession;
  if (session?.type !== debugType) {
    void vscode.window.showInformationMessage(vscode.l10n.t('No team is being debugged.'));
    return undefined;
  }
  try {
    return (await session.customRequest(request, args)) as T;
  } catch (error) {
    void vscode.window.showErrorMessage(errorSentence(error));
    return undefined;
  }
}
