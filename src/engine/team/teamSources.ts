/** Reads the files of a team into cards: the team file, the cards in roles/, the scripts of scripted models, the scenarios. Holds nothing against anything. */
import type { Findings } from '../cards/findings';
import { readRoleCard, type RoleCard } from '../cards/roleCard';
import { roleKeys } from '../cards/roleKeys';
import { readScenarioCard, type ScenarioCard } from '../cards/scenarioCard';
import { scenarioKeys } from '../cards/scenarioKeys';
import { readScriptCard, type CardReply } from '../cards/scriptCard';
import { scriptKeys } from '../cards/scriptKeys';
import { readTeamCard, type TeamCard } from '../cards/teamCard';
import { teamKeys } from '../cards/teamKeys';
import { dirname, joinPath } from '../shared/paths';
import type { Files } from '../shared/ports';
import { CardFiles, type CardFile, type FileKind } from './cardFiles';
import type { InnerTeam } from './innerTeams';

const kinds = {
  team: { keys: teamKeys, what: 'a team' },
  role: { keys: roleKeys, what: 'a role card' },
  script: { keys: scriptKeys, what: 'a script' },
  scenario: { keys: scenarioKeys, what: 'a scenario' },
} as const satisfies Readonly<Record<string, FileKind>>;

export interface LoadedScript {
  readonly file: string;
  readonly replies: readonly CardReply[];
}

export interface TeamSources {
  readonly file: string;
  readonly folder: string;
  readonly team: TeamCard | null;
  /** In order: inline ones, then those in roles/. */
  readonly roles: readonly RoleCard[];
  readonly roleFiles: readonly CardFile[];
  /** The teams of the roles that are teams. */
  readonly inner: ReadonlyMap<RoleCard, InnerTeam>;
  /** By absolute path. */
  readonly scripts: ReadonlyMap<string, LoadedScript>;
  readonly scenarios: readonly ScenarioCard[];
  readonly scenarioFiles: readonly CardFile[];
  readonly files: readonly string[];
  /** True when some file could not be read in full: then "nobody writes it" may be untrue. */
  readonly incomplete: boolean;
  /** Files with syntax errors: their trees are good for names, not for finding fault with. */
  readonly broken: ReadonlySet<string>;
  /** True when some expression may need the pattern library. */
  readonly usesPatterns: boolean;
}

/** All but the teams within it. */
export async function readTeamSources(file: string, files: Files, findings: Findings): Promise<Omit<TeamSources, 'inner'>> {
  const reader = new CardFiles(files, findings);
  const folder = dirname(file);
  const teamFile = await reader.read(file, kinds.team);
  const team = teamFile.map === null ? null : readTeamCard(teamFile.map, file);
  const roleFiles = await reader.readAll(joinPath(folder, 'roles'), kinds.role, file);
  const scripts = team === null ? new Map<string, LoadedScript>() : await readScripts(team, folder, reader);
  const scenarioFiles = await reader.readAll(joinPath(folder, 'scenarios'), kinds.scenario, file);
  const own = roleFiles.flatMap((each) => (each.map === null ? [] : [readRoleCard(each.map, each.file)]));
  return {
    file,
    folder,
    team,
    roles: [...(team?.roles ?? []), ...own],
    roleFiles,
    scripts,
    scenarios: scenarioFiles.flatMap((each) => (each.map === null ? [] : [readScenarioCard(each.map, each.file)])),
    scenarioFiles,
    files: reader.seen,
    usesPatterns: reader.usesPatterns,
    broken: new Set([teamFile, ...roleFiles, ...scenarioFiles].filter((each) => each.broken).map((each) => each.file)),
    incomplete: reader.missesFolder || [teamFile, ...roleFiles].some((each) => each.incomplete),
  };
}

async function readScripts(team: TeamCard, folder: string, reader: CardFiles): Promise<ReadonlyMap<string, LoadedScript>> {
  const scripts = new Map<string, LoadedScript>();
  for (const { script } of team.models) {
    if (script === null) continue;
    const path = joinPath(folder, script.text);
    if (scripts.has(path)) continue;
    const loaded = await reader.read(path, kinds.script, script.range);
    scripts.set(path, { file: path, replies: loaded.map === null ? [] : readScriptCard(loaded.map) });
  }
  return scripts;
}
