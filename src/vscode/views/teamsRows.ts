/** The rows of the Teams view: teams with the state of their last run, roles with what it spent on them, scenarios. Data only; liveTree.ts shows them. */
import { l10n, workspace } from 'vscode';
import { formatCostColumn } from '../../engine/projections/format';
import type { RunView } from '../../engine/projections/runView';
import { basename } from '../../engine/shared/paths';
import type { Diagnostic } from '../../engine/shared/source';
import type { LoadedTeam, RoleOutline, ScenarioOutline } from '../../engine/team/loadedTeam';
import { pathOfUri } from '../adapters/uriPath';
import { rowKinds } from '../ids';
import type { RunController } from '../runs/runController';
import type { RunRecord } from '../runs/runRecord';
import type { FoundTeam, TeamStore } from '../teams/teamStore';
import { markdownText } from '../../engine/shared/markdownText';
import { roleActivities, type RoleActivity } from './roleActivity';
import { rolesInOrder } from './roleOrder';
import { showRoleState, showRunState, stateOfRun, type RunState } from './runState';
import { callsText, rolesText, runSentence, spendTable, stepsText, tokensOf } from './runWords';
import { describe, maxDescription, type RowTarget, type TreeRow } from './treeRow';

export interface TeamsRowsDeps {
  readonly teams: TeamStore;
  readonly runs: RunController;
}

/** The team file that a row of this view is about; undefined for a folder's row. */
export function teamFileOfRow(id: string): string | undefined {
  return /^(?:team|role|scenarios|scenario):([^\n]*)/.exec(id)?.[1];
}

/** Folders are shown where the window has several, so that teams of one name can be told apart. */
export function teamsRows(deps: TeamsRowsDeps): readonly TreeRow[] {
  const folders = workspace.workspaceFolders ?? [];
  const { teams } = deps.teams;
  if (folders.length < 2) return teamRows(teams, deps);
  const grouped = folders.map((folder): TreeRow => {
    const inside = teams.filter(({ root }) => root?.index === folder.index);
    return {
      id: `root:${folder.uri.toString()}`,
      label: folder.name,
      icon: 'root-folder',
      open: true,
      description: inside.length === 0 ? l10n.t('no team') : '',
      tooltip: () => markdownText(pathOfUri(folder.uri)),
      children: () => teamRows(inside, deps),
    };
  });
  return [...grouped, ...teamRows(teams.filter(({ root }) => root === null), deps)];
}

/** Teams of one name are told apart by their folders. */
function teamRows(teams: readonly FoundTeam[], deps: TeamsRowsDeps): readonly TreeRow[] {
  const times = new Map<string, number>();
  for (const { loaded } of teams) times.set(loaded.name, (times.get(loaded.name) ?? 0) + 1);
  return teams.map((found) => teamRow(found, deps, times.get(found.loaded.name)! > 1));
}

interface TeamRun {
  readonly record: RunRecord;
  readonly view: RunView;
  readonly state: RunState;
}

function runOf(file: string, { runs }: TeamsRowsDeps): TeamRun | null {
  const record = runs.lastOf(file);
  const view = record?.view;
  return record && view ? { record, view, state: stateOfRun(view, record) } : null;
}

function teamRow({ loaded, root }: FoundTeam, deps: TeamsRowsDeps, isNamesake: boolean): TreeRow {
  const run = runOf(loaded.file, deps);
  const error = firstError(loaded);
  const isRunning = deps.runs.isRunningTeam(loaded.file);
  const isAtRoot = root !== null && pathOfUri(root.uri) === loaded.folder;
  const state = teamState(loaded, { run, error, isRunning, isStarting: deps.runs.isStartingTeam(loaded.file) });
  const description = isNamesake && !isAtRoot ? `${basename(loaded.folder)} · ${state}` : state;
  const hasChildren = loaded.roles.length + loaded.scenarios.length > 0;
  return {
    id: `team:${loaded.file}`,
    label: loaded.name,
    description: describe(description),
    spoken: `${loaded.name}, ${description}`,
    kind: isRunning ? rowKinds.runningTeam : error ? rowKinds.brokenTeam : rowKinds.team,
    open: !error,
    ...teamIcon(error !== undefined, isRunning),
    ...(error ? { target: targetOf(error) } : {}),
    ...(hasChildren ? { children: () => childrenOf(loaded, run) } : {}),
    tooltip: () => teamTooltip(loaded, run, error),
  };
}

function teamIcon(isBroken: boolean, isRunning: boolean): Pick<TreeRow, 'icon' | 'color'> {
  if (isRunning) return { icon: 'loading~spin', color: 'active' };
  return isBroken ? { icon: 'error', color: 'failed' } : { icon: 'organization' };
}

interface TeamState {
  readonly run: TeamRun | null;
  readonly error: Diagnostic | undefined;
  readonly isRunning: boolean;
  readonly isStarting: boolean;
}

function teamState({ roles }: LoadedTeam, { run, error, isRunning, isStarting }: TeamState): string {
  if (error && !isRunning) return errorText(error);
  if (isStarting) return l10n.t('starting');
  return run ? runText(run) : rolesText(roles.length);
}

function runText({ view, state }: TeamRun): string {
  const { word } = showRunState(state);
  const step = view.steps.length;
  if (state === 'completed') return l10n.t('done · {0}', stepsText(step));
  return step === 0 ? word : l10n.t('{0} · step {1}', word, step);
}

function teamTooltip(loaded: LoadedTeam, run: TeamRun | null, error: Diagnostic | undefined): string {
  const parts = [`**${markdownText(loaded.name)}**`, markdownText(loaded.file)];
  if (error) parts.push(`$(error) ${markdownText(`${basename(error.range.file)}:${error.range.start.line} ${error.message}`)}`);
  if (loaded.team) parts.push(markdownText(loaded.team.goal.text));
  if (run) {
    const { view, state } = run;
    parts.push(`$(${showRunState(state).icon}) ${markdownText(runSentence(view, state))}`);
    parts.push(markdownText(l10n.t('Task: {0}', view.task)));
    if (view.message) parts.push(markdownText(view.message));
  }
  return parts.join('\n\n');
}

function childrenOf(loaded: LoadedTeam, run: TeamRun | null): readonly TreeRow[] {
  const activities = run ? roleActivities(run.view, run.record.isLive || run.record.runsElsewhere) : new Map<string, RoleActivity>();
  const costs = run ? costsOf(run.view) : new Map<string, string>();
  const seen = new Map<string, number>();
  const roles = rolesInOrder(loaded.roles, loaded.team ?? run?.view.team ?? null).map((role) => {
    const nth = seen.get(role.id) ?? 0;
    seen.set(role.id, nth + 1);
    const id = `role:${loaded.file}\n${role.id}${nth > 0 ? `\n${nth}` : ''}`;
    return roleRow(id, role, loaded, { activity: activities.get(role.id), cost: costs.get(role.id) ?? '', hasRun: run !== null });
  });
  return loaded.scenarios.length > 0 ? [...roles, scenariosRow(loaded)] : roles;
}

/** Rounded so that what the roles show adds up to what the run shows. */
function costsOf(view: RunView): ReadonlyMap<string, string> {
  const { byRole, total } = view.spend;
  const column = formatCostColumn(byRole.map(({ cost }) => cost), total.cost);
  return new Map(byRole.map(({ name }, index) => [name, column[index] ?? '']));
}

interface RoleRun {
  readonly activity: RoleActivity | undefined;
  readonly cost: string;
  readonly hasRun: boolean;
}

function roleRow(id: string, role: RoleOutline, loaded: LoadedTeam, run: RoleRun): TreeRow {
  const base = { id, label: role.id, kind: rowKinds.role, target: fileTarget(role.file, role.range.start) };
  if (role.problem !== null) {
    const error = loaded.diagnostics.find(({ severity, range }) => severity === 'error' && range.file === role.file);
    const description = error ? errorText(error) : l10n.t('error');
    const target = error ? targetOf(error) : base.target;
    return { ...base, target, description: describe(description), icon: 'error', color: 'failed', tooltip: () => markdownText(role.problem ?? '') };
  }
  const shown = showRoleState(run.activity?.state ?? 'not reached');
  const description = run.activity ? activityText(run.activity, run.cost) : '';
  return {
    ...base,
    icon: run.hasRun ? shown.icon : 'circle-large-outline',
    ...(shown.color ? { color: shown.color } : {}),
    description: describe(description),
    spoken: [role.id, run.hasRun ? shown.word : '', description].filter(Boolean).join(', '),
    tooltip: () => roleTooltip(role, loaded, run.activity),
  };
}

/** `5 steps · 27,722 · $0.0084`; while it works, what it is doing. */
function activityText({ state, steps, lastStep, spend }: RoleActivity, cost: string): string {
  if (state === 'running' && lastStep) return lastStep.outcome;
  if (state === 'reviewing') return showRoleState(state).word;
  const count = steps > 0 ? stepsText(steps) : callsText(spend?.calls ?? 0);
  return spend ? [count, tokensOf(spend), cost].join(' · ') : count;
}

function roleTooltip(role: RoleOutline, loaded: LoadedTeam, activity: RoleActivity | undefined): string {
  const card = loaded.team?.roles.find(({ id }) => id === role.id);
  const parts = [[`**${markdownText(role.name)}**`, ...(card?.mode ? [card.mode] : [])].join(' · ')];
  if (card) parts.push(markdownText(card.responsibility));
  if (activity) parts.push(`$(${showRoleState(activity.state).icon}) ${markdownText(activity.lastStep?.outcome ?? showRoleState(activity.state).word)}`);
  if (activity?.spend) parts.push(spendTable(activity.spend));
  return parts.join('\n\n');
}

function scenariosRow(loaded: LoadedTeam): TreeRow {
  return {
    id: `scenarios:${loaded.file}`,
    label: l10n.t('Scenarios'),
    description: String(loaded.scenarios.length),
    icon: 'beaker',
    children: () => loaded.scenarios.map((scenario) => scenarioRow(scenario, loaded)),
  };
}

function scenarioRow({ name, file }: ScenarioOutline, loaded: LoadedTeam): TreeRow {
  const base = { id: `scenario:${loaded.file}\n${file}`, label: name };
  const error = loaded.diagnostics.find(({ severity, range }) => severity === 'error' && range.file === file);
  if (!error) return { ...base, icon: 'file', target: fileTarget(file, { line: 1, column: 1 }), tooltip: () => markdownText(file) };
  return { ...base, description: describe(errorText(error)), icon: 'error', color: 'failed', target: targetOf(error), tooltip: () => markdownText(error.message) };
}

/** What keeps it from running: a mistake in a scenario does not. */
function firstError({ team, diagnostics, scenarios }: LoadedTeam): Diagnostic | undefined {
  if (team) return undefined;
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return errors.find(({ range }) => !scenarios.some(({ file }) => file === range.file)) ?? errors[0];
}

/** The line is never cut: the file's name gives way. */
function errorText({ range }: Diagnostic): string {
  const [name, line] = [basename(range.file), range.start.line];
  const text = l10n.t('error at {0}:{1}', name, line);
  const tooLong = text.length - maxDescription;
  return tooLong <= 0 ? text : l10n.t('error at {0}:{1}', `${name.slice(0, Math.max(4, name.length - tooLong - 1))}…`, line);
}

function targetOf({ range }: Diagnostic): RowTarget {
  return fileTarget(range.file, range.start);
}

function fileTarget(path: string, { line, column }: { readonly line: number; readonly column: number }): RowTarget {
  return { kind: 'file', path, line, column };
}
