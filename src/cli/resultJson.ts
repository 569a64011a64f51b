/** A run as the one JSON object that run, resume, fork, replay and show print. Its keys are a contract with scripts. */
import { countSteps } from '../engine/projections/foldRunView';
import type { RunView, SpendRow, WaitingQuestion } from '../engine/projections/runView';
import type { RunStatus } from '../engine/events/runEvent';
import type { Json, JsonObject } from '../engine/shared/json';

/** How a run without an end stands: its process is at work, or has died. */
export type Unended = 'running' | 'interrupted';

export interface Standing {
  readonly status: RunStatus | 'running';
  /** Null while it runs. */
  readonly reason: string | null;
}

export function standingOf(view: Pick<RunView, 'status' | 'reason'>, unended: Unended): Standing {
  if (view.status !== 'running') return { status: view.status, reason: view.reason };
  return unended === 'running' ? { status: 'running', reason: null } : { status: 'stopped', reason: 'interrupted' };
}

/** `goOn`: the command that goes on with it, where it waits for a person. */
export function resultJson(view: RunView, log: string, unended: Unended, goOn: string | null = null): JsonObject {
  const { run, team, steps, path, fields, spend, forked, waiting, unfinished } = view;
  return {
    run,
    team: team.name,
    ...standingOf(view, unended),
    steps: countSteps(steps),
    path,
    state: Object.fromEntries(fields.map((field) => [field.name, field.value])),
    spend: { total: spendJson(spend.total), roles: Object.fromEntries(spend.byRole.map((row) => [row.name, spendJson(row)])) },
    log,
    ...(forked === null ? {} : { forked_from: { run: forked.run, step: forked.step } }),
    ...(unfinished.length === 0 ? {} : { left: unfinished.map(({ role, step, done, of, left }) => ({ role, step, done, of, subtasks: left.map((one) => ({ ...one })) })) }),
    ...(waiting.length === 0 ? {} : { waiting: waiting.map(waitingJson), go_on: goOn }),
  };
}

function waitingJson({ id, step, kind, role, question, what }: WaitingQuestion): JsonObject {
  return { id, step, kind, role, question, what };
}

/** An unknown cost is null, never 0. `stopped_calls`: how many were stopped before their usage was known; their input is estimated. `simulated` only where nothing is really paid: the cost is then what it would have been. */
export function spendJson({ calls, usage, cost, contextHitRate, usedRate, simulated, unanswered }: SpendRow): JsonObject {
  return {
    calls,
    input_tokens: usage.input,
    cached_tokens: usage.cached,
    output_tokens: usage.output,
    reasoning_tokens: usage.reasoning,
    cost_usd: cost.incomplete ? null : cost.known,
    context_hit_rate: contextHitRate,
    used_rate: usedRate,
    ...(usage.estimated ? { estimated: true } : {}),
    ...(unanswered > 0 ? { stopped_calls: unanswered } : {}),
    ...(simulated ? { simulated: true } : {}),
  };
}

export function printJson(value: Json): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

