/** One run from its first event to its last: asks `nextStep`, performs what it says, records the end. */
import type { RunStatus } from '../events/runEvent';
import type { SourceRef } from '../shared/source';
import { CallCounters } from './askModel';
import { chosenStep, judgedKey, nextStep, type Dispatch, type NextStep } from './nextStep';
import { pause } from './pause';
import type { RunContext } from './runContext';
import type { RunResult } from './engine';
import type { Interrupted, StepEnd } from './stepEnd';
import { StepRunner } from './stepRunner';
import { SupervisorTalk } from './supervisorTalk';

interface Ending {
  readonly status: Exclude<RunStatus, 'waiting'>;
  readonly reason: string;
  readonly where?: SourceRef;
  readonly message?: string;
  readonly hint?: string;
}

/** Everything up to and including `run.finished` is recorded and flushed. */
export async function runLoop(context: RunContext): Promise<RunResult> {
  for (;;) {
    const ending = await oneRound(context);
    await context.recorder.flush();
    if (ending === null) continue;
    context.recorder.record({ type: 'run.finished', ...ending });
    await context.recorder.flush();
    return { status: ending.status, reason: ending.reason };
  }
}

const stopped: Ending = { status: 'stopped', reason: 'stopped' };

/** Null: the run goes on. */
async function oneRound(context: RunContext): Promise<Ending | null> {
  const counters = new CallCounters();
  const decided = await decide(context, counters);
  if (context.stop.aborted) return stopped;
  if ('end' in decided) return decided.end;
  const { next } = decided;
  switch (next.kind) {
    case 'finish':
      if (next.refused !== undefined && next.refused.length > 0) context.recorder.record({ type: 'role.skipped', refused: next.refused });
      return { status: next.status, reason: next.reason, ...(next.where === undefined ? {} : { where: next.where }) };
    case 'fail':
      return { status: 'failed', reason: next.reason, message: next.message, where: next.where };
    case 'limit':
      context.recorder.record({ type: 'limit.reached', ...next.reached });
      return null;
    case 'dispatch':
      return perform(context, next, counters);
  }
}

type Decided = { readonly next: Exclude<NextStep, { kind: 'judge' | 'choose' }> } | { readonly end: Ending | null };

/** Puts the questions that `nextStep` needs answered until it can say what is next. */
async function decide(context: RunContext, counters: CallCounters): Promise<Decided> {
  const { program, recorder, clock } = context;
  const talk = new SupervisorTalk(context, recorder.state.steps + 1, counters);
  const judged = new Map<string, boolean>();
  while (!context.stop.aborted) {
    const next = nextStep(program, recorder.state, { now: clock.now(), judged });
    if (next.kind === 'judge') {
      const holds = await talk.judge(next);
      if (typeof holds !== 'boolean') return { end: endOf(context, holds) };
      judged.set(judgedKey(next.role, next.question), holds);
    } else if (next.kind === 'choose') {
      const choice = await talk.choose(next);
      if (choice.kind !== 'choice') return { end: endOf(context, choice) };
      const { why, fallback, refused } = choice;
      const step = chosenStep(program, recorder.state, choice.choice, { by: 'model', why, fallback, refused }, clock.now());
      return { next: step };
    } else {
      return { next };
    }
  }
  return { end: stopped };
}

async function perform(context: RunContext, dispatch: Dispatch, counters: CallCounters): Promise<Ending | null> {
  const { recorder, program } = context;
  const { decision } = dispatch;
  const step = recorder.state.steps + 1;
  await pause(context, { phase: 'decided', step, role: dispatch.role, ...(decision.by === 'route' ? { index: decision.route } : {}) });
  const end = await new StepRunner(context, program.roles.get(dispatch.role)!, dispatch, counters).run();
  return endOf(context, end);
}

/** What the end of a step, or of a question, means for the run. A limit is recorded: the next round acts on it. */
function endOf(context: RunContext, end: StepEnd | Interrupted): Ending | null {
  switch (end.kind) {
    case 'ended':
      return null;
    case 'stopped':
      return stopped;
    case 'limit':
      context.recorder.record({ type: 'limit.reached', ...end.reached });
      return null;
    case 'fail':
      return { status: 'failed', reason: end.reason, message: end.message, ...(end.hint === undefined ? {} : { hint: end.hint }) };
    case 'end':
      return endOf(context, end.end);
    case 'failure': {
      const { what, why, hint } = end.failure;
      return { status: 'failed', reason: `error:${what}`, message: `the supervisor: ${why}`, ...(hint === undefined ? {} : { hint }) };
    }
  }
}
