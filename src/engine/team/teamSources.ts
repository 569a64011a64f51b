/** Reads the files of a team into cards: the team file, the cards in roles/, the scripts of scripted models, the scenarios. Holds nothing against anything. */
import type { Findings } from '../cards/findings';
import { readRoleCard } from '../cards/roleCard';
import { roleKeys } from '../cards/roleKeys';
import { readScenarioCard } from '../cards/scenarioCard';
import { scenarioKeys } from '../cards/scenarioKeys';
import { readScriptCard } from '../cards/scriptCard';
import { scriptKeys } from '../cards/scriptKeys';
import { readTeamCard, type TeamCard } from '../cards/teamCard';
import { teamKeys } from '../cards/teamKeys';
import { dirname, joinPath } from '../shared/paths';
import type { Files } from '../shared/ports';
import { CardFiles, type CardFile, type FileKind } from './cardFiles';
import type { CardKind, SourceCard, TeamSources } from './loadedTeam';

export const kinds = {
  team: { keys: teamKeys, what: 'a team' },
  role: { keys: roleKeys, what: 'a role card' },
  script: { keys: scriptKeys, what: 'a script' },
  scenario: { keys: scenarioKeys, what: 'a scenario' },
} as const satisfies Readonly<Record<CardKind, FileKind>>;

/** All but the teams within it. */
export async function readTeamSources(file: string, files: Files, findings: Findings): Promise<Omit<TeamSources, 'inner'>> {
  const reader = new CardFiles(files, findings);
  const folder = dirname(file);
  const teamFile = await reader.read(file, kinds.team);
  const team = teamFile.map === null ? null : readTeamCard(teamFile.map, file);
  const roleFiles = await reader.readAll(joinPath(folder, 'roles'), kinds.role, file);
  const scriptFiles = team === null ? [] : await readScripts(team, folder, reader);
  const scenarioFiles = await reader.readAll(joinPath(folder, 'scenarios'), kinds.scenario, file);
  const own = roleFiles.flatMap((each) => (each.map === null ? [] : [readRoleCard(each.map, each.file)]));
  return {
    file,
    folder,
    team,
    roles: [...(team?.roles ?? []), ...own],
    roleFiles,
    scripts: new Map(scriptFiles.map(({ file: path, map }) => [path, { file: path, replies: map === null ? [] : readScriptCard(map) }])),
    scenarios: scenarioFiles.flatMap((each) => (each.map === null ? [] : [readScenarioCard(each.map, each.file)])),
    scenarioFiles,
    files: reader.seen,
    cards: new Map([...ofKind('team', [teamFile]), ...ofKind('role', roleFiles), ...ofKind('script', scriptFiles), ...ofKind('scenario', scenarioFiles)]),
    usesPatterns: reader.usesPatterns,
    broken: new Set([teamFile, ...roleFiles, ...scenarioFiles].filter((each) => each.broken).map((each) => each.file)),
    incomplete: reader.missesFolder || [teamFile, ...roleFiles].some((each) => each.incomplete),
  };
}

function ofKind(kind: CardKind, files: readonly CardFile[]): readonly (readonly [string, SourceCard])[] {
  return files.map((each) => [each.file, { ...each, kind }]);
}

/** Each once, in the order in which the models name them. */
async function readScripts(team: TeamCard, folder: string, reader: CardFiles): Promise<readonly CardFile[]> {
  const scripts = new Map<string, CardFile>();
  for (const { script } of team.models) {
    if (script === null) continue;
    const path = joinPath(folder, script.text);
    if (!scripts.has(path)) scripts.set(path, await reader.read(path, kinds.script, script.range));
  }
  return [...scripts.values()];
}
