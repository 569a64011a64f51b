/**
 * The teams of this window as they are now, what is being typed included: found, checked, and checked again when a file changes.
 * It shows nothing and runs nothing; trees, diagnostics and runs read it.
 */
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../engine/shared/disposable';
import { isInside } from '../../engine/shared/paths';
import { isYamlFile } from '../../engine/team/findTeams';
import type { LoadedTeam } from '../../engine/team/loadedTeam';
import { pathOfUri } from '../adapters/uriPath';
import { ChangeQueue } from './changeQueue';
import type { TeamFinder } from './teamFinder';

/** A file system tells of one save in several events, some late. */
const fileQuietMs = 150;
const typingQuietMs = 60;

export interface FoundTeam {
  readonly loaded: LoadedTeam;
  /** The workspace folder it lies in; null for a file that was opened by itself. */
  readonly root: vscode.WorkspaceFolder | null;
}

export interface TeamChanges {
  /** Team files that are new, gone or were checked again. */
  readonly files: readonly string[];
}

/** Checks one team. Never rejects: what cannot be read is a broken team. */
export type LoadTeam = (file: string) => Promise<LoadedTeam>;

interface Change {
  readonly path: string | null;
}
/** Look for team files again. */
const searchAgain: Change = { path: null };

export class TeamStore implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly changed = this.owned.add(new vscode.EventEmitter<TeamChanges>());
  private readonly queue = this.owned.add(new ChangeQueue<Change | string>((changes) => this.reload(changes).catch(this.report)));
  private found: ReadonlyMap<string, FoundTeam> = new Map();
  private hasLooked = false;
  private loads = 0;

  readonly onDidChange = this.changed.event;

  constructor(
    private readonly finder: TeamFinder,
    private readonly load: LoadTeam,
    private readonly report: (error: unknown) => void,
  ) {
    this.watchFiles();
    this.watchEditors();
    this.queue.add(searchAgain, 0);
  }

  /** In the order of the workspace folders, then of their paths. */
  get teams(): readonly FoundTeam[] {
    return [...this.found.values()];
  }

  /** True once the first look has ended: until then "no team" means "not known yet". */
  get isReady(): boolean {
    return this.hasLooked;
  }

  /** How many checks of a team have been made: what a storm of changes must not multiply. */
  get checksMade(): number {
    return this.loads;
  }

  get(teamFile: string): FoundTeam | undefined {
    return this.found.get(teamFile);
  }

  /** The teams that a file belongs to: as the team file, a card, or whatever else was read for it. */
  teamsOf(path: string): readonly FoundTeam[] {
    return this.teams.filter(({ loaded }) => loaded.file === path || loaded.files.includes(path));
  }

  /** Resolves when every change known so far has been checked. */
  settled(): Promise<void> {
    return this.queue.settled();
  }

  /** Looks for teams again and checks all of them. */
  async checkAll(): Promise<void> {
    for (const file of this.found.keys()) this.queue.add(file, 0);
    this.queue.add(searchAgain, 0);
    await this.settled();
  }

  dispose(): void {
    this.owned.dispose();
  }

  private watchFiles(): void {
    const yaml = this.owned.add(vscode.workspace.createFileSystemWatcher('**/*.{yaml,yml}'));
    const onChange = (uri: vscode.Uri): void => this.noteFile(pathOfUri(uri), fileQuietMs);
    this.owned.add(yaml.onDidCreate(onChange));
    this.owned.add(yaml.onDidChange(onChange));
    this.owned.add(yaml.onDidDelete(onChange));
    // A folder that goes is told as one deletion, of the folder.
    const anything = this.owned.add(vscode.workspace.createFileSystemWatcher('**', true, true, false));
    this.owned.add(anything.onDidDelete((uri) => this.noteRemoved(pathOfUri(uri))));
    this.owned.add(vscode.workspace.onDidChangeWorkspaceFolders(() => this.queue.add(searchAgain, 0)));
    // Watchers lose events, most of all while a program outside changes many files.
    this.owned.add(vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) this.queue.add(searchAgain, fileQuietMs);
    }));
  }

  private watchEditors(): void {
    const { owned } = this;
    owned.add(vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) this.noteFile(pathOfUri(document.uri), typingQuietMs);
    }));
    owned.add(vscode.workspace.onDidSaveTextDocument(({ uri }) => this.noteFile(pathOfUri(uri), 0)));
    owned.add(vscode.workspace.onDidOpenTextDocument(({ uri }) => this.noteLoose(uri)));
    owned.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      this.noteFile(pathOfUri(uri), 0);
      this.noteLoose(uri);
    }));
  }

  private noteFile(path: string, quietMs: number): void {
    if (this.finder.isTeamFile(path) && !this.found.has(path)) this.queue.add(searchAgain, quietMs);
    if (this.affectedBy(path).length > 0) this.queue.add(path, quietMs);
  }

  private noteRemoved(path: string): void {
    const holdsTeam = [...this.found.keys()].some((file) => isInside(path, file));
    if (holdsTeam) this.queue.add(searchAgain, fileQuietMs);
    const holdsFiles = this.teams.some(({ loaded }) => isInside(loaded.folder, path) && loaded.files.some((file) => isInside(path, file)));
    if (holdsFiles) this.queue.add(path, fileQuietMs);
  }

  /** A file that lies in no folder of the window may be a team's all the same. */
  private noteLoose(uri: vscode.Uri): void {
    if (this.finder.isLoose(uri)) this.queue.add(searchAgain, typingQuietMs);
  }

  private affectedBy(path: string): readonly string[] {
    return this.teams
      .filter(({ loaded }) => loaded.files.includes(path) || (isInside(loaded.folder, path) && isYamlFile(path)))
      .map(({ loaded }) => loaded.file);
  }

  private async reload(changes: ReadonlySet<Change | string>): Promise<void> {
    const before = this.found;
    const roots = changes.has(searchAgain) ? await this.finder.find() : new Map([...before].map(([file, { root }]) => [file, root]));
    const stale = new Set([...changes].flatMap((change) => (typeof change === 'string' ? [change, ...this.affectedBy(change)] : [])));
    const next = new Map<string, FoundTeam>();
    const touched = [...before.keys()].filter((file) => !roots.has(file));
    for (const [file, root] of roots) {
      const known = before.get(file);
      if (known && !stale.has(file)) {
        next.set(file, known.root === root ? known : { ...known, root });
        continue;
      }
      this.loads++;
      next.set(file, { loaded: await this.load(file), root });
      touched.push(file);
    }
    const isFirst = !this.hasLooked;
    this.found = next;
    this.hasLooked = true;
    if (touched.length > 0 || isFirst) this.changed.fire({ files: touched });
  }
}
