/** Where the command line keeps what belongs to the user and not to a team: never in a folder that may have been cloned. The editor has its own places. */
import { homedir } from 'node:os';
import path from 'node:path';

type Env = NodeJS.ProcessEnv;

/** Which MCP commands a person has allowed. */
export function allowedStartsFile(env: Env = process.env): string {
  return inFolder(env, 'XDG_STATE_HOME', ['.local', 'state'], 'allowed-starts.json');
}

/** What servers of models have taught. It may be deleted at any time. */
export function learnedFile(env: Env = process.env): string {
  return inFolder(env, 'XDG_CACHE_HOME', ['.cache'], 'learned-of-servers.json');
}

function inFolder(env: Env, variable: string, usual: readonly string[], name: string): string {
  const folder = [env[variable], env['LOCALAPPDATA']].find((one) => one !== undefined && one !== '') ?? path.join(homedir(), ...usual);
  return path.join(folder, 'rolecall', name);
}
