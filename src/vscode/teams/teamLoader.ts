/** Checks teams with the engine, loaded when the first team is found. What cannot be read becomes a broken team that says why. */
import { basename, dirname } from '../../engine/shared/paths';
import type { Files } from '../../engine/shared/ports';
import type { LoadedTeam } from '../../engine/team/loadedTeam';
import type { LintLevels } from '../../engine/team/lint/lintCodes';
import { lazily } from '../adapters/lazily';
import type { LoadTeam } from './teamStore';

export interface TeamLoader {
  readonly load: LoadTeam;
  /** The team file that a card belongs to, or null. Never rejects. */
  readonly teamFileOf: (path: string) => Promise<string | null>;
}

/** `levels`: how findings about the design of this team are shown. */
export function teamLoader(files: Files, levels: (file: string) => LintLevels, report: (error: unknown) => void): TeamLoader {
  const engine = lazily(async () => {
    const [load, find, { loadSchemas }] = await Promise.all([
      import('../../engine/team/loadTeam'),
      import('../../engine/team/findTeams'),
      import('../../engine/schemas/loadSchemas'),
    ]);
    return { ...load, ...find, schemas: await loadSchemas() };
  });
  return {
    async load(file) {
      try {
        const { loadTeam, schemas } = await engine();
        return await loadTeam(file, files, schemas, levels(file));
      } catch (error) {
        report(error);
        return unreadable(file, error);
      }
    },
    async teamFileOf(path) {
      try {
        return await (await engine()).teamFileOf(path, files);
      } catch (error) {
        report(error);
        return null;
      }
    },
  };
}

function unreadable(file: string, error: unknown): LoadedTeam {
  const folder = dirname(file);
  const start = { line: 1, column: 1 };
  const message = `The team could not be checked: ${error instanceof Error ? error.message : String(error)}`;
  const diagnostics = [{ code: 'unreadable', severity: 'error' as const, message, range: { file, start, end: start } }];
  return { file, folder, name: basename(folder), team: null, roles: [], scenarios: [], diagnostics, files: [file], sources: null };
}
