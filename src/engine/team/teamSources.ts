/** Reads the files of a team into cards: the team file, the cards in roles/, the scripts of scripted models, the scenarios. Reports what each file holds that its tables do not. */
import { rangeOf, type CardNode } from '../cards/cardNode';
import { checkShape } from '../cards/checkShape';
import { Findings } from '../cards/findings';
import { MapReader } from '../cards/mapReader';
import { readRoleCard, type RoleCard } from '../cards/roleCard';
import { roleKeys } from '../cards/roleKeys';
import { readScenarioCard, type ScenarioCard } from '../cards/scenarioCard';
import { scenarioKeys } from '../cards/scenarioKeys';
import { readScriptCard, type CardReply } from '../cards/scriptCard';
import { scriptKeys } from '../cards/scriptKeys';
import { map, type KeyTable } from '../cards/shape';
import { readTeamCard, type TeamCard } from '../cards/teamCard';
import { teamKeys } from '../cards/teamKeys';
import { formatVersion } from '../cards/words';
import { readYaml } from '../cards/yamlSource';
import { maxFileSize } from '../cards/yamlGuards';
import { usesPatterns } from '../expressions/patterns';
import { basename, dirname, joinPath } from '../shared/paths';
import { FileError, type Files } from '../shared/ports';
import type { SourceRange } from '../shared/source';
import { checkSecrets } from './checkSecrets';
import { isYamlFile, listOrNothing } from './findTeams';

export interface LoadedScript {
  readonly file: string;
  readonly replies: readonly CardReply[];
}

export interface CardFile {
  readonly file: string;
  /** Null: too broken to be read. */
  readonly map: MapReader | null;
  /** True when syntax errors are left: what it seems to lack may only be hidden. */
  readonly broken: boolean;
}

export interface TeamSources {
  readonly file: string;
  readonly folder: string;
  readonly team: TeamCard | null;
  /** In order: inline ones, then those in roles/. */
  readonly roles: readonly RoleCard[];
  readonly roleFiles: readonly CardFile[];
  /** By absolute path. */
  readonly scripts: ReadonlyMap<string, LoadedScript>;
  readonly scenarios: readonly ScenarioCard[];
  readonly scenarioFiles: readonly CardFile[];
  readonly files: readonly string[];
  /** True when some file could not be read in full: then "nobody writes it" may be untrue. */
  readonly incomplete: boolean;
  /** True when some expression may need the pattern library. */
  readonly usesPatterns: boolean;
}

export async function readTeamSources(file: string, files: Files, findings: Findings): Promise<TeamSources> {
  const reader = new SourceReader(files, findings);
  const folder = dirname(file);
  const teamFile = await reader.read(file, teamKeys, 'a team', true);
  const team = teamFile.map === null ? null : readTeamCard(teamFile.map, file);
  const roleFiles = await reader.readAll(joinPath(folder, 'roles'), roleKeys, 'a role card');
  const scripts = team === null ? new Map<string, LoadedScript>() : await readScripts(team, folder, reader);
  const scenarioFiles = await reader.readAll(joinPath(folder, 'scenarios'), scenarioKeys, 'a scenario');
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
    incomplete: teamFile.broken || teamFile.map === null || roleFiles.some((each) => each.broken || each.map === null),
  };
}

async function readScripts(team: TeamCard, folder: string, reader: SourceReader): Promise<ReadonlyMap<string, LoadedScript>> {
  const scripts = new Map<string, LoadedScript>();
  for (const { script } of team.models) {
    if (script === null) continue;
    const path = joinPath(folder, script.text);
    if (scripts.has(path)) continue;
    const loaded = await reader.read(path, scriptKeys, 'a script', false, script.range);
    scripts.set(path, { file: path, replies: loaded.map === null ? [] : readScriptCard(loaded.map) });
  }
  return scripts;
}

class SourceReader {
  readonly seen: string[] = [];
  usesPatterns = false;

  constructor(
    private readonly files: Files,
    private readonly findings: Findings,
  ) {}

  async readAll(folder: string, keys: KeyTable, what: string): Promise<readonly CardFile[]> {
    const names = (await listOrNothing(folder, this.files)).filter(isYamlFile);
    const read: CardFile[] = [];
    for (const name of names) read.push(await this.read(joinPath(folder, name), keys, what, false));
    return read;
  }

  /** `askedFor`: where the file is named, for when it is not there. */
  async read(file: string, keys: KeyTable, what: string, isTeam: boolean, askedFor?: SourceRange): Promise<CardFile> {
    this.seen.push(file);
    const text = await this.textOf(file, askedFor);
    if (text === null) return { file, map: null, broken: true };
    this.usesPatterns ||= usesPatterns(text);
    const own = new Findings();
    const yaml = readYaml(file, text, own);
    const root = rootMap(yaml.root, yaml.broken, file, what, own);
    const isNewer = isTeam && root !== null && reportNewer(root, own);
    // A tree with syntax errors left in it would bring up problems that nobody has.
    if (root !== null && !yaml.broken && !isNewer) checkShape(root.node, map(keys), what, own);
    this.findings.addAll(checkSecrets(file, text, root, own.all));
    return { file, map: isNewer ? null : root, broken: yaml.broken || isNewer };
  }

  private async textOf(file: string, askedFor: SourceRange | undefined): Promise<string | null> {
    const range = askedFor ?? startOf(file);
    try {
      const stat = await this.files.stat(file);
      if (stat?.kind === 'folder') throw new FileError('other', file, 'it is a folder');
      // A character takes at most three bytes more than its UTF-16 unit: only what cannot fit is refused unread.
      if (stat !== null && stat.size > maxFileSize * 4) {
        this.findings.add('file-too-large', range, `${basename(file)} is larger than ${maxFileSize / 1024} KB, so it is not read.`);
        return null;
      }
      return await this.files.readText(file);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      this.findings.add('file-unreadable', range, error.kind === 'missing' ? `${basename(file)} is not there.` : `${basename(file)} cannot be read: ${error.message}`);
      return null;
    }
  }
}

function rootMap(root: CardNode | null, broken: boolean, file: string, what: string, findings: Findings): MapReader | null {
  if (root?.kind === 'map') return new MapReader(root);
  if (!broken) findings.add('wrong-type', root === null ? startOf(file) : rangeOf(root), root === null ? 'The file is empty.' : `${what} is a map of keys and values.`, { hint: `Write ${what} here.` });
  return null;
}

/** A newer format may mean other things by the same keys: nothing else is said about such a file. */
function reportNewer(root: MapReader, findings: Findings): boolean {
  const version = root.number('rolecall');
  const node = root.value('rolecall');
  if (version === null || node === undefined || version <= formatVersion) return false;
  findings.add('newer-version', rangeOf(node), `This file is written in version ${version} of the format; this program reads version ${formatVersion}.`);
  return true;
}

export function startOf(file: string): SourceRange {
  return { file, start: { line: 1, column: 1 }, end: { line: 1, column: 1 } };
}
