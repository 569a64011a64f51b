/** A team as it was found on disk, broken or not: what trees, diagnostics and runs start from. Types only; `loadTeam.ts` makes it. */
import type { Diagnostic, SourceRange } from '../shared/source';
import type { Team } from './team';

export interface RoleOutline {
  readonly id: string;
  readonly name: string;
  /** Absolute path of the file it stands in; its own card, or the team's. */
  readonly file: string;
  /** The `role:` entry; the start of the file where the card is too broken to say. */
  readonly range: SourceRange;
  /** The first error in it, for people; null: none. */
  readonly problem: string | null;
}

export interface ScenarioOutline {
  readonly name: string;
  readonly file: string;
  /** What it gives the team to do; a first suggestion where nobody has run it yet. */
  readonly task?: string;
}

export interface LoadedTeam {
  /** Absolute path of the team file. */
  readonly file: string;
  /** Absolute path of its folder. */
  readonly folder: string;
  /** `team:`, else the folder's name. */
  readonly name: string;
  /** Null while any diagnostic outside its scenarios is an error: a broken team does not run. */
  readonly team: Team | null;
  readonly roles: readonly RoleOutline[];
  readonly scenarios: readonly ScenarioOutline[];
  readonly diagnostics: readonly Diagnostic[];
  /** Every file that was read, absolute: what a watcher has to look at. */
  readonly files: readonly string[];
}
