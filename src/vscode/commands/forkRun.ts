/** "Fork Run…": a new run that begins with another's steps up to the one that a person picks, with the cards as recorded or as they are now. */
import * as vscode from 'vscode';
import type { Disposable } from '../../engine/shared/disposable';
import { canonicalJson, type Json } from '../../engine/shared/json';
import type { RunView } from '../../engine/projections/runView';
import type { Team } from '../../engine/team/team';
import { commandIds } from '../ids';
import type { RunRecord } from '../runs/runRecord';
import { showRoleState } from '../views/runState';
import { runsMeant } from './chooseRun';
import { registerRunCommand, type RunCommandDeps } from './runCommand';
import { isRefusedByTrust } from './trust';

export function registerForkRun(deps: RunCommandDeps): Disposable {
  const { runs, panels, teams } = deps;
  return registerRunCommand(commandIds.forkRun, vscode.l10n.t('The run was not forked.'), deps, async (row, rows) => {
    const title = vscode.l10n.t('Fork Run');
    const [place] = await runsMeant(row, rows, deps, { title, placeHolder: vscode.l10n.t('Begin from which run?') });
    if (!place) return;
    const record = await runs.open(place);
    const { view } = record;
    if (!view || isRefusedByTrust(view.team.name)) return;
    const at = stepIn(row) ?? (await chooseStep(view));
    if (at === undefined) return;
    await teams.settled();
    const team = await chooseCards(record, view, teams.get(record.teamFile)?.loaded.team ?? null);
    if (team === undefined) return;
    panels.follow(await runs.fork(record, at, team === null ? {} : { team }));
  });
}

/** What another command hands over beside the run. */
function stepIn(argument: unknown): number | undefined {
  const step = typeof argument === 'object' && argument !== null ? (argument as Readonly<Record<string, unknown>>)['step'] : undefined;
  return typeof step === 'number' && Number.isInteger(step) && step >= 0 ? step : undefined;
}

/** The newest first: that is where most forks begin. */
async function chooseStep({ run, steps }: RunView): Promise<number | undefined> {
  const done = steps.filter(({ endedAt }) => endedAt !== null).map(({ step, role, outcome, state }) => ({
    label: vscode.l10n.t('After step {0}', step),
    description: role,
    detail: outcome,
    iconPath: new vscode.ThemeIcon(showRoleState(state).icon),
    step,
  }));
  const beginning = { label: vscode.l10n.t('From the beginning'), description: '', detail: vscode.l10n.t('The same task and fields, and no step yet'), iconPath: new vscode.ThemeIcon('circle-large-outline'), step: 0 };
  const options = { title: vscode.l10n.t('Fork run {0}', run), placeHolder: vscode.l10n.t('Where the new run begins. What stands before costs nothing.'), matchOnDescription: true, matchOnDetail: true };
  return (await vscode.window.showQuickPick([...done.reverse(), beginning], options))?.step;
}

/** Null: the recorded team. Asked only where the cards have changed since and can be run; undefined: the person changed their mind. */
async function chooseCards({ run }: RunRecord, { team }: RunView, now: Team | null): Promise<Team | null | undefined> {
  if (now === null || isSame(now, team)) return null;
  const changed = { label: vscode.l10n.t('With the cards as they are now'), description: vscode.l10n.t('they have changed since'), iconPath: new vscode.ThemeIcon('edit'), team: now };
  const recorded = { label: vscode.l10n.t('With the cards as recorded'), iconPath: new vscode.ThemeIcon('history'), team: null };
  const options = { title: vscode.l10n.t('Fork run {0}', run), placeHolder: vscode.l10n.t('Which cards?') };
  return (await vscode.window.showQuickPick<vscode.QuickPickItem & { readonly team: Team | null }>([changed, recorded], options))?.team;
}

function isSame(a: Team, b: Team): boolean {
  const text = (team: Team): string => canonicalJson(JSON.parse(JSON.stringify(team)) as Json);
  return text(a) === text(b);
}
