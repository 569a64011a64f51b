/** "Run Team": asks for the task and starts the run, or says why it cannot be run and where to look. */
import * as vscode from 'vscode';
import type { Disposable } from '../../engine/shared/disposable';
import { basename } from '../../engine/shared/paths';
import type { LoadedTeam } from '../../engine/team/loadedTeam';
import { errorSentence } from '../adapters/describeError';
import { toEditorRange } from '../adapters/editorRange';
import { isOnDisk, uriOfPath } from '../adapters/uriPath';
import { commandIds, settingIds } from '../ids';
import type { RunPanels } from '../panel/runPanels';
import type { RunController, RunRequest } from '../runs/runController';
import { scenarioRun } from '../runs/scenarioRun';
import type { TaskMemory } from '../runs/taskMemory';
import type { TeamStore } from '../teams/teamStore';
import { chooseTeam, parseTeamArgument, teamsMeant } from './teamArgument';
import { isRefusedByTrust } from './trust';

export interface RunTeamDeps {
  readonly teams: TeamStore;
  readonly runs: RunController;
  readonly panels: RunPanels;
  readonly tasks: TaskMemory;
  readonly log: vscode.LogOutputChannel;
}

export function registerRunTeam(deps: RunTeamDeps): Disposable {
  return vscode.commands.registerCommand(commandIds.runTeam, (argument: unknown) => runTeam(argument, deps));
}

/** Resolves once the run has started, or with nothing where it has not: the run itself goes on. */
async function runTeam(argument: unknown, deps: RunTeamDeps): Promise<void> {
  const { teams, tasks } = deps;
  const given = parseTeamArgument(argument);
  await teams.settled();
  const found = await chooseTeam(teamsMeant(given, teams), vscode.l10n.t('Run Team'));
  if (!found) {
    if (teams.teams.length === 0) await offerNewTeam();
    return;
  }
  if (await isRefused(found.loaded)) return;
  const task = given.task ?? scenarioRun(found.loaded, given.scenario).task ?? (await tasks.ask(found.loaded));
  if (task === undefined) return;
  if (given.scenario === undefined) await tasks.remember(found.loaded.file, task);
  // What was typed while the question was open counts.
  await teams.settled();
  const now = teams.get(found.loaded.file)?.loaded;
  if (now && !(await isRefused(now))) await start({ ...scenarioRun(now, given.scenario), loaded: now, task }, deps);
}

async function start(request: RunRequest, { runs, panels, log }: RunTeamDeps): Promise<void> {
  const { loaded } = request;
  try {
    const record = await runs.start(request);
    const opensPanel = vscode.workspace.getConfiguration().get<boolean>(settingIds.openPanelOnRun, true);
    if (record && opensPanel) panels.follow(record);
  } catch (error) {
    log.error(`${loaded.name} did not start.`, error instanceof Error ? error : String(error));
    void vscode.window.showErrorMessage(vscode.l10n.t('{0} did not start. {1}', loaded.name, errorSentence(error)));
  }
}

/** Tells why and what to do. */
async function isRefused(loaded: LoadedTeam): Promise<boolean> {
  if (isRefusedByTrust(loaded.name)) return true;
  if (!isOnDisk(loaded.file)) {
    void vscode.window.showErrorMessage(vscode.l10n.t('{0} lies in a virtual folder. Rolecall runs teams of folders on disk: open a local copy.', loaded.name));
    return true;
  }
  if (loaded.team) return false;
  await showFirstProblem(loaded);
  return true;
}

async function showFirstProblem({ name, diagnostics }: LoadedTeam): Promise<void> {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const first = errors[0];
  if (!first) return;
  const { file, start: at } = first.range;
  const place = `${basename(file)}:${at.line}:${at.column}`;
  const count = errors.length === 1 ? vscode.l10n.t('1 error') : vscode.l10n.t('{0} errors', errors.length);
  void vscode.window.showErrorMessage(vscode.l10n.t('{0} does not run: {1}. {2}: {3}', name, count, place, first.message));
  await vscode.window.showTextDocument(uriOfPath(file), { selection: toEditorRange(first.range) });
}

async function offerNewTeam(): Promise<void> {
  const create = vscode.l10n.t('New Team…');
  const message = vscode.l10n.t('There is no team in this window. A team is a folder with a team.yaml.');
  if ((await vscode.window.showInformationMessage(message, create)) === create) await vscode.commands.executeCommand(commandIds.newTeam);
}
