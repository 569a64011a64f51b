/** "Show Output": Rolecall's output channel. */
import * as vscode from 'vscode';
import type { Disposable } from '../../engine/shared/disposable';
import { commandIds } from '../ids';

export function registerShowOutput({ log }: { readonly log: vscode.LogOutputChannel }): Disposable {
  return vscode.commands.registerCommand(commandIds.showOutput, () => log.show());
}
