/** `rolecall resume`: goes on with a run where its log ends, tells how it goes on, prints what became of it. */
import type { RunOptions } from '../engine/events/runEvent';
import type { RunState } from '../engine/events/runState';
import type { ReachedAs } from '../engine/projections/format';
import type { RunView } from '../engine/projections/runView';
import { reachedLimit } from '../engine/supervisor/limits';
import { approverOf } from './approver';
import type { Arguments } from './arguments';
import { CliError } from './cliError';
import type { CliHost } from './cliHost';
import { exitCodes } from './exitCodes';
import { followRun, printRun } from './followRun';
import { openRun, stateOf, type OpenedRun } from './openRun';
import { runOptions } from './runOptions';
import { refuseOtherTask, tellOfChangedTeam } from './recordedTeam';
import { teamToRun } from './teamToRun';

export async function resume(host: CliHost, args: Arguments): Promise<number> {
  const opened = await openRun(host, args.words[0]);
  const { run } = opened.read;
  if (opened.read.running) {
    // Refused, unless it has ended this moment: then it is another one than was read.
    await (await opened.logs.reopen(run)).writer.close();
    return resume(host, args);
  }
  const state = stateOf(opened);
  refuseOtherTask(args, state);
  const given = args.get('team');
  const team = given === undefined ? undefined : await teamToRun(host, given);
  const { set: writes, ...options } = await runOptions(args, team ?? state.team, host.schemas);
  const { person, unasked } = approverOf(args, run, opened.view.waiting);
  if (team === undefined && writes === undefined) {
    if (state.end?.status === 'completed') return nothingToDo(host, args, opened);
    refuseSameLimit(host, opened.view, state, options);
  }
  if (team === undefined) await tellOfChangedTeam(host, state.team);
  const engine = await host.engine();
  const { writer: log, read } = await opened.logs.reopen(run);
  const handle = await engine.resume({ log, events: read.events, options, person, earlier: opened.logs, ...(writes === undefined ? {} : { writes }), ...(team === undefined ? {} : { team }) });
  const code = await followRun(host, args, { handle, log, known: read.events.length });
  for (const id of unasked()) host.err.write(`${id} was not asked any more; its answer was not used.\n`);
  return code;
}

async function nothingToDo(host: CliHost, args: Arguments, { view, read, unended }: OpenedRun): Promise<number> {
  host.err.write(`Run ${view.run} is completed: there is nothing to go on with. \`rolecall fork\` starts a new run from one of its steps.\n`);
  await printRun(host, args, view, { log: read.location, unended });
  return exitCodes.completed;
}

/** It would end at once where it ended, and its `on_limit` role would be paid for once more. */
function refuseSameLimit(host: CliHost, { limitReached }: RunView, state: RunState, options: Pick<RunOptions, 'limits'>): void {
  const [, name] = /^limit:(.*)$/.exec(state.end?.reason ?? '') ?? [];
  if (name === undefined) return;
  if (name === limitReached?.limit && name === 'tokens_per_call') refuseSameSize(state.run, limitReached, options.limits?.tokensPerCall ?? limitReached.of);
  const options_ = { ...state.options, limits: { ...state.options.limits, ...options.limits } };
  const pausedMs = state.pausedMs + Math.max(0, host.clock.now() - state.lastAt);
  const reached = reachedLimit([{ state: { ...state, options: options_, pausedMs, limitRoleRan: false }, now: host.clock.now(), share: null }], 1);
  if (reached === null) return;
  const used = name === reached.limit ? '' : ` (${reached.limit})`;
  throw new CliError(`Run ${state.run} has used up its limit of ${reached.limit}: ${amount(reached.limit, reached.used)} of ${amount(reached.limit, reached.of)}${used}.`, `Go on with a higher one: --limit ${example(reached.limit, reached.of)}.`);
}

/** The request would be as large as it was. */
function refuseSameSize(run: string, { limit, used }: ReachedAs, of: number): void {
  if (used > of) throw new CliError(`The next request of run ${run} has ${used} input tokens, and a call may have ${of}.`, `Go on with a higher limit: --limit ${example(limit, used)}.`);
}

function amount(limit: string, value: number): string {
  return limit === 'time' ? `${Math.round(value / 1000)}s` : String(value);
}

function example(limit: string, of: number): string {
  return `${limit}=${amount(limit, of * 2)}`;
}
