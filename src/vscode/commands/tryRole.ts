/** "Try the Role Several Times": the role that a debugged run stands at does its work so often more, from the same snapshot; the debug console tells how far the results lie apart. */
import * as vscode from 'vscode';
import { isObject } from '../../engine/shared/json';
import type { Disposable } from '../../engine/shared/disposable';
import { mostTries, type Tried } from '../../debug/customRequests';
import { sessionRequest } from '../debugging/sessionRequest';
import { commandIds } from '../ids';

export function registerTryRole(): Disposable {
  /** `{ times }`, or the person is asked. Resolves with what came of it. */
  return vscode.commands.registerCommand(commandIds.tryRole, async (argument: unknown): Promise<Tried | undefined> => {
    const given = isObject(argument) ? argument['times'] : undefined;
    const times = typeof given === 'number' ? given : await askTimes();
    if (times === undefined) return undefined;
    const options = { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Trying the role {0} times', times) };
    return vscode.window.withProgress(options, () => sessionRequest<Tried>('rolecall.try', { times }));
  });
}

async function askTimes(): Promise<number | undefined> {
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Try the Role Several Times'), prompt: vscode.l10n.t('How often? Each is a call to its model, and costs what it costs.'), value: '5',
    validateInput: (typed) => (/^\d{1,2}$/.test(typed.trim()) && Number(typed) >= 1 && Number(typed) <= mostTries ? undefined : vscode.l10n.t('A whole number from 1 to {0}', mostTries)),
  });
  return text === undefined ? undefined : Number(text);
}
