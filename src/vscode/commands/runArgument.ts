/** Which run a command is about: the one that a panel names, else the last one of the team that is meant. */
import { isObject } from '../../engine/shared/json';
import type { RunController } from '../runs/runController';
import type { RunPlace, RunRecord } from '../runs/runRecord';
import type { TeamStore } from '../teams/teamStore';
import { placeOfRow } from '../views/runsRows';
import { parseTeamArgument, teamsMeant } from './teamArgument';

export interface RunArgumentDeps {
  readonly teams: TeamStore;
  readonly runs: RunController;
}

/** Rejects with a LogError when the named run cannot be read. */
export async function runMeant(argument: unknown, { teams, runs }: RunArgumentDeps): Promise<RunRecord | undefined> {
  const place = placeIn(argument);
  if (place) return runs.open(place);
  const { team } = parseTeamArgument(argument);
  if (team !== undefined) return runs.lastOf(team) ?? runs.lastOf(teamsMeant({ team }, teams)[0]?.loaded.file ?? '');
  return runs.latest.find((run) => run.isWaiting) ?? runs.latest.find((run) => run.canResume) ?? runs.latest[0];
}

/** Of a panel's or another command's argument, or a row of the Runs view. */
export function placeIn(argument: unknown): RunPlace | null {
  if (typeof argument === 'string') return placeOfRow(argument);
  if (!isObject(argument)) return null;
  const { folder, run } = argument;
  return typeof folder === 'string' && typeof run === 'string' ? { folder, run } : null;
}
