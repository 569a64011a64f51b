/**
 * The runs on disk of all teams of this window, whoever made them: this window, another one or a terminal. Kept up by the file system while
 * somebody looks; while nobody does, it only notes what it would have to look at. It reads no run.
 */
import * as vscode from 'vscode';
import type { RunSummary } from '../../engine/events/runLog';
import { DisposableStore, type Disposable } from '../../engine/shared/disposable';
import { dirname } from '../../engine/shared/paths';
import { isOnDisk, pathOfUri, uriOfPath } from '../adapters/uriPath';
import { ChangeQueue } from '../teams/changeQueue';
import type { TeamStore } from '../teams/teamStore';
import type { RunController } from './runController';
import type { RunPlace } from './runRecord';

/** Below the folder that holds `.rolecall`: what tells that a run has come, has grown, was closed or is gone. */
const pattern = '{.rolecall,.rolecall/runs,.rolecall/runs/*,.rolecall/runs/*/events.jsonl,.rolecall/runs/*/digest.json,.rolecall/runs/*/lock-*}';
const quietMs = 150;
/** A process that was killed leaves its lock behind, and no file tells; a watcher of a busy machine tells late or never. */
const lookAgainMs = 5000;

export interface HistoryFolder {
  readonly folder: string;
  /** Newest first. */
  readonly runs: readonly RunSummary[];
}

export interface RunHistoryDeps {
  readonly teams: TeamStore;
  readonly runs: RunController;
  readonly report: (error: unknown) => void;
}

/** A change to one run of a folder; `run` null: the whole folder. */
const changeOf = (folder: string, run: string | null): string => JSON.stringify([folder, run]);

export class RunHistory implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly changed = this.owned.add(new vscode.EventEmitter<void>());
  private readonly queue = this.owned.add(new ChangeQueue<string>((changes) => this.look(changes).catch(this.deps.report)));
  private readonly known = new Map<string, readonly RunSummary[]>();
  /** When each folder had last changed, when it was last read whole. */
  private readonly readAt = new Map<string, number | null>();
  private readonly watchers = new Map<string, vscode.Disposable>();
  /** What nobody looked at yet. */
  private missed = new Set<string>();
  private isTeamsStale = true;
  private isWatched = false;
  private again: ReturnType<typeof setTimeout> | undefined;
  private looks = 0;

  readonly onDidChange = this.changed.event;

  constructor(private readonly deps: RunHistoryDeps) {
    this.owned.add(deps.teams.onDidChange(() => this.noteTeams()));
    // Watchers lose events, most of all while a program outside changes many files.
    this.owned.add(vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) for (const folder of this.known.keys()) this.note(folder, null);
    }));
    this.owned.add(deps.runs.onDidStart(({ place }) => this.note(place.folder, place.run)));
    this.owned.add(deps.runs.onDidEnd(({ place }) => this.note(place.folder, place.run)));
  }

  /** In the order of the teams; folders without a run are left out. */
  get folders(): readonly HistoryFolder[] {
    return [...this.known].filter(([, runs]) => runs.length > 0).map(([folder, runs]) => ({ folder, runs }));
  }

  /** How often the disk was looked at, for the test that nobody's looking costs nothing. */
  get looksMade(): number {
    return this.looks;
  }

  /** Somebody looks from now on, or nobody any more. */
  watch(isWatched: boolean): void {
    if (this.isWatched === isWatched) return;
    this.isWatched = isWatched;
    clearTimeout(this.again);
    if (!isWatched) return;
    if (this.isTeamsStale) this.queue.add('', 0);
    for (const change of this.missed) this.queue.add(change, 0);
    this.missed = new Set();
    this.lookAgain();
  }

  /** For whoever asks once: resolves when it is as the disk is. */
  async upToDate(): Promise<readonly HistoryFolder[]> {
    if (this.isTeamsStale) this.queue.add('', 0);
    for (const change of this.missed) this.queue.add(change, 0);
    this.missed = new Set();
    await this.queue.settled();
    return this.folders;
  }

  summaryOf({ folder, run }: RunPlace): RunSummary | undefined {
    return this.known.get(folder)?.find((each) => each.run === run);
  }

  dispose(): void {
    clearTimeout(this.again);
    for (const watcher of this.watchers.values()) watcher.dispose();
    this.owned.dispose();
  }

  private noteTeams(): void {
    this.isTeamsStale = true;
    if (this.isWatched) this.queue.add('', quietMs);
  }

  /** Something has changed there; `run` null: in the folder. Cheap to call. */
  note(folder: string, run: string | null): void {
    const change = changeOf(folder, run);
    if (this.isWatched) this.queue.add(change, quietMs);
    else this.missed.add(change);
  }

  private async look(changes: ReadonlySet<string>): Promise<void> {
    this.looks++;
    const fresh = this.isTeamsStale ? await this.findFolders() : new Set<string>();
    const asked = new Map<string, Set<string> | null>([...fresh].map((folder) => [folder, null]));
    for (const change of changes) {
      if (change === '') continue;
      const [folder, run] = JSON.parse(change) as [string, string | null];
      if (!this.known.has(folder) || asked.get(folder) === null) continue;
      if (run === null) asked.set(folder, null);
      else asked.set(folder, (asked.get(folder) ?? new Set()).add(run));
    }
    for (const [folder, runs] of asked) await this.read(folder, runs);
    this.changed.fire();
    this.lookAgain();
  }

  /** @returns those that were not known */
  private async findFolders(): Promise<ReadonlySet<string>> {
    this.isTeamsStale = false;
    const found = await Promise.all(this.deps.teams.teams.filter(({ loaded }) => isOnDisk(loaded.file)).map(({ loaded }) => this.deps.runs.folderOf(loaded.file)));
    const now = new Set(found);
    const fresh = new Set([...now].filter((folder) => !this.known.has(folder)));
    const before = new Map(this.known);
    this.known.clear();
    for (const folder of now) this.known.set(folder, before.get(folder) ?? []);
    for (const [folder, watcher] of this.watchers) {
      if (now.has(folder)) continue;
      watcher.dispose();
      this.watchers.delete(folder);
    }
    for (const folder of now) if (!this.watchers.has(folder)) this.watchers.set(folder, this.watchFolder(folder));
    return fresh;
  }

  private async read(folder: string, only: ReadonlySet<string> | null): Promise<void> {
    const before = this.known.get(folder) ?? [];
    if (only === null) this.readAt.set(folder, await changedAt(folder));
    const read = await this.deps.runs.summaries(folder, only ?? undefined);
    const rest = only === null ? [] : before.filter(({ run }) => !only.has(run));
    const runs = [...read, ...rest].sort((a, b) => Number(b.run) - Number(a.run));
    this.known.set(folder, runs);
    const now = new Set(runs.map(({ run }) => run));
    for (const { run } of before) if (!now.has(run)) this.deps.runs.forget({ folder, run });
  }

  private watchFolder(folder: string): vscode.Disposable {
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(uriOfPath(dirname(dirname(folder))), pattern));
    const note = (uri: vscode.Uri): void => {
      const path = pathOfUri(uri);
      const run = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split('/')[0]! : null;
      // A run of this window is told of by its record.
      if (run === null) this.noteTeams();
      if (run === null || !this.deps.runs.liveOf({ folder, run })) this.note(folder, run);
    };
    return vscode.Disposable.from(watcher, watcher.onDidCreate(note), watcher.onDidChange(note), watcher.onDidDelete(note));
  }

  private lookAgain(): void {
    clearTimeout(this.again);
    if (this.isWatched) this.again = setTimeout(() => void this.noteUntold(), lookAgainMs);
  }

  /** Runs that have come or gone since the folder was read, and those that another process may have ended. */
  private async noteUntold(): Promise<void> {
    for (const [folder, runs] of [...this.known]) {
      if ((await changedAt(folder)) !== this.readAt.get(folder)) this.note(folder, null);
      for (const { running, run } of runs) if (running && !this.deps.runs.liveOf({ folder, run })) this.note(folder, run);
    }
    this.lookAgain();
  }
}

/** Null: it is not there. */
async function changedAt(folder: string): Promise<number | null> {
  try {
    return (await vscode.workspace.fs.stat(uriOfPath(folder))).mtime;
  } catch {
    return null;
  }
}
