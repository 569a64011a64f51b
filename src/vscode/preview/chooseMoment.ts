/** Asks what a role's prompt is to be filled in for: a step or a review of the last run or of another, of the teams that it works for too, or sample input. */
import * as vscode from 'vscode';
import { momentsIn } from '../../engine/preview/runMoments';
import type { LoadedTeam } from '../../engine/team/loadedTeam';
import type { KeptRun, RunController } from '../runs/runController';
import type { RunRecord } from '../runs/runRecord';
import type { TeamStore } from '../teams/teamStore';
import type { PreviewPlace } from './previewPlace';
import { authorsFor, samplesFor } from './sampleInput';

type Filling = Pick<PreviewPlace, 'at' | 'sample' | 'author'>;

interface Choice extends vscode.QuickPickItem {
  readonly filling?: Filling;
  readonly runs?: readonly KeptRun[];
}

export interface MomentDeps {
  readonly teams: TeamStore;
  readonly runs: RunController;
}

/** Undefined: nothing was chosen. Where there is no choice nobody is asked. */
export async function chooseMoment(team: string, role: string, { teams, runs }: MomentDeps): Promise<Filling | undefined> {
  const loaded = teams.get(team)?.loaded;
  // The role's own team, and those that it works for.
  const all = teams.teamsOf(team).map((found) => found.loaded);
  for (const each of all) await runs.recall(each);
  const last = all.flatMap(({ file }) => runs.lastOf(file) ?? []);
  const others = (await Promise.all(all.map((each) => runs.history(each)))).flat().filter(({ place }) => !last.some(({ run }) => run === place.run));
  const ofRuns = last.flatMap((record) => momentChoices(record, team, role));
  const samples = loaded === undefined ? [] : sampleChoices(loaded, role);
  const choices: Choice[] = [...ofRuns, ...(others.length === 0 ? [] : [{ label: vscode.l10n.t('Another run…'), runs: others }]), ...samples];
  if (choices.length < 2) return choices[0]?.filling ?? { at: null };
  const chosen = await pick(role, choices);
  return chosen?.runs === undefined ? chosen?.filling : chooseOfAnother(chosen.runs, { team, role, runs });
}

function pick(role: string, choices: readonly Choice[]): Thenable<Choice | undefined> {
  return vscode.window.showQuickPick(choices, { title: vscode.l10n.t('Fill in the prompt of {0} for', role), matchOnDescription: true });
}

/** Newest first. */
function momentChoices(record: RunRecord, team: string, role: string): readonly Choice[] {
  const { view, run, place } = record;
  const found = view === null ? [] : momentsIn(view, team, role);
  return found.map(({ author, outcome, ...moment }): Choice => {
    const step = [...moment.within.map((each) => each.step), moment.step].join('.');
    const label = author === null ? vscode.l10n.t('Run {0}, step {1}', run, step) : vscode.l10n.t('Run {0}, step {1}: review of {2}, attempt {3}', run, step, author, moment.attempt ?? 1);
    return { label, description: outcome, filling: { at: { ...place, ...moment } } };
  }).reverse();
}

function sampleChoices(loaded: LoadedTeam, role: string): readonly Choice[] {
  const reviews = authorsFor(loaded, role).map((author): Choice => ({ label: vscode.l10n.t('Sample input: review of {0}', author), filling: { at: null, author } }));
  const scenarios = samplesFor(loaded, role).map((sample): Choice => ({ label: vscode.l10n.t('Sample input: {0}', sample), description: vscode.l10n.t('scenario'), filling: { at: null, sample } }));
  return [...reviews, ...(scenarios.length > 0 ? scenarios : [{ label: vscode.l10n.t('Sample input'), description: loaded.name, filling: { at: null } }])];
}

async function chooseOfAnother(kept: readonly KeptRun[], { team, role, runs }: { readonly team: string; readonly role: string; readonly runs: RunController }): Promise<Filling | undefined> {
  const items = kept.map(({ place, summary }) => ({ label: vscode.l10n.t('Run {0}', place.run), description: [summary.status ?? vscode.l10n.t('not ended'), summary.task].join(' · '), place }));
  const chosen = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Fill in the prompt of {0} for', role), matchOnDescription: true });
  if (chosen === undefined) return undefined;
  const choices = momentChoices(await runs.open(chosen.place), team, role);
  if (choices.length > 0) return (await pick(role, choices))?.filling;
  void vscode.window.showInformationMessage(vscode.l10n.t('{0} was asked nothing in run {1}.', role, chosen.place.run));
  return undefined;
}
