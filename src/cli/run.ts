/** `rolecall run`: starts a run, tells how it goes on, prints what became of it. */
import type { RunLogWriter } from '../engine/events/runLog';
import { createRunFold, type RunFold } from '../engine/projections/foldRunView';
import type { RunHandle, RunResult } from '../engine/supervisor/engine';
import type { Team } from '../engine/team/team';
import type { Arguments } from './arguments';
import { CliError } from './cliError';
import type { CliHost } from './cliHost';
import { exitCodes } from './exitCodes';
import { teamAt } from './findTeams';
import { countText, inOrder, problemText } from './problems';
import { createLineReporter } from './reporters/lineReporter';
import { createLiveReporter } from './reporters/liveReporter';
import { silentReporter, type Reporter } from './reporters/reporter';
import { summaryText } from './reporters/summary';
import { printJson, resultJson } from './resultJson';
import { runOptions, taskOf } from './runOptions';
import { showPath } from './showPath';

export async function run(host: CliHost, args: Arguments): Promise<number> {
  const [path] = args.words;
  if (path === undefined) throw new CliError('Which team?', 'Write rolecall run <team>: the folder that holds team.yaml, or the file itself.');
  const team = await teamToRun(host, await teamAt(host.files, host.resolve(path)));
  const task = taskOf(args, team);
  const options = await runOptions(args, team, host.schemas);
  const engine = await host.engine();
  const log = await host.runLogs(await host.runsFolder(`${team.folder}/${team.file}`)).create();
  const handle = await engine.start({ team, task, options, trigger: 'terminal', log });
  const { fold, result } = await follow(host, handle, reporterFor(host, args));
  printResult(host, args, { fold, log, result });
  return exitCodes[result.status];
}

/** A broken team is not run: its problems are shown as `check` shows them. */
async function teamToRun(host: CliHost, file: string): Promise<Team> {
  const loaded = await host.loadTeam(file);
  if (loaded.team !== null) return loaded.team;
  const errors = inOrder(loaded.diagnostics.filter((problem) => problem.severity === 'error'));
  for (const problem of errors) host.err.write(problemText(host.cwd, problem));
  throw new CliError(`${showPath(host.cwd, file)} has ${countText(errors)}, so nothing was run.`, 'Correct them and run it again.');
}

function reporterFor({ err, clock }: CliHost, args: Arguments): Reporter {
  if (args.has('quiet')) return silentReporter;
  return err.isTerminal ? createLiveReporter(err, () => clock.now()) : createLineReporter(err);
}

/** Until the run has ended and its log is closed. The first interruption stops the run, the second the process. */
async function follow(host: CliHost, handle: RunHandle, reporter: Reporter): Promise<{ readonly fold: RunFold; readonly result: RunResult }> {
  const fold = createRunFold();
  let isStopping = false;
  const interrupts = host.onInterrupt(() => {
    if (isStopping) host.exit(exitCodes.stopped);
    isStopping = true;
    reporter.note('Stopping. Once more ends at once.');
    handle.stop();
  });
  const listening = handle.listen({
    onEvents: (events) => {
      fold.apply(events);
      reporter.onEvents(events, () => fold.view);
    },
  });
  try {
    return { fold, result: await handle.finished };
  } finally {
    reporter.end();
    listening.dispose();
    interrupts.dispose();
  }
}

function printResult(host: CliHost, args: Arguments, ended: { readonly fold: RunFold; readonly log: RunLogWriter; readonly result: RunResult }): void {
  const { view } = ended.fold;
  if (view === null) throw new Error(`run ${ended.log.run} ended without a beginning`);
  if (!args.has('json')) {
    host.out.write(summaryText(host.out, view, { log: showPath(host.cwd, ended.log.location), unended: 'interrupted' }));
    return;
  }
  host.out.write(printJson(resultJson(view, ended.log.location, 'interrupted')));
  // The object has no place for sentences, and without them nobody would know what to do.
  for (const text of [view.message, view.hint]) if (text !== null) host.err.write(`${text}\n`);
}
