/** The rows of the Runs view: the runs of each folder, newest first, forks below the run that they began from. Data only; liveTree.ts shows them. */
import { l10n } from 'vscode';
import type { RunSummary } from '../../engine/events/runLog';
import { shortened } from '../../engine/projections/words';
import { markdownText } from '../../engine/shared/markdownText';
import { commandIds, rowKinds } from '../ids';
import type { RunController } from '../runs/runController';
import type { HistoryFolder } from '../runs/runHistory';
import type { RunPlace } from '../runs/runRecord';
import { dayOrTime, momentText } from './dayOrTime';
import { showRunState, stateOfRun, stateOfSummary, type RunState } from './runState';
import { costText, stepsText, tokensOf } from './runWords';
import { describeParts, type TreeRow } from './treeRow';

/** Rows shown before "9 more", and that each such row brings. */
const chunk = 100;

export interface RunsShown {
  readonly folders: readonly HistoryFolder[];
  readonly runs: Pick<RunController, 'liveOf'>;
  /** What people call a folder. */
  readonly nameOf: (folder: string) => string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export function runRowId({ folder, run }: RunPlace): string {
  return `run:${folder}\n${run}`;
}

/** The run that a row of this view is about; null for other rows. */
export function placeOfRow(id: string): RunPlace | null {
  const [, folder, run] = /^run:([^\n]*)\n(\d+)$/.exec(id) ?? [];
  return folder !== undefined && run !== undefined ? { folder, run } : null;
}

/** Folders are shown where there are several. */
export function runsRows(shown: RunsShown): readonly TreeRow[] {
  const { folders, nameOf } = shown;
  if (folders.length < 2) return folders.flatMap((folder) => folderRows(folder, shown));
  return folders.map((folder): TreeRow => ({
    id: `runs:${folder.folder}`,
    label: nameOf(folder.folder),
    icon: 'root-folder',
    open: true,
    tooltip: () => markdownText(folder.folder),
    children: () => folderRows(folder, shown),
  }));
}

/** What one row needs of all others. */
interface Level {
  readonly folder: string;
  readonly shown: RunsShown;
  readonly forksOf: ReadonlyMap<string, readonly RunSummary[]>;
  readonly isNamed: boolean;
}

function folderRows({ folder, runs }: HistoryFolder, shown: RunsShown): readonly TreeRow[] {
  const there = new Set(runs.map(({ run }) => run));
  const forksOf = new Map<string, RunSummary[]>();
  const first: RunSummary[] = [];
  for (const run of runs) {
    const origin = run.forked?.run;
    if (origin === undefined || !there.has(origin) || Number(origin) >= Number(run.run)) first.push(run);
    else forksOf.set(origin, [...(forksOf.get(origin) ?? []), run]);
  }
  const isNamed = new Set(runs.filter(({ problem }) => problem === undefined).map(({ team }) => team)).size > 1;
  return someRows(first, 0, { folder, shown, forksOf, isNamed });
}

function someRows(runs: readonly RunSummary[], from: number, level: Level): readonly TreeRow[] {
  const rest = runs.length - from - chunk;
  const rows = runs.slice(from, from + chunk).map((run) => runRow(run, level));
  if (rest <= 0) return rows;
  return [...rows, { id: `more:${level.folder}\n${from + chunk}`, label: l10n.t('{0} more', rest), children: () => someRows(runs, from + chunk, level) }];
}

function runRow(summary: RunSummary, level: Level): TreeRow {
  const { folder, shown, forksOf, isNamed } = level;
  const place = { folder, run: summary.run };
  const forks = forksOf.get(summary.run) ?? [];
  const label = isNamed && summary.team !== '' ? l10n.t('Run {0}: {1}', summary.run, summary.team) : l10n.t('Run {0}', summary.run);
  const base = {
    id: runRowId(place),
    label,
    ...(forks.length > 0 ? { open: true, children: () => forks.map((fork) => runRow(fork, level)) } : {}),
  };
  const known = lookAt(summary, place, shown);
  if (known === null) return { ...base, ...brokenRow(summary, label) };
  const { state } = known;
  const { icon, color } = showRunState(state);
  // Success is quiet: a fork that went well is told by its own icon.
  const looks = state === 'completed' && summary.forked ? { icon: 'repo-forked' } : { icon, ...(color ? { color } : {}) };
  const parts = [stateText(known, summary), ...figures(known, summary), dayOrTime(summary.startedAt, shown.now)];
  return {
    ...base,
    ...looks,
    kind: kindOf(known),
    description: describeParts(parts),
    spoken: [label, ...(state === 'completed' ? [showRunState(state).word] : []), ...parts, shortened(summary.task, 80)].filter(Boolean).join(', '),
    target: { kind: 'command', command: commandIds.openRunPanel, argument: { ...place, keepsFocus: true } },
    tooltip: () => tooltip(known, summary),
  };
}

interface Looked {
  readonly state: RunState;
  readonly steps: number;
  readonly isLive: boolean;
  /** Null: not told without opening it. */
  readonly tokens: string | null;
  readonly cost: string;
  readonly message: string | null;
}

/** A run of this window is as its record says, others as the disk does. Null: it cannot be read. */
function lookAt(summary: RunSummary, place: RunPlace, { runs }: RunsShown): Looked | null {
  const record = runs.liveOf(place);
  const view = record?.view;
  if (record && view) {
    const { total } = view.spend;
    return { state: stateOfRun(view, record), steps: view.steps.length, isLive: true, tokens: tokensOf(total), cost: costText(total), message: view.message };
  }
  const state = stateOfSummary(summary);
  if (state === null) return null;
  const { totals } = summary;
  return { state, steps: totals.ownSteps, isLive: false, tokens: null, cost: costText(totals), message: null };
}

/** Exceptions speak; of a run that went well the figures do. */
function stateText({ state, steps }: Looked, { forked }: RunSummary): string {
  const { word } = showRunState(state);
  if (state === 'completed') return forked ? l10n.t('fork at step {0}', forked.step) : '';
  if (state === 'failed' || state === 'interrupted') return steps === 0 ? word : l10n.t('{0} at step {1}', word, steps);
  return state === 'running' && steps > 0 ? l10n.t('{0} · step {1}', word, steps) : word;
}

function figures({ state, steps, cost }: Looked, { forked }: RunSummary): readonly string[] {
  if (state === 'completed' && forked) return [cost];
  if (state === 'completed') return [stepsText(steps), cost];
  return state === 'stopped' || state === 'partial' || state === 'elsewhere' ? [stepsText(steps), cost] : [];
}

function kindOf({ state, isLive }: Looked): string {
  if (state === 'elsewhere') return rowKinds.runElsewhere;
  if (isLive) return state === 'waiting' ? rowKinds.runningAndWaiting : rowKinds.runningRun;
  if (state === 'waiting') return rowKinds.waitingRun;
  return state === 'completed' || state === 'partial' ? rowKinds.endedRun : rowKinds.resumableRun;
}

/** Damaged, or from a newer version: it says what it is and can be deleted. */
function brokenRow({ problem = '', problemKind }: RunSummary, label: string): Omit<TreeRow, 'id' | 'label'> {
  const isNewer = problemKind === 'newer';
  const description = isNewer ? l10n.t('from a newer version') : l10n.t('cannot be read');
  return {
    ...(isNewer ? { icon: 'versions', color: 'attention' } : { icon: 'error', color: 'failed' }),
    kind: rowKinds.brokenRun,
    description,
    spoken: `${label}, ${description}`,
    tooltip: () => markdownText(problem),
  };
}

function tooltip({ state, steps, tokens, cost, message }: Looked, summary: RunSummary): string {
  const { team, task, scenario, forked, startedAt, reason, warnings, run, location } = summary;
  const { icon, word } = showRunState(state);
  const figures = [word, stepsText(steps), tokens === null ? '' : l10n.t('{0} tokens', tokens), cost].filter(Boolean).join(', ');
  const why = reason !== null && reason !== state ? l10n.t('It ended with: {0}', reason) : '';
  return [
    `**${markdownText(team)}** · ${l10n.t('Run {0}', run)}`,
    `$(${icon}) ${markdownText(figures)}`,
    markdownText(message ?? why),
    markdownText(l10n.t('Task: {0}', shortened(task, 400))),
    scenario === undefined ? '' : markdownText(l10n.t('Scenario: {0}', scenario)),
    forked === undefined ? '' : markdownText(l10n.t('It began from run {0}, after step {1}.', forked.run, forked.step)),
    markdownText(l10n.t('Started {0}', momentText(startedAt))),
    ...warnings.map((warning) => `$(warning) ${markdownText(warning)}`),
    markdownText(location),
  ].filter(Boolean).join('\n\n');
}
