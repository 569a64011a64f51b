/** `rolecall fork`: a new run that begins with another run's steps up to one of them. The other run stays as it is. */
import { pastOfFork } from '../engine/supervisor/pastOfFork';
import { ended } from '../engine/shared/sentences';
import type { RunView } from '../engine/projections/runView';
import { approver } from './approver';
import type { Arguments } from './arguments';
import { CliError } from './cliError';
import type { CliHost } from './cliHost';
import { followRun } from './followRun';
import { openRun, stateOf, type OpenedRun } from './openRun';
import { refuseOtherTask, tellOfChangedTeam } from './recordedTeam';
import { allSteps } from './reporters/allSteps';
import { runOptions } from './runOptions';
import { teamToRun } from './teamToRun';

export async function fork(host: CliHost, args: Arguments): Promise<number> {
  const opened = await openRun(host, args.words[0]);
  const state = stateOf(opened);
  refuseOtherTask(args, state);
  const at = stepOf(args, opened);
  const given = args.get('team');
  const team = given === undefined ? undefined : await teamToRun(host, given);
  const { set: writes, ...options } = await runOptions(args, team ?? state.team, host.schemas);
  const { person } = approver(args);
  if (team === undefined) await tellOfChangedTeam(host, state.team);
  const engine = await host.engine();
  const log = await opened.logs.create();
  const { events } = opened.read;
  const handle = await engine.fork({ log, events, at, options, trigger: 'terminal', person, earlier: opened.logs, ...(writes === undefined ? {} : { writes }), ...(team === undefined ? {} : { team }) });
  return followRun(host, args, { handle, log, known: pastOfFork(events, { run: log.run, at }).length });
}

/** Asked before anything is made: a fork from a step that is not there would leave an empty run behind. */
function stepOf(args: Arguments, { view, read }: OpenedRun): number {
  const text = args.get('at');
  const list = `\`rolecall show ${view.run}\` lists its steps; 0 is its beginning.`;
  if (text === undefined) throw new CliError(`After which step of run ${view.run}?`, `Write --at <step>. ${list}`);
  if (!/^\d{1,9}$/.test(text.trim())) throw noSuchPlace(text.trim(), view, list);
  const at = Number(text);
  try {
    pastOfFork(read.events, { run: view.run, at });
    return at;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new CliError(`Run ${view.run} cannot be forked after step ${at}: ${ended(error.message)}`, list);
  }
}

/** A step within a team's step is no place to fork from: its team's work is one step of the run. */
function noSuchPlace(text: string, view: RunView, list: string): CliError {
  const steps = view.steps.filter(({ endedAt }) => endedAt !== null).map(({ step }) => step);
  const known = allSteps(view).find(({ name }) => name === text);
  const outer = Number(/^(\d{1,9})\.[\d.]+$/.exec(text)?.[1] ?? NaN);
  const what = known === undefined ? `--at cannot be ${JSON.stringify(text)}.` : `Step ${text} is a step of the team that does the work of step ${outer}, and a run is forked between its own steps.`;
  const mend = steps.includes(outer) ? `Write --at ${outer} to keep step ${outer} as a whole, or --at ${steps.filter((step) => step < outer).at(-1) ?? 0} to have it done anew.` : 'Write the number of a step.';
  return new CliError(what, `${mend} ${steps.length === 0 ? 'It has none that ended.' : `Those that ended: ${stepsText(steps)}.`} ${list}`);
}

function stepsText(steps: readonly number[]): string {
  return (steps.length <= 12 ? steps : [...steps.slice(0, 6), '…', ...steps.slice(-6)]).join(', ');
}
