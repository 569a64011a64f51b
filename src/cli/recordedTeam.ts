/** The team that a run was recorded with, beside the one that lies on disk now. Decides nothing: each command says what a difference means for it. */
import type { RunState } from '../engine/events/runState';
import { joinPath } from '../engine/shared/paths';
import { changedFiles } from '../engine/team/changedFiles';
import type { Team } from '../engine/team/team';
import type { Arguments } from './arguments';
import { CliError } from './cliError';
import type { CliHost } from './cliHost';
import { showPath } from './showPath';

export function fileOf({ folder, file }: Team): string {
  return joinPath(folder, file);
}

export async function isOnDisk(host: CliHost, team: Team): Promise<boolean> {
  return (await host.files.stat(fileOf(team)).catch(() => null)) !== null;
}

/** Who has mended a card and goes on with the run would else wonder why nothing has changed. */
export async function tellOfChangedTeam(host: CliHost, team: Team): Promise<void> {
  if (!(await isOnDisk(host, team))) return;
  const now = (await host.loadTeam(fileOf(team)).catch(() => null))?.team ?? null;
  const path = showPath(host.cwd, fileOf(team));
  if (now === null) return host.err.write(`${path} has errors now; the run goes on with the team as it was recorded. \`rolecall check\` shows them.\n`);
  const changed = changedSince(host, team, now);
  if (changed !== null) host.err.write(`${changed}; the run goes on with the team as it was recorded. To use it as it is now: --team ${path}\n`);
}

/** A clause that names the files; null: nothing has changed. */
export function changedSince({ cwd }: CliHost, recorded: Team, now: Team): string | null {
  const files = changedFiles(recorded, now).map((file) => showPath(cwd, joinPath(now.folder, file)));
  if (files.length === 0) return null;
  return files.length === 1 ? `${files[0]} has changed since` : `${files.slice(0, -1).join(', ')} and ${files.at(-1)} have changed since`;
}

/** What was done so far was done for the recorded one. */
export function refuseOtherTask(args: Arguments, { task, run, asked }: RunState): void {
  const given = args.get('task');
  if (given === undefined || given === task) return;
  const ids = asked.keys();
  const answer = ids.length === 0 ? '' : ` To answer what it asks, write --approve or --reject and the question: ${ids.join(', ')}.`;
  throw new CliError(`Run ${run} keeps the task it was started with: ${JSON.stringify(task)}.`, `Leave --task out, or start a new run with \`rolecall run\`.${answer}`);
}
