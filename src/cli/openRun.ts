/** From a run's number or the path of its log to the run as it was recorded. */
import { foldRun } from '../engine/events/foldRun';
import { LogError, type ReadRun, type RunLogs } from '../engine/events/runLog';
import type { RunState } from '../engine/events/runState';
import { createRunFold } from '../engine/projections/foldRunView';
import type { RunView } from '../engine/projections/runView';
import { basename, dirname } from '../engine/shared/paths';
import { CliError } from './cliError';
import type { CliHost } from './cliHost';
import type { Unended } from './resultJson';
import { showPath } from './showPath';

export interface OpenedRun {
  readonly view: RunView;
  readonly read: ReadRun;
  readonly unended: Unended;
  /** The runs that it is kept among. */
  readonly logs: RunLogs;
}

/** Throws a CliError or a LogError. What had to be left out is said on standard error. */
export async function openRun(host: CliHost, named: string | undefined): Promise<OpenedRun> {
  if (named === undefined) throw new CliError('Which run?', '`rolecall runs` lists them.');
  const { folder, run } = await placeOf(host, named);
  const logs = host.runLogs(folder);
  const read = await logs.read(run).catch((error: unknown) => refuseMissing(host, error, { logs, folder, run }));
  const fold = createRunFold();
  fold.apply(read.events);
  if (!read.running && fold.view?.status === 'running') fold.interrupt();
  if (fold.view === null) throw new CliError(`Run ${run} holds no event yet.`, `Its log is ${read.location}.`);
  for (const warning of read.warnings) host.err.write(`Run ${run}: ${warning}\n`);
  return { view: fold.view, read, unended: read.running ? 'running' : 'interrupted', logs };
}

/** How many of the newest runs are named. */
const namedRuns = 10;

/** A run that is not there: which there are, and the command that lists them. */
async function refuseMissing(host: CliHost, error: unknown, { logs, folder, run }: { readonly logs: RunLogs; readonly folder: string; readonly run: string }): Promise<never> {
  if (!(error instanceof LogError) || error.kind !== 'missing') throw error;
  const found = (await logs.list()).map((one) => one.run);
  const isHere = folder === (await host.runsFolder(`${host.cwd}/team.yaml`));
  const list = `\`rolecall runs${isHere ? '' : ` ${showPath(host.cwd, folder)}`}\``;
  const there = found.length === 0 ? 'There are none. Runs are kept with their team: `rolecall runs <folder>` lists those of another one.' : `${list} lists those there are: ${found.slice(0, namedRuns).join(', ')}${found.length > namedRuns ? ', …' : ''}.`;
  throw new CliError(`There is no run ${run} in ${showPath(host.cwd, folder)}.`, there);
}

/** What the supervisor knew when the run was last written. */
export function stateOf({ read }: OpenedRun): RunState {
  return read.events.reduce<RunState | null>(foldRun, null)!;
}

async function placeOf(host: CliHost, named: string): Promise<{ readonly folder: string; readonly run: string }> {
  if (/^\d+$/.test(named)) return { folder: await host.runsFolder(`${host.cwd}/team.yaml`), run: named };
  const path = host.resolve(named);
  const folder = basename(path) === 'events.jsonl' ? dirname(path) : path;
  if ((await host.files.stat(folder)) === null) throw new CliError(`There is no run ${named}.`, 'Write its number (`rolecall runs` lists them) or the path of its log.');
  return { folder: dirname(folder), run: basename(folder) };
}
