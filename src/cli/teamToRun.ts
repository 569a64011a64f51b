/** From a path on the command line to a team that may run. A broken team is not run: its problems are shown as `check` shows them. */
import type { Team } from '../engine/team/team';
import { CliError } from './cliError';
import type { CliHost } from './cliHost';
import { teamAt } from './findTeams';
import { countText, inOrder, problemText } from './problems';
import { showPath } from './showPath';

/** Throws a CliError. */
export async function teamToRun(host: CliHost, path: string): Promise<Team> {
  const file = await teamAt(host.files, host.resolve(path));
  const team = await soundTeam(host, file);
  if (typeof team !== 'string') return team;
  throw new CliError(`${showPath(host.cwd, file)} has ${team}, so nothing was run.`, 'Correct them and run it again.');
}

/** Of a broken team, how many errors it has: they have been shown. */
export async function soundTeam(host: CliHost, file: string): Promise<Team | string> {
  const loaded = await host.loadTeam(file);
  if (loaded.team !== null) return loaded.team;
  const errors = inOrder(loaded.diagnostics.filter((problem) => problem.severity === 'error'));
  for (const problem of errors) host.err.write(problemText(host.cwd, problem));
  return countText(errors);
}
