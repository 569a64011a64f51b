/** What the commands about a kept run have in common: what they need, and that an error is told once, with what could not be done. */
import * as vscode from 'vscode';
import type { Disposable } from '../../engine/shared/disposable';
import { errorSentence } from '../adapters/describeError';
import type { ReadOnlyDocuments } from '../adapters/readOnlyDocuments';
import type { RunPanels } from '../panel/runPanels';
import type { RunController } from '../runs/runController';
import type { TeamStore } from '../teams/teamStore';
import type { ChooseRunDeps } from './chooseRun';

export interface RunCommandDeps extends ChooseRunDeps {
  readonly teams: TeamStore;
  readonly runs: RunController;
  readonly panels: RunPanels;
  readonly documents: ReadOnlyDocuments;
  readonly log: vscode.LogOutputChannel;
}

/** `row` and `rows`: as a tree hands them over. */
export type RunCommand = (row: unknown, rows: unknown) => Promise<unknown>;

export function registerRunCommand(id: string, failure: string, { log }: Pick<RunCommandDeps, 'log'>, work: RunCommand): Disposable {
  return vscode.commands.registerCommand(id, async (row: unknown, rows: unknown) => {
    try {
      return await work(row, rows);
    } catch (error) {
      log.error(failure, error instanceof Error ? error : String(error));
      void vscode.window.showErrorMessage(`${failure} ${errorSentence(error)}`);
      return undefined;
    }
  });
}
