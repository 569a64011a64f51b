/** The teams that stand behind a team's roles (`team:` on a card), loaded with it. What fits and what does not is for checkInnerTeams.ts. */
import type { RoleCard } from '../cards/roleCard';
import { dirname, isInside, joinPath, relativePath } from '../shared/paths';
import { FileError, type Files } from '../shared/ports';
import type { Diagnostic } from '../shared/source';
import { teamsIn } from './findTeams';
import type { InnerTeam, LoadedTeam } from './loadedTeam';

/** Loads teams within a team, each file once. */
export class InnerTeamLoader {
  private readonly loaded = new Map<string, LoadedTeam>();

  constructor(
    private readonly files: Files,
    /** `trail`: the files of the teams it stands in, and its own. */
    private readonly load: (file: string, trail: readonly string[]) => Promise<LoadedTeam>,
  ) {}

  async loadAll(roles: readonly RoleCard[], trail: readonly string[]): Promise<ReadonlyMap<RoleCard, InnerTeam>> {
    const found = new Map<RoleCard, InnerTeam>();
    for (const role of roles) {
      if (role.team !== null) found.set(role, await this.loadOne(joinPath(dirname(role.file), role.team.text), trail));
    }
    return found;
  }

  private async loadOne(path: string, trail: readonly string[]): Promise<InnerTeam> {
    const found = await teamFilesAt(path, this.files).catch(orFileError);
    if (found instanceof FileError) return { kind: 'unreadable', why: found.message };
    const [file] = found;
    if (file === undefined) return { kind: 'missing' };
    if (found.length > 1) return { kind: 'several', files: found };
    const real = await this.files.realPath(file).catch(() => file);
    const reals = await Promise.all(trail.map((each) => this.files.realPath(each).catch(() => each)));
    const first = reals.indexOf(real);
    if (first >= 0) return { kind: 'circle', way: [...trail.slice(first), trail[first]!].map((each) => relativePath(dirname(trail[0]!), each)) };
    const loaded = this.loaded.get(real) ?? (await this.load(file, [...trail, file]));
    this.loaded.set(real, loaded);
    return { kind: 'loaded', loaded };
  }
}

function orFileError(error: unknown): FileError {
  if (error instanceof FileError) return error;
  throw error;
}

/** The team files that a path may mean; one unless there is none, or several of which none is called team.yaml. Rejects with a FileError. */
export async function teamFilesAt(path: string, files: Files): Promise<readonly string[]> {
  const stat = await files.stat(path);
  if (stat === null) return [];
  if (stat.kind !== 'folder') return [path];
  const found = await teamsIn(path, files);
  const main = found.find((each) => /(?:^|\/)team\.ya?ml$/.test(each));
  return main === undefined ? found : [main];
}

/**
 * What is wrong in an inner team, as the outer one tells it. Its scenarios try it alone and do not count here; a result that only the outer team
 * takes is read after all.
 */
export function innerFindings({ diagnostics, folder, team }: LoadedTeam, role: RoleCard): readonly Diagnostic[] {
  const handedBack = role.writes.flatMap(({ field }) => (team !== null && Object.hasOwn(team.fields, field) ? [team.fields[field]!.at] : []));
  const isHandedBack = ({ code, range }: Diagnostic): boolean =>
    code === 'unread-field' && handedBack.some((at) => joinPath(folder, at.file) === range.file && at.line === range.start.line && at.column === range.start.column);
  return diagnostics.filter((each) => !isInside(joinPath(folder, 'scenarios'), each.range.file) && !isHandedBack(each));
}
