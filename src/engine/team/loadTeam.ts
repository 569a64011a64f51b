/** Loads a team: reads its files, checks them, and builds the team that runs. The one way from files to a Team. */
import { Findings } from '../cards/findings';
import { loadPatterns } from '../expressions/patterns';
import { basename, joinPath } from '../shared/paths';
import { FileError, type Files } from '../shared/ports';
import type { Schemas } from '../shared/schemas';
import type { Diagnostic } from '../shared/source';
import { buildTeam } from './buildTeam';
import { startOf } from './cardFiles';
import type { CheckPorts } from './check';
import { checkTeam } from './checkTeam';
import { applyLevels } from './lint/applyLevels';
import type { LintLevels } from './lint/lintCodes';
import { InnerTeamLoader, innerFindings, teamFilesAt } from './innerTeams';
import type { LoadedTeam, RoleOutline, TeamSources } from './loadedTeam';
import { readTeamSources } from './teamSources';

/**
 * `path` is a team file or a folder that holds one. Never rejects for what is in the files or for files that cannot be read:
 * that is a diagnostic, and `team` is then null. `levels`: how findings about its design are shown.
 */
export async function loadTeam(path: string, files: Files, schemas: Schemas, levels: LintLevels = {}): Promise<LoadedTeam> {
  const findings = new Findings();
  const file = await teamFileAt(path, files, findings);
  if (file === null) return nothing(path, findings.all);
  const inner = new InnerTeamLoader(files, (innerFile, trail) => loadFile(innerFile, trail, new Findings()));
  const loadFile = async (own: string, trail: readonly string[], ownFindings: Findings): Promise<LoadedTeam> => {
    const read = await readTeamSources(own, files, ownFindings);
    const sources: TeamSources = { ...read, inner: await inner.loadAll(read.roles, trail) };
    return loadSources(sources, { findings: ownFindings, files, schemas }, levels);
  };
  return loadFile(file, [file], findings);
}

async function loadSources(sources: TeamSources, ports: CheckPorts, levels: LintLevels): Promise<LoadedTeam> {
  const { file } = sources;
  const { findings } = ports;
  if (sources.usesPatterns) await loadPatterns();
  if (sources.team !== null && !sources.broken.has(file)) await checkTeam(sources, sources.team, ports);
  const within = [...sources.inner].flatMap(([role, inner]) => (inner.kind === 'loaded' ? [{ role, loaded: inner.loaded }] : []));
  for (const { role, loaded } of within) findings.addAll(innerFindings(loaded, role));
  const all = [...new Set([...sources.files, ...within.flatMap(({ loaded }) => loaded.files)])];
  const diagnostics = applyLevels(inOrder(findings.all, all), levels);
  const isBroken = diagnostics.some((each) => each.severity === 'error' && !isInScenario(each, sources));
  return {
    file,
    folder: sources.folder,
    name: sources.team?.name ?? basename(sources.folder),
    team: sources.team === null || isBroken ? null : buildTeam(sources, sources.team),
    roles: outlines(sources, diagnostics),
    scenarios: sources.scenarios.map((each) => ({ name: each.name ?? basename(each.file), file: each.file, ...(each.task === null ? {} : { task: each.task.text }) })),
    diagnostics,
    files: all,
    sources,
  };
}

/** The team file meant by a path. Null: there is none, or more than one and none is called team.yaml; both are reported. */
async function teamFileAt(path: string, files: Files, findings: Findings): Promise<string | null> {
  const stat = await files.stat(path).catch(() => null);
  if (stat?.kind !== 'folder') return path;
  const expected = startOf(joinPath(path, 'team.yaml'));
  const found = await teamFilesAt(path, files).catch((error: unknown) => {
    if (!(error instanceof FileError)) throw error;
    findings.add('file-unreadable', expected, `${basename(path)} cannot be read: ${error.message}`);
    return null;
  });
  if (found === null) return null;
  if (found.length === 1) return found[0]!;
  if (found.length === 0) findings.add('no-team', expected, `There is no team in ${basename(path)}.`);
  else findings.add('several-teams', startOf(found[0] ?? expected.file), `${basename(path)} holds several teams: ${found.map(basename).join(', ')}.`);
  return null;
}

function nothing(folder: string, diagnostics: readonly Diagnostic[]): LoadedTeam {
  const file = diagnostics[0]?.range.file ?? joinPath(folder, 'team.yaml');
  return { file, folder, name: basename(folder), team: null, roles: [], scenarios: [], diagnostics, files: [], sources: null };
}

/** A scenario that is wrong does not keep its team from running. */
function isInScenario({ range }: Diagnostic, { scenarioFiles }: TeamSources): boolean {
  return scenarioFiles.some((each) => each.file === range.file);
}

/** By file as they were read, then by place; what is said twice of one place is said once. */
function inOrder(diagnostics: readonly Diagnostic[], files: readonly string[]): readonly Diagnostic[] {
  const rank = new Map(files.map((file, index) => [file, index]));
  const key = ({ range }: Diagnostic): number => rank.get(range.file) ?? files.length;
  const seen = new Set<string>();
  return [...diagnostics]
    .sort((a, b) => key(a) - key(b) || a.range.start.line - b.range.start.line || a.range.start.column - b.range.start.column)
    .filter(({ code, message, range }) => {
      const text = `${code}\n${message}\n${range.file}:${range.start.line}:${range.start.column}`;
      return seen.has(text) ? false : (seen.add(text), true);
    });
}

function outlines(sources: TeamSources, diagnostics: readonly Diagnostic[]): readonly RoleOutline[] {
  const read = sources.roles.map((role): RoleOutline => {
    const id = role.id ?? basename(role.file).replace(/\.ya?ml$/, '');
    return { id, name: role.name ?? id, file: role.file, range: role.at, problem: problemIn(role.file, role.map.range, sources, diagnostics) };
  });
  const unread = sources.roleFiles.filter((each) => each.map === null).map(({ file }): RoleOutline => {
    const id = basename(file).replace(/\.ya?ml$/, '');
    return { id, name: id, file, range: startOf(file), problem: firstError(diagnostics.filter((each) => each.range.file === file)) };
  });
  return [...read, ...unread];
}

/** An inline card has only the problems within its own lines. */
function problemIn(file: string, { start, end }: RoleOutline['range'], sources: TeamSources, diagnostics: readonly Diagnostic[]): string | null {
  const own = diagnostics.filter(({ range }) => range.file === file && (file !== sources.file || (range.start.line >= start.line && range.start.line <= end.line)));
  return firstError(own);
}

function firstError(diagnostics: readonly Diagnostic[]): string | null {
  return diagnostics.find((each) => each.severity === 'error')?.message ?? null;
}
