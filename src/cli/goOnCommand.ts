/** The command line that goes on with a run that waits for a person. Looks up only where runs are kept. */
import { basename, dirname } from '../engine/shared/paths';
import type { CliHost } from './cliHost';
import { showPath } from './showPath';

/** `log`: the path of its events. Its number is enough where the current folder's runs are the ones it is among. */
export async function goOnCommand(host: CliHost, log: string): Promise<string> {
  const folder = dirname(log);
  const isHere = dirname(folder) === (await host.runsFolder(`${host.cwd}/team.yaml`));
  return `rolecall resume ${isHere ? basename(folder) : quoted(showPath(host.cwd, folder))} --approve all`;
}

function quoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
