/** Opens what a team needs to run: its expressions, models and tools. Says what cannot be opened, and why. */
import { foldRun } from '../events/foldRun';
import type { RunState } from '../events/runState';
import type { Model, ModelRun } from '../models/model';
import { ModelUnusable } from '../models/model';
import { stateBindings } from '../rules/stateBindings';
import { compileTeam, type TeamProgram } from '../rules/teamProgram';
import { displayJson } from '../shared/json';
import type { Person } from '../shared/person';
import { err, ok, type Result } from '../shared/result';
import type { Team } from '../team/team';
import type { Tool } from '../tools/tool';
import type { EarlierLogs } from '../models/earlierReplies';
import { earlierAnswers, silentModel, type EarlierAnswers } from './earlierAnswers';
import { RunLifetime } from '../tools/runLifetime';
import { isSource } from '../tools/toolSource';
import type { EnginePorts } from './engine';
import { KeptValues } from './keptValues';
import { limitsOf } from './limits';
import type { Recorder } from './recorder';
import type { RunContext } from './runContext';
import type { StopSignal } from './stopSignal';
import type { StepGate } from './stepGate';
import { modelRunKey, modelRunsOf } from './usedReplies';
import type { Visit, VisitResult } from './visit';

export interface Problem {
  readonly reason: string;
  readonly message: string;
  readonly hint: string;
}

/** Who may hold or end a run from outside. */
export interface RunControl {
  readonly stop: StopSignal;
  readonly gate: StepGate | null;
  readonly person: Person;
  /** Closed by whoever opens the run. */
  readonly lifetime?: RunLifetime;
  readonly visitTeam: (context: RunContext, team: Team, visit: Visit) => Promise<VisitResult>;
  /** Null: no earlier runs are known. */
  readonly earlier: EarlierLogs | null;
  /** Of a sub-team: the run it works for. */
  readonly outer?: { readonly context: RunContext; readonly step: number; readonly role: string; readonly asked: string };
}

export async function openRun(ports: EnginePorts, recorder: Recorder, control: RunControl): Promise<RunContext | { readonly problem: Problem }> {
  const { team, task, options } = recorder.state;
  const [schemas, tokens] = await Promise.all([ports.schemas(), ports.tokens()]);
  const program = await compileTeam(team, schemas);
  const above = control.outer?.context ?? null;
  const path = control.outer === undefined ? [] : [...control.outer.context.path, control.outer.role];
  const modelRuns = above?.modelRuns ?? modelRunsOf(team, recorder.past);
  const earlier = earlierAnswers({ logs: control.earlier, state: recorder.state, above: above?.earlier ?? null });
  const models = await openModels(ports, recorder, { control, earlier }, modelRunOf(modelRuns, path));
  if ('problem' in models) return models;
  const tools = await openTools(ports, team);
  if ('problem' in tools) return tools;
  const goal = goalOf(program, recorder);
  if ('problem' in goal) return goal;
  const count = (text: string) => tokens.count(text);
  const shared = sharedOf(ports, recorder, control);
  const context: RunContext = {
    program, recorder, schemas,
    visitTeam: (inner, visit) => control.visitTeam(context, inner, visit),
    stop: control.stop, gate: control.gate, person: control.person,
    clock: ports.clock, ids: ports.ids, sha256: ports.sha256,
    basis: { team, goal: goal.goal, task, count, keep: (value) => shared.kept.keep(value) },
    ...shared,
    models: models.opened, earlier, tools: tools.opened, sourced: new Map(),
    openTool: (name) => openTool(ports, team, tools.opened, name),
    ports, path, modelRuns,
    above, sharing: new Map(),
    within: withinOf(control),
    place: placeOf(control),
  };
  return context;
}

function withinOf({ outer }: RunControl): RunContext['within'] {
  return outer === undefined ? [] : [...outer.context.within, { step: outer.step, role: outer.role }];
}

function placeOf({ outer }: RunControl): RunContext['place'] {
  return { asked: outer?.asked ?? '', times: new Map() };
}

/** What a run and all that work for it have in common. */
function sharedOf(ports: EnginePorts, recorder: Recorder, { outer, lifetime = new RunLifetime() }: RunControl): Pick<RunContext, 'kept' | 'starting' | 'lifetime'> {
  if (outer !== undefined) {
    const { kept, starting, lifetime: theirs } = outer.context;
    return { kept, starting, lifetime: theirs };
  }
  return { kept: new KeptValues(ports.sha256, () => [recorder]), starting: new Map(), lifetime };
}

function goalOf(program: TeamProgram, recorder: Recorder): { readonly goal: string } | { readonly problem: Problem } {
  const atStart = recorder.past.slice(0, 1).reduce<RunState | null>(foldRun, null) ?? recorder.state;
  const goal = program.goal.evaluate(stateBindings(atStart, { now: atStart.startedAt }));
  if (goal.ok) return { goal: goal.value };
  return { problem: { reason: 'error:expression', message: `the goal could not be filled in: ${goal.error.message}`, hint: 'Look at `goal:` of the team.' } };
}

/** A limit of money that nobody can count is none: the run does not start. */
function unpricedProblem(state: RunState, above: RunContext | null, opened: ReadonlyMap<string, Model>): Problem | null {
  const model = [...opened.values()].find((one) => one.unpriced === true);
  if (model === undefined) return null;
  const { costUsd } = limitsOf(state);
  if (costUsd === null) return above === null ? null : unpricedProblem(above.recorder.state, above.above, opened);
  return priceProblem(costUsd, model.entry.name, state.team.file);
}

function priceProblem(costUsd: number, model: string, file: string): Problem {
  return {
    reason: 'error:price',
    message: `cost_usd limits this run to $${costUsd}, and what the model ${model} costs is not known`,
    hint: `State its price in ${file}: \`price: { input: …, output: … }\`, in dollars a million tokens; or take the limit out.`,
  };
}

/** The teams within are looked at before anything is spent. What else speaks against their models is told when they are visited. */
async function unpricedWithin(ports: EnginePorts, costUsd: number | null, team: Team): Promise<Problem | null> {
  if (costUsd === null) return null;
  for (const { team: inner } of team.roles) {
    if (inner === undefined) continue;
    for (const name of modelsOf(inner)) {
      const entry = inner.models[name];
      const model = entry === undefined ? null : await ports.models.open(entry, {}).catch((error: unknown) => (error instanceof ModelUnusable ? null : Promise.reject(error as Error)));
      if (model?.unpriced === true) return priceProblem(costUsd, `${inner.name}/${name}`, `${inner.folder}/${inner.file}`);
    }
    const deeper = await unpricedWithin(ports, costUsd, inner);
    if (deeper !== null) return deeper;
  }
  return null;
}

/** Kept over all visits of a sub-team, so that a script goes on where it was. */
function modelRunOf(modelRuns: Map<string, ModelRun>, path: readonly string[]): ModelRun {
  const key = modelRunKey(path);
  const known = modelRuns.get(key) ?? {};
  modelRuns.set(key, known);
  return known;
}

/** Only the models that this run can use. */
async function openModels(ports: EnginePorts, recorder: Recorder, { control: { outer }, earlier: { isPlayed } }: { readonly control: RunControl; readonly earlier: EarlierAnswers }, run: ModelRun): Promise<{ readonly opened: ReadonlyMap<string, Model> } | { readonly problem: Problem }> {
  const { team, options } = recorder.state;
  const wanted = options.model === undefined || isPlayed ? modelsOf(team) : [options.model];
  const opened = new Map<string, Model>();
  for (const name of wanted) {
    const entry = team.models[name];
    if (entry === undefined) {
      return { problem: { reason: 'error:model', message: `there is no model ${JSON.stringify(name)} in ${team.file}`, hint: `Choose one of: ${Object.keys(team.models).join(', ')}.` } };
    }
    try {
      opened.set(name, isPlayed || entry.provider === 'recorded' ? silentModel(entry) : await ports.models.open(entry, run));
    } catch (error) {
      if (!(error instanceof ModelUnusable)) throw error;
      return { problem: { reason: 'error:model', message: error.message, hint: error.hint } };
    }
  }
  const unpriced = await unpricedModel(ports, recorder.state, outer, opened);
  return unpriced === null ? { opened } : { problem: unpriced };
}

/** Of the run's own models; the outermost run looks at those of the teams within too. */
async function unpricedModel(ports: EnginePorts, state: RunState, outer: RunControl['outer'], opened: ReadonlyMap<string, Model>): Promise<Problem | null> {
  const own = unpricedProblem(state, outer?.context ?? null, opened);
  if (own !== null || outer !== undefined) return own;
  return unpricedWithin(ports, limitsOf(state).costUsd, state.team);
}

/** A role that is a team asks by the models of that team; the team's own is also for conditions that are put as a question. */
function modelsOf(team: Team): readonly string[] {
  const asking = team.roles.filter((role) => role.team === undefined);
  const isQuestioned = [...team.finishWhen, ...team.roles.flatMap((role) => [...role.skipWhen, ...role.exitWhen])].some((condition) => condition.kind === 'ask');
  const supervisor = team.supervisor === null ? [] : [team.supervisor.model];
  const own = team.model === null || (asking.length === 0 && !isQuestioned) ? [] : [team.model];
  return [...new Set([...asking.map((role) => role.model), ...supervisor, ...own])];
}

async function openTools(ports: EnginePorts, team: Team): Promise<{ readonly opened: Map<string, Tool> } | { readonly problem: Problem }> {
  const opened = new Map<string, Tool>();
  for (const name of new Set(team.roles.flatMap((role) => [...role.tools, ...(role.mayAsk?.tools ?? [])]))) {
    const entry = team.tools[name];
    if (entry === undefined || isSource(entry)) continue;
    const tool = await openTool(ports, team, opened, name);
    if (!tool.ok) return { problem: { reason: 'error:tool', message: tool.error, hint: `Look at \`tools:\` of ${team.file}.` } };
  }
  return { opened };
}

async function openTool(ports: EnginePorts, team: Team, opened: Map<string, Tool>, name: string): Promise<Result<Tool | null, string>> {
  const known = opened.get(name);
  if (known !== undefined) return ok(known);
  const entry = team.tools[name];
  if (entry === undefined) return err(`there is no tool ${displayJson(name)}`);
  if (isSource(entry)) return ok(null);
  const tool = await ports.tools.open(entry, team.folder);
  if (!tool.ok) return err(`the tool ${displayJson(name)} cannot be used: ${tool.error}`);
  opened.set(name, tool.value);
  return tool;
}
