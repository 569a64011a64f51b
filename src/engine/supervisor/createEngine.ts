/** Starts runs: opens what a team needs, writes the first event, and lets the loop go. */
import { eventFormat } from '../events/runEvent';
import { LogError } from '../events/runLog';
import type { Model } from '../models/model';
import { ModelUnusable } from '../models/model';
import { compileTeam, type TeamProgram } from '../rules/teamProgram';
import { stateBindings } from '../rules/stateBindings';
import type { Schemas } from '../shared/schemas';
import type { Tool } from '../tools/tool';
import { displayJson } from '../shared/json';
import type { Team } from '../team/team';
import type { Engine, EnginePorts, RunHandle, RunResult, StartRun } from './engine';
import { Recorder } from './recorder';
import type { RunContext } from './runContext';
import { runLoop } from './runLoop';

export function createEngine(ports: EnginePorts): Engine {
  return { start: (request) => Promise.resolve(startRun(ports, request)) };
}

function startRun(ports: EnginePorts, request: StartRun): RunHandle {
  const { log } = request;
  const recorder = new Recorder(log, ports.clock, ports.redactor);
  const stop = new AbortController();
  recorder.record({
    type: 'run.started', format: eventFormat, run: log.run, task: request.task, team: request.team, options: request.options, trigger: request.trigger,
  });
  return {
    run: log.run,
    listen: (listener) => recorder.listen(listener),
    stop: () => stop.abort('stopped'),
    finished: runToEnd(ports, request, recorder, stop.signal),
  };
}

/** Never rejects: what nobody foresaw ends the run as failed. */
async function runToEnd(ports: EnginePorts, request: StartRun, recorder: Recorder, stop: AbortSignal): Promise<RunResult> {
  let result: RunResult;
  try {
    const context = await openRun(ports, request, recorder, stop);
    result = 'problem' in context ? failedStart(recorder, context.problem) : await runLoop(context);
  } catch (error) {
    result = failedStart(recorder, unforeseen(error));
  }
  await request.log.close().catch(() => undefined);
  return result;
}

function unforeseen(error: unknown): Problem {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof LogError) return { reason: 'error:log', message, hint: error.hint };
  return { reason: 'error:bug', message, hint: 'This is a mistake in Rolecall. The log of the run shows where it happened; please report it.' };
}

interface Problem {
  readonly reason: string;
  readonly message: string;
  readonly hint: string;
}

function failedStart(recorder: Recorder, { reason, message, hint }: Problem): RunResult {
  recorder.record({ type: 'run.finished', status: 'failed', reason, message, hint });
  return { status: 'failed', reason };
}

async function openRun(ports: EnginePorts, request: StartRun, recorder: Recorder, stop: AbortSignal): Promise<RunContext | { readonly problem: Problem }> {
  const { team } = request;
  const [schemas, tokens] = await Promise.all([ports.schemas(), ports.tokens()]);
  const program = await compileTeam(team, schemas);
  const models = await openModels(ports, team, request.options.model);
  if ('problem' in models) return models;
  const tools = await openTools(ports, team);
  if ('problem' in tools) return tools;
  const goal = goalOf(program, recorder, ports);
  if ('problem' in goal) return goal;
  const count = (text: string) => tokens.count(text);
  return {
    program, recorder, schemas, stop,
    clock: ports.clock, ids: ports.ids, sha256: ports.sha256,
    basis: { team, goal: goal.goal, task: request.task, count },
    models: models.opened, tools: tools.opened,
    gate: request.gate ?? null,
  };
}

function goalOf(program: TeamProgram, recorder: Recorder, ports: EnginePorts): { readonly goal: string } | { readonly problem: Problem } {
  const goal = program.goal.evaluate(stateBindings(recorder.state, { now: ports.clock.now() }));
  if (goal.ok) return { goal: goal.value };
  return { problem: { reason: 'error:expression', message: `the goal could not be filled in: ${goal.error.message}`, hint: 'Look at `goal:` of the team.' } };
}

/** Only the models that this run can use. */
async function openModels(ports: EnginePorts, team: Team, override: string | undefined): Promise<{ readonly opened: ReadonlyMap<string, Model> } | { readonly problem: Problem }> {
  const wanted = override === undefined ? modelsOf(team) : [override];
  const opened = new Map<string, Model>();
  const run = {};
  for (const name of wanted) {
    const entry = team.models[name];
    if (entry === undefined) {
      return { problem: { reason: 'error:model', message: `there is no model ${JSON.stringify(name)} in ${team.file}`, hint: `Choose one of: ${Object.keys(team.models).join(', ')}.` } };
    }
    try {
      opened.set(name, await ports.models.open(entry, run));
    } catch (error) {
      if (!(error instanceof ModelUnusable)) throw error;
      return { problem: { reason: 'error:model', message: error.message, hint: error.hint } };
    }
  }
  return { opened };
}

function modelsOf(team: Team): readonly string[] {
  const names = [...team.roles.map((role) => role.model), ...(team.supervisor === null ? [] : [team.supervisor.model]), ...(team.model === null ? [] : [team.model])];
  return [...new Set(names)];
}

async function openTools(ports: EnginePorts, team: Team): Promise<{ readonly opened: ReadonlyMap<string, Tool> } | { readonly problem: Problem }> {
  const opened = new Map<string, Tool>();
  for (const name of new Set(team.roles.flatMap((role) => role.tools))) {
    const entry = team.tools[name];
    if (entry === undefined) continue;
    const tool = await ports.tools.open(entry, team.folder);
    if (!tool.ok) return { problem: { reason: 'error:tool', message: `the tool ${displayJson(name)} cannot be used: ${tool.error}`, hint: `Look at \`tools:\` of ${team.file}.` } };
    opened.set(name, tool.value);
  }
  return { opened };
}
