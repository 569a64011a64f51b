/** `rolecall replay`: does a run again from its recording alone, with the team as it is on disk now. Makes no call; what does not fit is said. */
import { createRunFold } from '../engine/projections/foldRunView';
import { ended } from '../engine/shared/sentences';
import type { Team } from '../engine/team/team';
import type { Arguments } from './arguments';
import { CliError } from './cliError';
import type { CliHost } from './cliHost';
import { exitCodes } from './exitCodes';
import { printRun } from './followRun';
import { openRun, stateOf } from './openRun';
import { changedSince, fileOf, isOnDisk } from './recordedTeam';
import { printJson, standingOf } from './resultJson';
import { showPath } from './showPath';
import { soundTeam } from './teamToRun';

export async function replay(host: CliHost, args: Arguments): Promise<number> {
  const opened = await openRun(host, args.words[0]);
  const { read } = opened;
  const { team: recorded } = stateOf(opened);
  const team = await teamNow(host, recorded);
  const engine = await host.engine();
  const done = await engine.replay({ events: read.events, ...(team === null ? {} : { team }) });
  if (!done.ok) {
    const where = done.step === null ? '' : ` at step ${done.step}`;
    const changed = team === null ? null : changedSince(host, recorded, team);
    const { run } = opened.view;
    const hint = changed === null ? 'No file of the team has changed: the recording was cut.' : `${changed}. To run the changed team from an earlier step: rolecall fork ${run} --at <step> --team ${showPath(host.cwd, fileOf(recorded))}`;
    if (args.has('json')) host.out.write(printJson({ run, team: recorded.name, replayed: false, step: done.step, message: done.message, hint, log: read.location }));
    throw new CliError(`Run ${run} cannot be replayed${where}: ${ended(done.message)}`, hint);
  }
  const fold = createRunFold();
  fold.apply(done.events);
  if (!args.has('quiet')) host.err.write(`Replayed ${done.events.length} events of run ${opened.view.run} from the recording; no call was made.\n`);
  await printRun(host, args, fold.view!, { log: read.location, unended: opened.unended });
  const { status } = standingOf(fold.view!, opened.unended);
  return status === 'running' ? exitCodes.stopped : exitCodes[status];
}

/** Null: it is gone, so that only the recorded one is left. */
async function teamNow(host: CliHost, recorded: Team): Promise<Team | null> {
  const file = showPath(host.cwd, fileOf(recorded));
  if (!(await isOnDisk(host, recorded))) {
    host.err.write(`${file} is gone; the team is taken as it was recorded.\n`);
    return null;
  }
  const team = await soundTeam(host, fileOf(recorded));
  if (typeof team !== 'string') return team;
  throw new CliError(`${file} has ${team}: the run cannot be replayed with it.`, 'Correct them, or look at the run as it was recorded with `rolecall show`.');
}
