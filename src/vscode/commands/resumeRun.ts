/** "Resume Run": takes up a run that was stopped or cut off, or waits for a person. */
import * as vscode from 'vscode';
import type { Disposable } from '../../engine/shared/disposable';
import { errorSentence } from '../adapters/describeError';
import { commandIds } from '../ids';
import type { RunPanels } from '../panel/runPanels';
import { runMeant, type RunArgumentDeps } from './runArgument';
import { isRefusedByTrust } from './trust';

export interface ResumeRunDeps extends RunArgumentDeps {
  readonly panels: RunPanels;
  readonly log: vscode.LogOutputChannel;
}

export function registerResumeRun(deps: ResumeRunDeps): Disposable {
  return vscode.commands.registerCommand(commandIds.resumeRun, (argument: unknown) => resumeRun(argument, deps));
}

/** Resolves once it goes on, or with nothing where it does not. */
async function resumeRun(argument: unknown, deps: ResumeRunDeps): Promise<void> {
  const { runs, panels, log } = deps;
  try {
    const record = await runMeant(argument, deps);
    if (!record) return void vscode.window.showInformationMessage(vscode.l10n.t('No team has run yet.'));
    if (isRefusedByTrust(record.view?.team.name ?? vscode.l10n.t('Run {0}', record.run))) return;
    if (!record.canResume && !record.isLive) return void vscode.window.showInformationMessage(cannot(record.run, record.runsElsewhere));
    panels.follow(record.isLive ? record : await runs.resume(record));
  } catch (error) {
    log.error('A run was not resumed.', error instanceof Error ? error : String(error));
    void vscode.window.showErrorMessage(vscode.l10n.t('The run does not go on. {0}', errorSentence(error)));
  }
}

function cannot(run: string, runsElsewhere: boolean): string {
  if (runsElsewhere) return vscode.l10n.t('Run {0} goes on in another window or a terminal.', run);
  return vscode.l10n.t('Run {0} came to its end: there is nothing to go on with. In a terminal, "rolecall fork" starts a new run from one of its steps, and "rolecall resume" goes on with higher limits.', run);
}
