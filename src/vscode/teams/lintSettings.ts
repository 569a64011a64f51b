/** How the user wants findings about design to be shown, folder by folder; teams are checked again when that changes. */
import * as vscode from 'vscode';
import type { Disposable } from '../../engine/shared/disposable';
import { lintCodes, lintLevels, type LintLevels } from '../../engine/team/lint/lintCodes';
import { uriOfPath } from '../adapters/uriPath';
import { lintSection } from '../ids';
import type { TeamStore } from './teamStore';

/** For a team file. `default`, and what is no level, leaves a finding as it is. */
export function lintLevelsFor(file: string): LintLevels {
  const settings = vscode.workspace.getConfiguration(lintSection, uriOfPath(file));
  return Object.fromEntries(lintCodes.flatMap((code) => lintLevels.filter((level) => level === settings.get<string>(code)).map((level) => [code, level])));
}

export function registerLintSettings({ teams }: { readonly teams: TeamStore }): Disposable {
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration(lintSection)) void teams.checkAll();
  });
}
