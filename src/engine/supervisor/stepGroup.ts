/**
 * Several steps as one: a fan-out and its join, and the steps that an interrupted run left open. Parallel work is committed in the order of the
 * subtasks when the last of it has ended, whatever order it ended in.
 */
import type { ReachedLimit, RunEvent } from '../events/runEvent';
import type { OpenStep, Proposal } from '../events/runState';
import { CallCounters } from './askModel';
import { cutShortBy } from './cutShortBy';
import { limitOn, share } from './limitGate';
import { judgedKey, nextStep, type Dispatch } from './nextStep';
import { pause } from './pause';
import { Diverged, RecordingEnded } from './recorder';
import type { RunContext } from './runContext';
import type { Interrupted, StepEnd } from './stepEnd';
import { StepRunner } from './stepRunner';

interface Member {
  readonly step: number;
  readonly role: string;
  runner: StepRunner;
  readonly again: () => StepRunner;
  worked: Proposal | Interrupted | null;
}

/** Every subtask is claimed before the first is worked on. */
export async function runGroup(context: RunContext, dispatches: readonly Dispatch[]): Promise<StepEnd> {
  const { recorder } = context;
  const first = recorder.state.steps + 1;
  const members: Member[] = [];
  const reached = await limitOn(context, first, dispatches.length);
  if (reached !== null) return { kind: 'limit', reached };
  const { role, decision } = dispatches[0]!;
  await pause(context, { phase: 'decided', step: first, role, ...(decision.by === 'route' ? { index: decision.route } : {}) });
  if (context.stop.aborted) return { kind: 'stopped' };
  const snapshot = recorder.state;
  for (const [index, dispatch] of dispatches.entries()) members.push(memberOf(context, { step: first + index, dispatch, group: first, snapshot }, members));
  for (const { runner } of members) runner.claim();
  await recorder.flush();
  return finishGroup(context, members);
}

function memberOf(context: RunContext, start: ConstructorParameters<typeof StepRunner>[2], all: readonly Member[]): Member {
  const { role } = start.dispatch;
  const program = context.program.roles.get(role)!;
  const siblings = () => all.filter((one) => one.role === role && one.step !== start.step && one.worked === null).map((one) => one.runner);
  const again = () => new StepRunner(context, program, start, new CallCounters(), siblings);
  return { step: start.step, role, runner: again(), again, worked: null };
}

/** A subtask that cannot go on from its record begins anew: it keeps its place in the join. */
async function acceptance(context: RunContext, member: Member): Promise<Proposal | Interrupted> {
  try {
    return await member.runner.bringToAcceptance();
  } catch (error) {
    if (!(error instanceof Diverged) || !context.recorder.forget(member.step, error)) throw error;
    member.runner = member.again();
    return member.runner.bringToAcceptance();
  }
}

async function finishGroup(context: RunContext, members: readonly Member[]): Promise<StepEnd> {
  const { sharing, end } = share(context, members.map(({ step }) => step));
  const work = members.map((member, index) =>
    sharing.work(index, async () => {
      member.worked = await acceptance(context, member);
    }),
  );
  // Nobody is left working behind the back of a run that ends because one of them could not go on.
  const failed = (await Promise.allSettled(work)).flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  end();
  if (failed.length > 0) throw failed.find((error) => !(error instanceof RecordingEnded)) ?? failed[0];
  return join(members);
}

/** The join: in the order of the subtasks, and only once all have ended. What one of them waits for, all wait for, with their results on record. */
function join(members: readonly Member[]): StepEnd {
  const held = members.flatMap(({ worked }) => (worked !== null && 'end' in worked && worked.end.kind !== 'limit' ? [worked.end] : []));
  const stopped = held.find((end) => end.kind === 'stopped') ?? held[0];
  if (stopped !== undefined) return stopped;
  let result: StepEnd = { kind: 'ended' };
  // What commits nothing comes last, so that whoever reads the fields finds the marker and not a later sibling's success in its place.
  const commits = ({ runner, worked }: Member) => runner.commits(worked!);
  for (const { runner, worked } of [...members.filter(commits), ...members.filter((one) => !commits(one))]) {
    const end = runner.conclude(worked!);
    if (end.kind !== 'ended') result = end;
  }
  return result;
}

/** One step alone. Where it cannot go on from its record, it is taken back, to be decided on anew. */
export async function runStep(context: RunContext, runner: StepRunner, step: number): Promise<StepEnd> {
  try {
    return await runner.run();
  } catch (error) {
    if (!(error instanceof Diverged) || !context.recorder.forget(step, error)) throw error;
    context.recorder.record({ type: 'role.finished', step, outcome: 'stopped', why: error.message });
    return { kind: 'ended' };
  }
}

/** What an interrupted run left open: each goes on from its record, a fan-out as a fan-out. */
export async function resumeSteps(context: RunContext, open: readonly OpenStep[]): Promise<StepEnd> {
  const unfinished = open.filter((step) => !finishCommitted(context, step.step));
  const alone = unfinished.filter((step) => step.group === null);
  const together = unfinished.filter((step) => step.group !== null);
  const first = together[0]?.group ?? null;
  for (const step of alone) {
    const { runner } = memberOf(context, startOf(context, step), []);
    const end = await runStep(context, runner, step.step);
    if (end.kind !== 'ended') return end;
  }
  if (first === null) return { kind: 'ended' };
  const unclaimed = unclaimedOf(context, first, together.length);
  if (unclaimed === null) return takeBack(context, together);
  const members: Member[] = [];
  for (const step of together) members.push(memberOf(context, startOf(context, step), members));
  for (const start of unclaimed) members.push(memberOf(context, start, members));
  for (const { runner } of members) runner.claim();
  return finishGroup(context, members);
}

/** Subtasks of a fan-out that was interrupted while its subtasks were being claimed. Null: they cannot be known any more. */
function unclaimedOf({ program, recorder }: RunContext, group: number, claimed: number): readonly ConstructorParameters<typeof StepRunner>[2][] | null {
  const last = recorder.past.findLast(({ type }) => type !== 'run.resumed' && type !== 'run.finished');
  if (last?.type !== 'role.started' || last.group !== group) return [];
  const snapshot = recorder.stateBefore(group);
  const judged = new Map<string, boolean>();
  const said = recorder.past.filter((event): event is RunEvent<'condition.judged'> => event.type === 'condition.judged' && event.step === group);
  let decided = nextStep(program, snapshot, { now: last.at, judged });
  for (const { question, holds } of said) {
    if (decided.kind !== 'judge' || decided.question !== question) continue;
    judged.set(judgedKey(decided.role, decided.condition), holds);
    decided = nextStep(program, snapshot, { now: last.at, judged });
  }
  if (decided.kind !== 'fanOut') return null;
  return decided.members.slice(claimed).map((dispatch, index) => ({ step: group + claimed + index, dispatch, group, snapshot }));
}

/** Decided on anew. */
function takeBack({ recorder }: RunContext, open: readonly OpenStep[]): StepEnd {
  for (const { step } of open) {
    recorder.forget(step);
    recorder.record({ type: 'role.finished', step, outcome: 'stopped', why: 'the run was interrupted before all of its fan-out was dispatched' });
  }
  return { kind: 'ended' };
}

/** True for a step that was committed, but whose end was not recorded any more. */
function finishCommitted(context: RunContext, step: number): boolean {
  const { recorder } = context;
  const committed = recorder.find(step, 'workspace.committed') as RunEvent<'workspace.committed'> | null;
  if (committed === null) return false;
  recorder.forget(step);
  const cutShort = stoppedBy(context, step);
  recorder.record({ type: 'role.finished', step, outcome: committed.status === 'success' ? 'committed' : committed.status, ...(cutShort === null ? {} : { cutShort }) });
  return true;
}

/** The limit above that stopped the team whose work has been committed. */
function stoppedBy({ recorder }: RunContext, step: number): ReachedLimit | null {
  const inner = recorder.state.open.get(step)?.inner ?? null;
  return inner === null ? null : cutShortBy(inner, recorder.past.flatMap((event) => (event.type === 'team.event' && event.step === step ? [event.event] : [])));
}

function startOf(context: RunContext, open: OpenStep): ConstructorParameters<typeof StepRunner>[2] {
  const { recorder } = context;
  const snapshot = recorder.stateBefore(open.group ?? open.step);
  const started = recorder.find(open.step, 'role.started') as RunEvent<'role.started'>;
  const { subtask, decision, looked = {} } = started;
  const dispatch: Dispatch = {
    kind: 'dispatch', role: open.role, input: subtask.input, decision, looked, id: subtask.id,
    ...(subtask.criteria === undefined ? {} : { criteria: subtask.criteria }),
    ...(started.again === undefined ? {} : { again: started.again }),
  };
  return { step: open.step, dispatch, group: open.group, snapshot };
}
