/** From a path on the command line to team files, with a sentence where it leads to none. Reads no team. */
import { findTeams, isTeamFile, isYamlFile, teamFileOf, teamsIn } from '../engine/team/findTeams';
import { nearest } from '../engine/shared/nearest';
import { basename, dirname, joinPath } from '../engine/shared/paths';
import type { Files } from '../engine/shared/ports';
import { CliError } from './cliError';

const whatIsATeam = 'A team is a file team.yaml, or one whose name ends in .team.yaml.';

/** The one team that a path names: its file, or the folder it is in. */
export async function teamAt(files: Files, path: string): Promise<string> {
  const found = await files.stat(path);
  if (found === null) throw await nothingAt(files, path);
  if (found.kind !== 'folder') {
    if (isTeamFile(path)) return path;
    const team = isYamlFile(path) ? await teamFileOf(path, files) : null;
    throw new CliError(`${path} is not a team file.`, team === null ? whatIsATeam : `It belongs to ${team}: run that.`);
  }
  const teams = await teamsIn(path, files);
  const [first] = teams;
  if (first === undefined) throw new CliError(`${path} holds no team.`, whatIsATeam);
  const hasMain = /^team\.ya?ml$/.test(basename(first));
  if (teams.length > 1 && !hasMain) throw new CliError(`${path} holds ${teams.length} teams.`, `Name one of them: ${teams.map(basename).join(', ')}.`);
  return first;
}

export interface FoundTeams {
  readonly teams: readonly string[];
  readonly card: string | null;
  /** A sentence for each folder that could not be looked into. */
  readonly unread: readonly string[];
}

/** All teams that a path stands for, and the card, where it names one: then only its problems are asked for. */
export async function teamsAt(files: Files, path: string): Promise<FoundTeams> {
  const found = await files.stat(path);
  if (found === null) throw await nothingAt(files, path);
  if (found.kind === 'folder') {
    const unread: string[] = [];
    const teams = await findTeams(path, files, { onUnreadable: (_folder, error) => unread.push(error.message) });
    if (teams.length === 0) throw new CliError(`There is no team in ${path} or below.`, whatIsATeam);
    return { teams, card: null, unread };
  }
  if (isTeamFile(path)) return { teams: [path], card: null, unread: [] };
  const team = await teamFileOf(path, files);
  if (team === null) throw new CliError(`${path} belongs to no team.`, 'A card is a file in roles/ beside a team.yaml.');
  return { teams: [team], card: path, unread: [] };
}

/** For a path that leads nowhere. */
export async function nothingAt(files: Files, path: string): Promise<CliError> {
  const names = await files.list(dirname(path)).catch(() => []);
  const near = nearest(basename(path), names);
  const hint = near === null ? 'Name a folder that holds team.yaml, or the file itself.' : `Did you mean ${joinPath(dirname(path), near)}?`;
  return new CliError(`${path} does not exist.`, hint);
}
