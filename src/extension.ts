/** Where VS Code starts Rolecall: builds the parts and registers the features, each on its own. It does none of their work; what is large is loaded when first used. */
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from './engine/shared/disposable';
import { editorFiles } from './vscode/adapters/editorFiles';
import { editorRunPorts } from './vscode/adapters/editorEngine';
import { keyStore } from './vscode/adapters/keyStore';
import { lazily } from './vscode/adapters/lazily';
import { pathOfUri } from './vscode/adapters/uriPath';
import { ReadOnlyDocuments } from './vscode/adapters/readOnlyDocuments';
import { TypedTexts } from './vscode/adapters/typedTexts';
import { registerCheckTeams } from './vscode/commands/checkTeams';
import { registerGoToRole } from './vscode/commands/goToRole';
import { registerNewTeam } from './vscode/commands/newTeam';
import { registerOpenTeamFile } from './vscode/commands/openTeamFile';
import { registerPreviewPrompt } from './vscode/commands/previewPrompt';
import { registerRunTeam } from './vscode/commands/runTeam';
import { registerSetApiKey } from './vscode/commands/setApiKey';
import { registerSetUpModel } from './vscode/commands/setUpModel';
import { registerShouldSplit } from './vscode/commands/shouldSplit';
import { registerShowOutput } from './vscode/commands/showOutput';
import { registerDebugCommands } from './vscode/debugging/registerDebugCommands';
import { registerDebugging } from './vscode/debugging/registerDebugging';
import { registerCodeLenses } from './vscode/language/codeLenses';
import { registerDiagnostics } from './vscode/language/diagnostics';
import { registerLanguage } from './vscode/language/languageProviders';
import { registerQuickFixes } from './vscode/language/quickFixes';
import { panelPage } from './vscode/panel/panelPage';
import { RunPanels } from './vscode/panel/runPanels';
import { registerPromptPreviews } from './vscode/preview/promptPreviews';
import { RunController } from './vscode/runs/runController';
import { registerRuns } from './vscode/runs/registerRuns';
import { registerRunNotices } from './vscode/runs/runNotices';
import type { RunHistory } from './vscode/runs/runHistory';
import { TaskMemory } from './vscode/runs/taskMemory';
import { teamFinder } from './vscode/teams/teamFinder';
import { teamLoader } from './vscode/teams/teamLoader';
import { lintLevelsFor, registerLintSettings } from './vscode/teams/lintSettings';
import { TeamStore } from './vscode/teams/teamStore';
import { registerContextKeys } from './vscode/views/contextKeys';
import { FocusedTeam } from './vscode/views/focusedTeam';
import type { LiveTree } from './vscode/views/liveTree';
import { registerStatusBar, type StatusBar } from './vscode/views/statusBar';
import { registerTeamsView } from './vscode/views/teamsView';
import { registerWorkspaceView } from './vscode/views/workspaceView';

/** What `activate` returns: for tests and for other extensions that want to look. Views are there unless their registration failed. */
export interface RolecallApi {
  readonly teams: TeamStore;
  readonly runs: RunController;
  readonly panels: RunPanels;
  readonly statusBar?: StatusBar;
  readonly teamsTree?: LiveTree;
  readonly workspaceTree?: LiveTree;
  readonly runsTree?: LiveTree;
  readonly history?: RunHistory;
}

let running: RunController | undefined;

export function activate(context: vscode.ExtensionContext): RolecallApi {
  const { extensionUri, secrets, languageModelAccessInformation: access } = context;
  const owned = new DisposableStore();
  context.subscriptions.push(owned);
  const log = owned.add(vscode.window.createOutputChannel('Rolecall', { log: true }));
  const report = (error: unknown): void => log.error(error instanceof Error ? error : String(error));

  const disk = lazily(async () => (await import('./node/nodeFiles')).createNodeFiles());
  const files = editorFiles(disk, owned.add(new TypedTexts()));
  const loader = teamLoader(files, lintLevelsFor, report);
  const teams = owned.add(new TeamStore(teamFinder(loader.teamFileOf), loader.load, report));
  const workspaceRoot = (file: string): string | undefined => {
    const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(file));
    return folder && pathOfUri(folder.uri);
  };
  const where = vscode.env.remoteName === undefined ? undefined : vscode.l10n.t('the remote host ({0})', vscode.env.remoteName);
  const keys = keyStore(secrets);
  const learnedFile = pathOfUri(vscode.Uri.joinPath(context.globalStorageUri, 'learned-of-servers.json'));
  const ports = editorRunPorts({ disk, workspaceRoot, secrets: keys, access, state: context.globalState, where, learnedFile });
  const runs = owned.add(new RunController(ports, report));
  running = runs;
  const focus = owned.add(new FocusedTeam({ teams, runs }));
  const documents = owned.add(new ReadOnlyDocuments(runs));
  const html = panelPage(extensionUri);
  const panels = owned.add(new RunPanels({ runs, documents, log, html, extensionUri, onLook: (file) => focus.choose(file) }));
  const tasks = new TaskMemory(context.workspaceState);
  const isWatched = (run: { readonly key: string }): boolean => panels.of(run.key)?.panel.visible === true;
  owned.add(recallLastRuns(teams, runs));

  const deps = { files, load: loader.load, teams, runs, focus, documents, panels, tasks, log, keys, models: ports.models, extensionUri, isWatched };
  /** A feature that fails is told once; the others go on. */
  const feature = <T extends Disposable>(name: string, register: (all: typeof deps) => T): T | undefined => {
    try {
      return owned.add(register(deps));
    } catch (error) {
      log.error(vscode.l10n.t('{0} could not be started. Please report this.', name), error instanceof Error ? error : String(error));
      return undefined;
    }
  };
  const [teamsView, workspaceView, kept] = [feature('Teams', registerTeamsView), feature('Shared Workspace', registerWorkspaceView), feature('Runs', registerRuns)];
  const statusBar = feature('Status bar', registerStatusBar);
  const features = {
    registerContextKeys, registerLintSettings, registerDiagnostics, registerQuickFixes, registerCodeLenses, registerLanguage, registerRunNotices, registerRunTeam, registerDebugCommands, registerDebugging,
    registerOpenTeamFile, registerNewTeam, registerCheckTeams, registerGoToRole, registerSetApiKey, registerSetUpModel, registerPromptPreviews, registerPreviewPrompt, registerShouldSplit, registerShowOutput,
  };
  for (const [name, register] of Object.entries(features)) feature(name, register);
  return { teams, runs, panels, statusBar, teamsTree: teamsView?.tree, workspaceTree: workspaceView?.tree, runsTree: kept?.tree, history: kept?.history };
}

/** Runs end cleanly with the window: their logs say that they were stopped, or wait for a person. */
export async function deactivate(): Promise<void> {
  await running?.leaveAll();
}

/** After a reload the views show what each team did last. */
function recallLastRuns(teams: TeamStore, runs: RunController): Disposable {
  return teams.onDidChange(async () => {
    for (const { loaded } of teams.teams) await runs.recall(loaded);
  });
}
