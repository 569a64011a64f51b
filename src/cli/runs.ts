/** `rolecall runs`: what is kept for a folder or a team. Opens no run. */
import type { RunSummary } from '../engine/events/runLog';
import { shortened } from '../engine/projections/words';
import type { Json } from '../engine/shared/json';
import type { Arguments } from './arguments';
import type { CliHost } from './cliHost';
import { nothingAt } from './findTeams';
import { fitText, padText, plainLine, textWidth } from './reporters/textWidth';
import { printJson } from './resultJson';
import { showPath } from './showPath';

export async function runs(host: CliHost, args: Arguments): Promise<number> {
  const folder = await folderOf(host, args.words[0]);
  const found = await host.runLogs(folder).list();
  if (args.has('json')) host.out.write(printJson(found.map(summaryJson)));
  else if (found.length === 0) host.out.write(`There are no runs in ${showPath(host.cwd, folder)}.\nRuns are kept with their team: \`rolecall runs <folder>\` lists those of another one.\n`);
  else host.out.write(table(found, host.out.isTerminal ? host.out.columns() : Infinity));
  for (const { run, warnings } of found) for (const warning of warnings) host.err.write(`Run ${run}: ${warning}\n`);
  return 0;
}

/** Of the current folder, or of the folder or file that is named. */
async function folderOf(host: CliHost, named: string | undefined): Promise<string> {
  const path = host.resolve(named ?? '.');
  const found = await host.files.stat(path);
  if (found === null) throw await nothingAt(host.files, path);
  return host.runsFolder(found.kind === 'folder' ? `${path}/team.yaml` : path);
}

function summaryJson(summary: RunSummary): Json {
  const { run, team, task, steps, startedAt, location, problem, forked, warnings } = summary;
  const { status, reason } = statusOf(summary);
  return {
    run, team, task, status, reason, steps, log: location,
    started_at: startedAt === 0 ? null : new Date(startedAt).toISOString(),
    ...(forked === undefined ? {} : { forked_from: { run: forked.run, step: forked.step } }),
    ...(problem === undefined ? {} : { problem }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

/** A run without an end whose writer is gone was interrupted: it can be gone on with. */
function statusOf({ status, reason, running, problem }: RunSummary): { readonly status: string; readonly reason: string | null } {
  if (status !== null) return { status, reason };
  if (running) return { status: 'running', reason: null };
  return problem === undefined ? { status: 'stopped', reason: 'interrupted' } : { status: 'unreadable', reason: null };
}

function table(found: readonly RunSummary[], columns: number): string {
  const rows = [['Run', 'Started', 'Team', 'Status', 'Steps', 'Task'], ...found.map(cellsOf)];
  const last = rows[0]!.length - 1;
  const widths = rows[0]!.map((_, index) => Math.max(...rows.map((row) => textWidth(row[index]!))));
  const lines = rows.map((row) => {
    const line = row.map((cell, index) => (index === last ? cell : padText(cell, widths[index]!))).join('  ');
    return fitText(line.trimEnd(), columns);
  });
  return `${lines.join('\n')}\n`;
}

function cellsOf(summary: RunSummary): readonly string[] {
  const { status, reason } = statusOf(summary);
  const { forked } = summary;
  const started = summary.startedAt === 0 ? '' : localTime(summary.startedAt);
  const from = forked === undefined ? '' : `(from run ${forked.run} after step ${forked.step}) `;
  const what = summary.problem ?? `${from}${shortened(summary.task, 80)}`;
  return [summary.run, started, summary.team, reason === null || reason === status ? status : `${status}: ${reason}`, String(summary.steps), what].map(plainLine);
}

/** `2026-11-03 14:05`, in the time zone of the machine. */
function localTime(at: number): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
