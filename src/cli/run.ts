/** `rolecall run`: starts a run, tells how it goes on, prints what became of it. */
import { approver } from './approver';
import type { Arguments } from './arguments';
import { CliError } from './cliError';
import type { CliHost } from './cliHost';
import { followRun } from './followRun';
import { runOptions, taskOf } from './runOptions';
import { teamToRun } from './teamToRun';

export async function run(host: CliHost, args: Arguments): Promise<number> {
  const [path] = args.words;
  if (path === undefined) throw new CliError('Which team?', 'Write rolecall run <team>: the folder that holds team.yaml, or the file itself.');
  const team = await teamToRun(host, path);
  const options = await runOptions(args, team, host.schemas);
  const task = taskOf(args, team);
  const { person } = approver(args);
  const engine = await host.engine();
  const earlier = host.runLogs(await host.runsFolder(`${team.folder}/${team.file}`));
  const log = await earlier.create();
  const handle = await engine.start({ team, task, options, trigger: 'terminal', log, person, earlier });
  return followRun(host, args, { handle, log, known: 0 });
}
