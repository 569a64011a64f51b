/** Above a team, each role and each scenario: Run, and what its last run spent, also as a share of the budget. */
import * as vscode from 'vscode';
import type { ScenarioCard } from '../../engine/cards/scenarioCard';
import { DisposableStore, type Disposable } from '../../engine/shared/disposable';
import { innerSpend } from '../../engine/projections/innerSpend';
import type { LoadedTeam, RoleOutline } from '../../engine/team/loadedTeam';
import { coalesce } from '../adapters/coalesce';
import { toEditorPoint, toEditorRange } from '../adapters/editorRange';
import { pathOfUri } from '../adapters/uriPath';
import type { TeamArgument } from '../commands/teamArgument';
import { commandIds, settingIds } from '../ids';
import type { RunController } from '../runs/runController';
import type { RunRecord } from '../runs/runRecord';
import type { FoundTeam, TeamStore } from '../teams/teamStore';
import { stateOfRun, showRunState } from '../views/runState';
import { progressText, spendSentence } from '../views/runWords';
import { yamlFiles } from './yamlFiles';

/** A lens that changes moves nothing but is drawn anew: not at every event. */
const refreshEveryMs = 1000;

export interface CodeLensDeps {
  readonly teams: TeamStore;
  readonly runs: RunController;
}

export function registerCodeLenses(deps: CodeLensDeps): Disposable {
  const owned = new DisposableStore();
  const changed = owned.add(new vscode.EventEmitter<void>());
  const refresh = owned.add(coalesce(refreshEveryMs, () => changed.fire()));
  owned.add(deps.teams.onDidChange(refresh));
  owned.add(deps.runs.onDidChange(refresh));
  owned.add(vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration(settingIds.codeLens)) changed.fire();
  }));
  owned.add(vscode.languages.registerCodeLensProvider(yamlFiles, {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses: (document) => provide(document, deps),
  }));
  return owned;
}

async function provide(document: vscode.TextDocument, deps: CodeLensDeps): Promise<vscode.CodeLens[]> {
  if (!vscode.workspace.getConfiguration(undefined, document.uri).get<boolean>(settingIds.codeLens, true)) return [];
  if (!deps.teams.isReady) await deps.teams.settled();
  const path = pathOfUri(document.uri);
  return deps.teams.teamsOf(path).flatMap((found) => lensesOf(found, path, deps.runs));
}

function lensesOf(found: FoundTeam, path: string, runs: RunController): vscode.CodeLens[] {
  const { loaded } = found;
  const above = new Above(loaded, runs);
  return [
    ...(path === loaded.file ? above.team() : []),
    ...loaded.roles.filter(({ file }) => file === path).flatMap((role) => above.role(role)),
    ...(loaded.sources?.scenarios.filter(({ file }) => file === path) ?? []).flatMap((scenario) => above.scenario(scenario)),
  ];
}

class Above {
  private readonly last: RunRecord | undefined;

  constructor(
    private readonly loaded: LoadedTeam,
    private readonly runs: RunController,
  ) {
    this.last = runs.lastOf(loaded.file);
  }

  team(): vscode.CodeLens[] {
    const range = toEditorPoint(this.loaded.team?.at ?? { line: 1, column: 1 });
    return [...this.act(range), ...this.whole(range, this.last), ...this.within(range)];
  }

  role({ id, range: at }: RoleOutline): vscode.CodeLens[] {
    const range = toEditorRange(at);
    const view = this.last?.view;
    const spend = view?.spend.byRole.find(({ name }) => name === id);
    const alone = this.loaded.team && !this.runs.isRunningTeam(this.loaded.file) ? [lens(range, `$(debug-line-by-line) ${vscode.l10n.t('Debug This Role')}`, commandIds.debugRole, { team: this.loaded.file, role: id })] : [];
    return [...this.act(range), ...alone, ...(view && spend ? [this.spent(range, this.last!, spendSentence(spend, view))] : []), ...this.within(range, id)];
  }

  scenario({ name, role, at }: ScenarioCard): vscode.CodeLens[] {
    const range = toEditorRange(at);
    if (name === null) return [];
    const { file: team } = this.loaded;
    const prompt = role === null ? [] : [lens(range, `$(open-preview) ${vscode.l10n.t('Preview Prompt')}`, commandIds.previewPrompt, { team, role: role.text, at: null, sample: name })];
    return [...prompt, ...this.act(range, { team, scenario: name }), ...this.whole(range, this.runs.lastOfScenario(team, name))];
  }

  private act(range: vscode.Range, argument: TeamArgument = { team: this.loaded.file }): vscode.CodeLens[] {
    if (this.runs.isRunningTeam(this.loaded.file)) return [lens(range, `$(debug-stop) ${vscode.l10n.t('Stop')}`, commandIds.stopRun, argument)];
    if (!this.loaded.team) return [];
    const run = lens(range, `$(play) ${vscode.l10n.t('Run')}`, commandIds.runTeam, argument);
    return [run, lens(range, `$(debug-alt) ${vscode.l10n.t('Debug')}`, commandIds.debugTeam, argument)];
  }

  /** How far a run came, and what all of it spent. */
  private whole(range: vscode.Range, run: RunRecord | undefined): vscode.CodeLens[] {
    const view = run?.view;
    if (!run || !view) return [];
    const { word } = showRunState(stateOfRun(view, run));
    return [this.spent(range, run, [word, progressText(view), spendSentence(view.spend.total, view)].join(', '))];
  }

  /** What the team, or a role of it, spent last in the run of another team. */
  private within(range: vscode.Range, role?: string): vscode.CodeLens[] {
    for (const run of this.runs.latest) {
      const spend = run.view ? innerSpend(run.view, this.loaded.file, role) : null;
      if (!run.view || !spend) continue;
      return [this.spent(range, run, vscode.l10n.t('within {0}, {1}', run.view.team.name, spendSentence(spend, run.view)))];
    }
    return [];
  }

  private spent(range: vscode.Range, { place }: RunRecord, sentence: string): vscode.CodeLens {
    return lens(range, `${vscode.l10n.t('Run {0}', place.run)}: ${sentence}`, commandIds.openRunPanel, place);
  }
}

function lens(range: vscode.Range, title: string, command: string, argument: unknown): vscode.CodeLens {
  return new vscode.CodeLens(range, { title, command, arguments: [argument] });
}
