/** One run from its first event to its last: asks `nextStep`, performs what it says, records the end. */
import { askedIn } from '../events/foldRun';
import type { ReachedLimit, Refused, RunEvent, RunStatus } from '../events/runEvent';
import type { SourceRef } from '../shared/source';
import { CallCounters } from './askModel';
import { askPerson } from './askPerson';
import { describeRest } from './cycle';
import { chosenStep, judgedKey, nextStep, stepsOf, type Dispatch, type ModelDecision, type NextStep } from './nextStep';
import { pause } from './pause';
import { Diverged } from './recorder';
import { limitOn } from './limitGate';
import type { RunContext } from './runContext';
import type { RunResult } from './engine';
import type { Interrupted, StepEnd } from './stepEnd';
import { resumeSteps, runGroup, runStep } from './stepGroup';
import { StepRunner } from './stepRunner';
import { SupervisorTalk } from './supervisorTalk';

interface Ending {
  readonly status: RunStatus;
  readonly reason: string;
  readonly where?: SourceRef;
  readonly message?: string;
  readonly hint?: string;
}

/** Everything up to and including `run.finished` is recorded and flushed. Steps that the past left open go on first. */
export async function runLoop(context: RunContext): Promise<RunResult> {
  for (let isFirst = true; ; isFirst = false) {
    // What a step has committed is written with the request that follows at once, or as soon as the process waits for something.
    const ending = (isFirst ? await openSteps(context) : null) ?? (await oneRound(context));
    if (ending === null) continue;
    context.recorder.record({ type: 'run.finished', ...ending });
    await context.recorder.flush();
    return { status: ending.status, reason: ending.reason };
  }
}

function failedEnding({ reason, message, hint, where }: Extract<NextStep, { kind: 'fail' }>): Ending {
  return { status: 'failed', reason, message, ...(hint === undefined ? {} : { hint }), ...(where === undefined ? {} : { where }) };
}

const stopped: Ending = { status: 'stopped', reason: 'stopped' };

/** Null: the run goes on. */
async function oneRound(context: RunContext): Promise<Ending | null> {
  const { decided, counters } = await decideFromRecord(context);
  if (context.stop.aborted) return stopped;
  if ('end' in decided) return decided.end;
  const { next } = decided;
  switch (next.kind) {
    case 'finish':
      tellSkipped(context, next.refused ?? []);
      return finishedEnding(context, next);
    case 'fail':
      return failedEnding(next);
    case 'limit':
      return reachLimit(context, next.reached);
    case 'dispatch':
      return perform(context, next, counters);
    case 'askLimit':
      return askAboutLimit(context, next.reason);
    case 'fanOut':
      return endOf(context, await runGroup(context, next.members));
  }
}

function finishedEnding(context: RunContext, { status, reason, where, refused = [], chosen }: Extract<NextStep, { kind: 'finish' }>): Ending {
  const message = chosen !== undefined ? describeChoice(chosen) : reason === 'quiescent' ? describeRest(context.recorder.past, refused) : nothingLeft(context, status);
  return { status, reason, ...(where === undefined ? {} : { where }), ...(message === null ? {} : { message }) };
}

/** A run that goes on after its end, and has nothing to go on with, is told why it is still partial. Null: it did something. */
function nothingLeft({ recorder }: RunContext, status: RunStatus): string | null {
  if (status !== 'partial') return null;
  const last = recorder.past.findLast(({ type }) => type === 'role.started' || type === 'run.resumed');
  if (last?.type !== 'run.resumed' || last.again === undefined) return null;
  const marked = Object.entries(recorder.state.markers).map(([role, { kind }]) => `${role} (${kind})`);
  const stands = marked.length === 0 ? '' : ` What is not whole stays so: ${marked.join(', ')}. To have it done again, fork the run from before that step.`;
  return `Nothing was left to do.${stands}`;
}

/** Of `end`: no step tells of it. */
function describeChoice({ why, fallback, notes = [] }: ModelDecision): string {
  if (fallback) return 'The supervisor named nobody on the list; `end` was the first choice that was not the last to speak.';
  return ['The supervisor chose to end', ...(why === null ? [] : [why]), ...notes].join(': ');
}

/** Who was passed over at the end. Not twice, where the run was cut off right behind it. */
function tellSkipped(context: RunContext, refused: readonly Refused[]): void {
  const last = context.recorder.past.findLast((event) => event.type !== 'run.resumed');
  const wasTold = last?.type === 'role.skipped' && last.refused.every(({ subtask }) => subtask === undefined);
  if (refused.length > 0 && !wasTold && canTell(context)) context.recorder.record({ type: 'role.skipped', refused });
}

/** Earlier versions did not say it everywhere: their recordings are replayed all the same. */
function canTell({ recorder }: RunContext): boolean {
  return !recorder.isReplay || recorder.nextOfRun?.type === 'role.skipped';
}

/** `on_limit: ask`: whoever raises the limit resumes the run; approving ends it with what there is. */
async function askAboutLimit(context: RunContext, reason: string): Promise<Ending> {
  const step = context.recorder.state.steps + 1;
  context.recorder.leaveUndecided(step, isLimit);
  const met = /^limit:(.*)$/.exec(reason)?.[1];
  const question = `The run ${met === undefined ? `cannot go on (${reason})` : `has reached its limit of ${met}`}. End it here with what there is? To go on, resume it with a higher limit.`;
  const said = await askPerson(context, step, { id: `${reason}.${step}`, kind: 'on_limit', role: 'supervisor', question, what: reason });
  if (said.kind === 'stopped') return stopped;
  return said.kind === 'waiting' ? { status: 'waiting', reason: 'approval' } : { status: 'partial', reason };
}

/** Null: none was open, or the run goes on. */
async function openSteps(context: RunContext): Promise<Ending | null> {
  const open = context.recorder.state.open.values();
  if (open.length === 0) return null;
  const end = await resumeSteps(context, open);
  await context.recorder.flush();
  return endOf(context, end);
}

type Decided = { readonly next: Exclude<NextStep, { kind: 'judge' | 'choose' | 'skip' }> } | { readonly end: Ending | null };

/** Where what was asked before an interruption is not what is asked now, all of it is asked anew. */
async function decideFromRecord(context: RunContext): Promise<{ readonly decided: Decided; readonly counters: CallCounters }> {
  const { recorder } = context;
  const counters = new CallCounters();
  try {
    return { decided: await decide(context, counters), counters };
  } catch (error) {
    if (!(error instanceof Diverged) || !recorder.forget(recorder.state.steps + 1, error)) throw error;
    const afresh = new CallCounters();
    return { decided: await decide(context, afresh), counters: afresh };
  }
}

/** Puts the questions that `nextStep` needs answered until it can say what is next. */
async function decide(context: RunContext, counters: CallCounters): Promise<Decided> {
  const { program, recorder } = context;
  const upcoming = recorder.state.steps + 1;
  const talk = new SupervisorTalk(context, upcoming, counters);
  const judged = new Map<string, boolean>();
  while (!context.stop.aborted) {
    const next = nextStep(program, recorder.state, { now: recorder.now(upcoming), judged, isSilent: !canTell(context) });
    const reached = await limitFor(context, next);
    if (reached !== null) return { next: { kind: 'limit', reached } };
    if (next.kind === 'skip') {
      recorder.record({ type: 'role.skipped', refused: next.refused });
    } else if (next.kind === 'judge') {
      const holds = await talk.judge(next);
      if (typeof holds !== 'boolean') return { end: endOf(context, holds) };
      judged.set(judgedKey(next.role, next.condition), holds);
    } else if (next.kind === 'choose') {
      const choice = await talk.choose(next);
      if (choice.kind !== 'choice') return { end: endOf(context, choice) };
      const { why, fallback, refused, notes } = choice;
      const decision = { by: 'model', why, fallback, refused, ...(notes.length === 0 ? {} : { notes }) } as const;
      const step = chosenStep(program, recorder.state, choice.choice, decision);
      const tooMany = await limitFor(context, step);
      return { next: tooMany === null ? step : { kind: 'limit', reached: tooMany } };
    } else {
      return { next };
    }
  }
  return { end: stopped };
}

/** A limit stops a run only when another step or call would be made. */
function limitFor(context: RunContext, next: NextStep): Promise<ReachedLimit | null> {
  const steps = stepsOf(next);
  return steps === null ? Promise.resolve(null) : limitOn(context, context.recorder.state.steps + 1, steps);
}

async function perform(context: RunContext, dispatch: Dispatch, counters: CallCounters): Promise<Ending | null> {
  const { recorder, program } = context;
  const { decision } = dispatch;
  const step = recorder.state.steps + 1;
  if (decision.by === 'limit') recorder.leaveUndecided(step, isLimit);
  if (decision.by === 'person') recorder.leaveUndecided(step, (event) => event.type === 'run.resumed' && askedIn(event) !== undefined);
  await pause(context, { phase: 'decided', step, role: dispatch.role, ...(decision.by === 'route' ? { index: decision.route } : {}) });
  if (context.stop.aborted) return stopped;
  const start = { step, dispatch, group: null, snapshot: recorder.state };
  return endOf(context, await runStep(context, new StepRunner(context, program.roles.get(dispatch.role)!, start, counters), step));
}

function isLimit({ type }: RunEvent): boolean {
  return type === 'limit.reached';
}

/** The next round acts on it. A run that is ending already ends: a limit is not reached twice. */
function reachLimit({ recorder }: RunContext, reached: ReachedLimit): Ending | null {
  const { ending } = recorder.state;
  if (ending !== null) return { status: 'partial', reason: ending };
  recorder.record({ type: 'limit.reached', ...reached });
  return null;
}

/** What the end of a step, or of a question, means for the run. A limit is recorded: the next round acts on it. */
function endOf(context: RunContext, end: StepEnd | Interrupted): Ending | null {
  switch (end.kind) {
    case 'ended':
      return null;
    case 'stopped':
      return stopped;
    case 'waiting':
      return { status: 'waiting', reason: 'approval' };
    case 'limit':
      return reachLimit(context, end.reached);
    case 'end':
      return endOf(context, end.end);
    case 'failure': {
      const { what, why, hint } = end.failure;
      return { status: 'failed', reason: `error:${what}`, message: `the supervisor: ${why}`, ...(hint === undefined ? {} : { hint }) };
    }
  }
}
