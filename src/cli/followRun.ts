/** A run that is under way, followed to its end: progress while it goes on, then what became of it. Starts none. */
import type { RunEvent } from '../engine/events/runEvent';
import type { RunLogWriter } from '../engine/events/runLog';
import { createRunFold, type RunFold } from '../engine/projections/foldRunView';
import type { RunView } from '../engine/projections/runView';
import type { RunHandle, RunResult } from '../engine/supervisor/engine';
import type { Arguments } from './arguments';
import type { CliHost } from './cliHost';
import { exitCodes } from './exitCodes';
import { goOnCommand } from './goOnCommand';
import { createLineReporter } from './reporters/lineReporter';
import { createLiveReporter } from './reporters/liveReporter';
import { silentReporter, type Reporter } from './reporters/reporter';
import { summaryText } from './reporters/summary';
import { printJson, resultJson, type Unended } from './resultJson';
import { showPath } from './showPath';

/** How long a run that is left is waited for, to come to its end or else to write what it knows; in milliseconds. */
const lastMomentMs = 500;

export interface FollowedRun {
  readonly handle: RunHandle;
  readonly log: RunLogWriter;
  /** How many of its events were there before: they are not told again. */
  readonly known: number;
}

/** Resolves with the exit code. */
export async function followRun(host: CliHost, args: Arguments, { handle, log, known }: FollowedRun): Promise<number> {
  const { fold, result } = await follow(host, { handle, log, known }, reporterFor(host, args));
  if (fold.view === null) throw new Error(`run ${log.run} ended without a beginning`);
  await printRun(host, args, fold.view, { log: log.location, unended: 'interrupted' });
  return exitCodes[result === null ? 'stopped' : result.status];
}

function reporterFor({ err, clock }: CliHost, args: Arguments): Reporter {
  if (args.has('quiet')) return silentReporter;
  return err.isTerminal ? createLiveReporter(err, () => clock.now()) : createLineReporter(err);
}

/** Until the run has ended and its log is closed. The first interruption stops the run; at the second it is left as it is, and there is no result. */
async function follow(host: CliHost, { handle, log, known }: FollowedRun, reporter: Reporter): Promise<{ readonly fold: RunFold; readonly result: RunResult | null }> {
  const fold = createRunFold();
  let isStopping = false;
  let leave: () => void = () => undefined;
  const left = new Promise<void>((resolve) => (leave = resolve));
  const interrupts = host.onInterrupt(() => {
    if (isStopping) return leave();
    isStopping = true;
    reporter.note('Stopping. Once more ends at once.');
    handle.stop();
  });
  const telling = tellWritten(log, (events) => reporter.onEvents(events, () => fold.view));
  const listening = handle.listen({
    onEvents: (events) => {
      fold.apply(events);
      const fresh = events.filter((event) => event.seq > known);
      if (fresh.length < events.length) reporter.recall(events.slice(0, events.length - fresh.length));
      telling.add(fresh);
    },
  });
  try {
    return { fold, result: await Promise.race([handle.finished, left.then(() => lastMoment(host, log))]) };
  } finally {
    telling.end();
    reporter.end();
    listening.dispose();
    interrupts.dispose();
  }
}

/** What people are told of is in the log by then: it is not lost when the process is killed. */
function tellWritten(log: RunLogWriter, tell: (events: readonly RunEvent[]) => void): { add(events: readonly RunEvent[]): void; end(): void } {
  let untold: RunEvent[] = [];
  let writing: Promise<void> | null = null;
  const told = (count: number): void => {
    const events = untold.slice(0, count);
    untold = untold.slice(count);
    if (events.length > 0) tell(events);
  };
  const write = async (): Promise<void> => {
    while (untold.length > 0) {
      const { length } = untold;
      // A log that cannot be written ends the run by itself, and what had happened is told all the same.
      await log.flush().catch(() => undefined);
      told(length);
    }
    writing = null;
  };
  return {
    add: (events) => {
      if (events.length === 0) return;
      untold.push(...events);
      writing ??= write();
    },
    end: () => told(untold.length),
  };
}

/** Null: it has none. */
async function lastMoment({ clock }: CliHost, log: RunLogWriter): Promise<null> {
  await clock.sleep(lastMomentMs);
  await Promise.race([log.flush().catch(() => undefined), clock.sleep(lastMomentMs)]);
  return null;
}

export interface RunPlace {
  readonly log: string;
  readonly unended: Unended;
}

/** What became of a run: for people, or with `--json` as the one object, and what it cannot say on standard error. */
export async function printRun(host: CliHost, args: Arguments, view: RunView, { log, unended }: RunPlace): Promise<void> {
  const goOn = view.waiting.length === 0 ? null : await goOnCommand(host, log);
  if (!args.has('json')) {
    host.out.write(summaryText(host.out, view, { log: showPath(host.cwd, log), unended, goOn }));
    return;
  }
  host.out.write(printJson(resultJson(view, log, unended, goOn)));
  // The object has no place for sentences, and without them nobody would know what to do.
  for (const text of [view.message, view.hint]) if (text !== null) host.err.write(`${text}\n`);
}
