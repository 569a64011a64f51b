/** Which runs a command is about: the rows that it was called on, those chosen in the Runs view, or the one that a person picks from a list. */
import * as vscode from 'vscode';
import type { RunSummary } from '../../engine/events/runLog';
import { shortened } from '../../engine/projections/words';
import { isObject } from '../../engine/shared/json';
import type { RunHistory } from '../runs/runHistory';
import type { RunPlace } from '../runs/runRecord';
import { dayOrTime } from '../views/dayOrTime';
import { showRunState, stateOfSummary } from '../views/runState';
import { stepsText } from '../views/runWords';
import { placeIn } from './runArgument';

export interface ChooseRunDeps {
  readonly history: RunHistory;
  /** The chosen rows of the Runs view. */
  readonly selection: () => readonly RunPlace[];
}

export interface RunChoice {
  readonly title: string;
  readonly placeHolder: string;
  /** Which are offered; default: all that can be read. */
  readonly fits?: (summary: RunSummary, place: RunPlace) => boolean;
}

/** `row` and `rows` as VS Code hands them to a command of a tree. Empty: none, or the person changed their mind. */
export async function runsMeant(row: unknown, rows: unknown, deps: ChooseRunDeps, choice: RunChoice): Promise<readonly RunPlace[]> {
  const several = Array.isArray(rows) ? rows.flatMap((each) => placeIn(each) ?? []) : [];
  if (several.length > 0) return several;
  const place = placeIn(row);
  if (place) return [place];
  if (isSelection(row)) return deps.selection();
  const picked = await pickRun(deps, choice);
  return picked ? [picked] : [];
}

/** What a keybinding in the view hands over: VS Code names no row. */
function isSelection(argument: unknown): boolean {
  return isObject(argument) && argument['selected'] === true;
}

export async function pickRun({ history }: ChooseRunDeps, { title, placeHolder, fits = isReadable }: RunChoice): Promise<RunPlace | undefined> {
  const folders = await history.upToDate();
  const items = folders.flatMap(({ folder, runs }) => runs.filter((run) => fits(run, { folder, run: run.run })).map((summary) => itemOf(folder, summary)));
  if (items.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('There is no such run here yet.'));
    return undefined;
  }
  const newestFirst = items.sort((a, b) => b.startedAt - a.startedAt);
  return (await vscode.window.showQuickPick(newestFirst, { title, placeHolder, matchOnDescription: true, matchOnDetail: true }))?.place;
}

export function isReadable({ problem }: RunSummary): boolean {
  return problem === undefined;
}

function itemOf(folder: string, summary: RunSummary) {
  const { run, team, task, startedAt, totals } = summary;
  const state = stateOfSummary(summary);
  const shown = state === null ? { icon: 'error', word: vscode.l10n.t('cannot be read') } : showRunState(state);
  return {
    label: team === '' ? vscode.l10n.t('Run {0}', run) : vscode.l10n.t('Run {0}: {1}', run, team),
    description: [shown.word, stepsText(totals.ownSteps), dayOrTime(startedAt, Date.now())].filter(Boolean).join(' · '),
    detail: shortened(task, 120),
    iconPath: new vscode.ThemeIcon(shown.icon),
    place: { folder, run },
    startedAt,
  };
}
