/** A team as it was found on disk, broken or not: what trees, diagnostics and runs start from, and the cards behind it. Types only; `loadTeam.ts` and `teamSources.ts` make it. */
import type { RoleCard } from '../cards/roleCard';
import type { ScenarioCard } from '../cards/scenarioCard';
import type { CardReply } from '../cards/scriptCard';
import type { TeamCard } from '../cards/teamCard';
import type { Diagnostic, SourceRange } from '../shared/source';
import type { CardFile } from './cardFiles';
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
  /** The cards themselves with their places, whole or broken: what an editor asks about. Null: there is no team file to read. */
  readonly sources: TeamSources | null;
}

export type CardKind = 'team' | 'role' | 'script' | 'scenario';

/** A file of the team as it was read. */
export interface SourceCard extends CardFile {
  readonly kind: CardKind;
}

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
  /** By absolute path: every file that was there to be read, broken or not. */
  readonly cards: ReadonlyMap<string, SourceCard>;
  /** True when some file could not be read in full: then "nobody writes it" may be untrue. */
  readonly incomplete: boolean;
  /** Files with syntax errors: their trees are good for names, not for finding fault with. */
  readonly broken: ReadonlySet<string>;
  /** True when some expression may need the pattern library. */
  readonly usesPatterns: boolean;
}

export type InnerTeam =
  | { readonly kind: 'loaded'; readonly loaded: LoadedTeam }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly why: string }
  | { readonly kind: 'several'; readonly files: readonly string[] }
  /** The team files from the first to itself, which is one of those it stands in, as seen from the outermost team. */
  | { readonly kind: 'circle'; readonly way: readonly string[] };
