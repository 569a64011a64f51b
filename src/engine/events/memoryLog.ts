/** Runs kept in memory, for tests and for folders that no file system holds. They end with the process. */
import { createRedactor, type Redactor } from '../shared/redact';
import type { Json } from '../shared/json';
import { LogError, type ReadRun, type ReopenedRun, type RunLogs, type RunLogWriter, type RunSummary } from './runLog';
import type { RunEvent } from './runEvent';
import { digestOf } from './summarizeRun';

interface Kept {
  readonly events: RunEvent[];
  open: boolean;
}

export function createMemoryRunLogs(options: { readonly redactor?: Redactor } = {}): RunLogs {
  const redactor = options.redactor ?? createRedactor();
  const runs = new Map<string, Kept>();

  const find = (run: string): Kept => {
    const kept = runs.get(run);
    if (kept === undefined) throw new LogError('missing', `There is no run ${run}.`, 'Choose one of the runs in the list.');
    return kept;
  };

  const read = (run: string): ReadRun => ({ run, location: location(run), events: find(run).events.slice(), running: find(run).open, warnings: [] });

  const openWriter = (run: string, kept: Kept): RunLogWriter => {
    kept.open = true;
    let closed = false;
    return {
      run,
      location: location(run),
      append(events) {
        if (closed) throw new LogError('io', `The log of run ${run} is closed.`, 'Open the run again.');
        for (const event of events) kept.events.push(redactor.redactJson(event as unknown as Json) as unknown as RunEvent);
      },
      flush: () => Promise.resolve(),
      sync: () => Promise.resolve(),
      close() {
        if (!closed) kept.open = false;
        closed = true;
        return Promise.resolve();
      },
    };
  };

  return {
    create() {
      const run = String(runs.size + 1);
      const kept: Kept = { events: [], open: false };
      runs.set(run, kept);
      return Promise.resolve(openWriter(run, kept));
    },
    async read(run) {
      return read(run);
    },
    async reopen(run): Promise<ReopenedRun> {
      const kept = find(run);
      if (kept.open) throw new LogError('locked', `Run ${run} is being written.`, 'Wait until it has ended, or stop it.');
      return { writer: openWriter(run, kept), read: read(run) };
    },
    list(only): Promise<readonly RunSummary[]> {
      const all = [...runs].filter(([run]) => only === undefined || only.has(run)).map(([run, kept]) => ({ run, location: location(run), running: kept.open, ...digestOf(kept.events), warnings: [] }));
      return Promise.resolve(all.reverse());
    },
  };
}

function location(run: string): string {
  return `memory:/runs/${run}`;
}
