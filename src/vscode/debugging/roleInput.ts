/** What a role that is debugged alone begins with: what it had in a step of a run, or what a person types into a form of what it reads. Starts nothing. */
import * as vscode from 'vscode';
import { foldRun } from '../../engine/events/foldRun';
import type { RunEvent } from '../../engine/events/runEvent';
import type { RunState } from '../../engine/events/runState';
import { eventsWithin, momentsIn, type FoundMoment } from '../../engine/preview/runMoments';
import { loadSchemas } from '../../engine/schemas/loadSchemas';
import { unusableIn, type Json, type JsonObject } from '../../engine/shared/json';
import { fieldProblem } from '../../engine/team/fieldProblem';
import type { Field, Role, Team } from '../../engine/team/team';
import type { KeptRun, RunController } from '../runs/runController';
import type { RunRecord } from '../runs/runRecord';
import type { TaskMemory } from '../runs/taskMemory';
import type { FoundTeam } from '../teams/teamStore';

export interface RoleInput {
  readonly task: string;
  readonly state: JsonObject;
  /** `subtask.input`. */
  readonly input: JsonObject;
}

export interface RoleInputDeps {
  readonly runs: RunController;
  readonly tasks: TaskMemory;
}

interface Choice extends vscode.QuickPickItem {
  readonly from?: { readonly record: RunRecord; readonly moment: FoundMoment };
  readonly others?: readonly KeptRun[];
  readonly isForm?: true;
}

/** Undefined: the person changed their mind. */
export async function roleInput({ loaded }: FoundTeam, team: Team, role: Role, deps: RoleInputDeps): Promise<RoleInput | undefined> {
  const { runs } = deps;
  await runs.recall(loaded);
  const last = runs.lastOf(loaded.file);
  const others = (await runs.history(loaded)).filter(({ place }) => place.run !== last?.run);
  const choices: readonly Choice[] = [
    ...(last === undefined ? [] : stepsIn(last, loaded.file, role.id)),
    ...(others.length === 0 ? [] : [{ label: vscode.l10n.t('A step of another run…'), others }]),
    { label: vscode.l10n.t('Values that I type…'), description: role.reads.map(({ field }) => field).join(', '), isForm: true },
  ];
  const title = vscode.l10n.t('What does {0} begin with?', role.id);
  const chosen = choices.length === 1 ? choices[0] : await vscode.window.showQuickPick(choices, { title, matchOnDescription: true });
  if (chosen?.isForm) return typed(loaded, team, role, { last, ...deps });
  const from = chosen?.others === undefined ? chosen?.from : await ofAnother(chosen.others, { file: loaded.file, role: role.id, title, runs });
  return from === undefined ? undefined : inputThen(from.record.eventsFrom(1), from.moment);
}

/** Newest first; what it reviewed is none of its steps. */
function stepsIn(record: RunRecord, file: string, role: string): readonly Choice[] {
  const moments = record.view === null ? [] : momentsIn(record.view, file, role).filter(({ author }) => author === null);
  return moments.map((moment) => ({
    label: vscode.l10n.t('Run {0}, step {1}', record.run, [...moment.within.map(({ step }) => step), moment.step].join('.')),
    description: moment.outcome, from: { record, moment },
  })).reverse();
}

async function ofAnother(kept: readonly KeptRun[], { file, role, title, runs }: { readonly file: string; readonly role: string; readonly title: string; readonly runs: RunController }): Promise<Choice['from']> {
  const items = kept.map(({ place, summary }) => ({ label: vscode.l10n.t('Run {0}', place.run), description: [summary.status ?? vscode.l10n.t('not ended'), summary.task].join(' · '), place }));
  const run = await vscode.window.showQuickPick(items, { title, matchOnDescription: true });
  if (run === undefined) return undefined;
  const steps = stepsIn(await runs.open(run.place), file, role);
  if (steps.length > 0) return (await vscode.window.showQuickPick(steps, { title, matchOnDescription: true }))?.from;
  void vscode.window.showInformationMessage(vscode.l10n.t('{0} did nothing in run {1}.', role, run.place.run));
  return undefined;
}

/** As the workspace was when the step began. */
export function inputThen(events: readonly RunEvent[], { within, step }: Pick<FoundMoment, 'within' | 'step'>): RoleInput | undefined {
  const own = eventsWithin(events, within);
  const begins = own.findIndex((event) => event.type === 'role.started' && event.step === step);
  const started = own[begins];
  const state = own.slice(0, Math.max(0, begins)).reduce<RunState | null>(foldRun, null);
  if (state === null || started?.type !== 'role.started') return undefined;
  const fields = [...state.present].filter((field) => field !== 'task' && field !== 'constraints');
  return { task: state.task, state: Object.fromEntries(fields.map((field) => [field, state.values[field] ?? null])), input: started.subtask.input as JsonObject };
}

/** One question a field, each with what it held last, checked while it is typed. */
async function typed(loaded: FoundTeam['loaded'], team: Team, role: Role, { tasks, last }: RoleInputDeps & { readonly last: RunRecord | undefined }): Promise<RoleInput | undefined> {
  const task = await tasks.ask(loaded);
  if (task === undefined) return undefined;
  const fields = role.reads.map(({ field }) => team.fields[field]!).filter(({ name }) => name !== 'task' && name !== 'constraints');
  const state: Record<string, Json> = {};
  for (const [index, field] of fields.entries()) {
    const value = await askValue(field.name, role, { before: heldLast(field, last), isText: field.type === 'string', place: `${index + 1}/${fields.length}`, problemOf: (given) => problemWith(field, given) });
    if (value === undefined) return undefined;
    state[field.name] = value;
  }
  const asksInput = role.inputSchema !== null || /\bsubtask\.input\b/.test(role.instructions?.text ?? '');
  const input = asksInput ? await askValue('subtask.input', role, { before: {}, isText: false, place: '', problemOf: (given) => (typeof given === 'object' && given !== null && !Array.isArray(given) ? null : vscode.l10n.t('It is an object, such as {0}.', '{ "topic": "rain" }')) }) : {};
  return input === undefined ? undefined : { task, state, input: input as JsonObject };
}

function heldLast({ name: field, empty }: Field, last: RunRecord | undefined): Json {
  const before = last?.view?.fields.find(({ name }) => name === field);
  return before?.present === true ? before.value : empty;
}

interface AskedValue {
  readonly before: Json;
  readonly isText: boolean;
  readonly place: string;
  readonly problemOf: (value: Json) => string | null | Promise<string | null>;
}

async function askValue(name: string, role: Role, { before, isText, place, problemOf }: AskedValue): Promise<Json | undefined> {
  const read = (text: string): { readonly value: Json } | { readonly problem: string } => {
    if (isText) return { value: text };
    try {
      return { value: JSON.parse(text) as Json };
    } catch {
      return { problem: vscode.l10n.t('That is no JSON. A text stands in quotes: {0}', '"rain"') };
    }
  };
  const text = await vscode.window.showInputBox({
    title: [vscode.l10n.t('{0} reads {1}', role.id, name), place].filter(Boolean).join(' · '),
    prompt: isText ? vscode.l10n.t('A text') : vscode.l10n.t('A value as JSON'),
    value: isText && typeof before === 'string' ? before : JSON.stringify(before),
    ignoreFocusOut: true,
    async validateInput(typing) {
      const value = read(typing);
      return 'problem' in value ? value.problem : problemOf(value.value);
    },
  });
  const value = text === undefined ? null : read(text);
  return value !== null && 'value' in value ? value.value : undefined;
}

async function problemWith(field: Field, value: Json): Promise<string | null> {
  const unusable = unusableIn(value);
  if (unusable !== null) return vscode.l10n.t('It holds {0}.', unusable);
  const problem = await fieldProblem(field, value, loadSchemas);
  return problem === null ? null : vscode.l10n.t('{0} {1}', problem.path === '' ? field.name : problem.path, problem.message);
}
