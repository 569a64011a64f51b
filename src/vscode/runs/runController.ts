/**
 * Starts and stops the runs of this window and knows the last run of each team. It asks nothing of a person and shows nothing;
 * views read it, commands call it.
 */
import * as vscode from 'vscode';
import type { AskedStep, RunEvent, RunOptions } from '../../engine/events/runEvent';
import type { RunLogs, RunSummary } from '../../engine/events/runLog';
import { DisposableStore, type Disposable } from '../../engine/shared/disposable';
import type { JsonObject } from '../../engine/shared/json';
import type { ApprovalAnswer } from '../../engine/shared/person';
import type { Engine, RunHandle } from '../../engine/supervisor/engine';
import type { StepGate } from '../../engine/supervisor/stepGate';
import type { LoadedTeam } from '../../engine/team/loadedTeam';
import type { Team } from '../../engine/team/team';
import { QuestionDesk } from './questionDesk';
import { runKey, RunRecord, type RunPlace } from './runRecord';

/** Logs that are read to find a team's last run: copies of a team share its name and may share the folder. */
const maxRecalled = 5;

/** What is loaded when the first run starts or the first log is read. */
export interface RunPorts {
  readonly engine: () => Promise<Engine>;
  /** The folder that the runs of a team are kept in; it need not exist yet. */
  readonly runsFolder: (teamFile: string) => Promise<string>;
  readonly logs: (runsFolder: string) => Promise<RunLogs>;
}

export interface RunRequest {
  /** One that may run: `team` is not null. */
  readonly loaded: LoadedTeam;
  readonly task: string;
  readonly options?: RunOptions;
  /** To whatever it asks a person; default: the person at this window is asked. */
  readonly answer?: ApprovalAnswer | null;
  readonly holder?: RunHolder;
  /** Nobody is asked: what needs an answer ends the run as waiting. */
  readonly isUnattended?: boolean;
}

/** Who holds a run wherever it can pause: a debugger. */
export interface RunHolder {
  readonly gate: StepGate;
  take(handle: RunHandle): void;
}

/** What is new in a run that goes on, or in one that begins from another. */
export interface GoOn {
  /** By id, to what it will ask again. */
  readonly answers?: ReadonlyMap<string, ApprovalAnswer>;
  /** A person's writes to shared fields. */
  readonly writes?: JsonObject;
  /** The dispatch that a person wants made first. */
  readonly next?: AskedStep;
  /** Default: the recorded one. */
  readonly team?: Team;
  readonly holder?: RunHolder;
  /** As of RunRequest. */
  readonly answer?: ApprovalAnswer | null;
  readonly isUnattended?: boolean;
}

/** One role's work done once more, in a run of its own. */
export interface Attempt extends Pick<GoOn, 'answer' | 'isUnattended'>, AskedStep {
  readonly at: number;
  readonly team: Team;
}

/** A run on disk. */
export interface KeptRun {
  readonly place: RunPlace;
  readonly summary: RunSummary;
}

/** What `onDidChange` tells. */
export interface RunChange {
  readonly teamFile: string;
  /** Null: a run of this team is about to start, or did not come to be. */
  readonly record: RunRecord | null;
}

/** A request that is not a run yet, so that it can be stopped even then. */
interface Starting {
  readonly teamFile: string;
  isStopped: boolean;
}

export class RunController implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly started = this.owned.add(new vscode.EventEmitter<RunRecord>());
  private readonly ended = this.owned.add(new vscode.EventEmitter<RunRecord>());
  private readonly changed = this.owned.add(new vscode.EventEmitter<RunChange>());
  /** By team file; the newest run of each. */
  private readonly last = new Map<string, RunRecord>();
  /** By team file and scenario; the newest run of each. */
  private readonly lastOfScenarios = new Map<string, RunRecord>();
  private readonly liveRuns = new Map<string, RunRecord>();
  private readonly starting = new Set<Starting>();
  private readonly recalled = new Map<string, Promise<void>>();

  readonly onDidStart = this.started.event;
  readonly onDidEnd = this.ended.event;
  /** A run is about to start, has started, was found again, has grown or ended. Already gathered: at most once in 50 ms for each run. */
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly ports: RunPorts,
    private readonly report: (error: unknown) => void,
  ) {}

  /** Runs of this window that go on, oldest first. */
  get live(): readonly RunRecord[] {
    return [...this.liveRuns.values()];
  }

  get isRunning(): boolean {
    return this.liveRuns.size > 0 || this.starting.size > 0;
  }

  /** The last run of each team, newest first. */
  get latest(): readonly RunRecord[] {
    return [...this.last.values()].sort((a, b) => startOf(b) - startOf(a));
  }

  lastOf(teamFile: string): RunRecord | undefined {
    return this.last.get(teamFile);
  }

  lastOfScenario(teamFile: string, scenario: string): RunRecord | undefined {
    return this.lastOfScenarios.get(scenarioKey(teamFile, scenario));
  }

  isRunningTeam(teamFile: string): boolean {
    return this.live.some((run) => run.teamFile === teamFile) || this.isStartingTeam(teamFile);
  }

  /** Asked for, but not a run yet: what it needs is being loaded. */
  isStartingTeam(teamFile: string): boolean {
    return [...this.starting].some((request) => request.teamFile === teamFile);
  }

  /**
   * Rejects when no log can be made or the team cannot be run here; nothing is left behind then.
   * Resolves with null when it was stopped before there was a run.
   */
  async start({ loaded, task, options = {}, answer = null, holder, isUnattended = false }: RunRequest): Promise<RunRecord | null> {
    const { team, file } = loaded;
    if (!team) throw new Error(`${loaded.name} has errors`);
    const request: Starting = { teamFile: file, isStopped: false };
    this.starting.add(request);
    this.changed.fire({ teamFile: file, record: null });
    try {
      const engine = await this.ports.engine();
      const folder = await this.ports.runsFolder(file);
      const logs = await this.ports.logs(folder);
      if (request.isStopped) return null;
      const log = await logs.create();
      const place = { folder, run: log.run };
      const desk = deskFor({ answer, isUnattended });
      const handle = await engine.start({ team, task, options, trigger: 'editor', log, person: desk, earlier: logs, gate: holder?.gate }).catch(async (error: unknown) => {
        await log.close().catch(this.report);
        throw error;
      });
      holder?.take(handle);
      const record = this.adopt(RunRecord.live(place, file, handle, desk), options.scenario, holder);
      if (request.isStopped) record.stop();
      return record;
    } finally {
      this.starting.delete(request);
      this.changed.fire({ teamFile: file, record: null });
    }
  }

  /**
   * Takes up a run that was stopped, cut off, or waits for a person, with the team as it was recorded; what was finished is not done again.
   * Rejects with a LogError where another process writes it or it cannot be read.
   */
  async resume({ place, teamFile }: Pick<RunRecord, 'place' | 'teamFile'>, { writes, team, next, holder, ...asked }: GoOn = {}): Promise<RunRecord> {
    const key = runKey(place);
    const known = this.liveRuns.get(key);
    if (known) return known;
    const engine = await this.ports.engine();
    const logs = await this.ports.logs(place.folder);
    const { writer: log, read } = await logs.reopen(place.run);
    const desk = deskFor(asked);
    const handle = await engine.resume({ log, events: read.events, person: desk, earlier: logs, writes, team, next, gate: holder?.gate }).catch(async (error: unknown) => {
      await log.close().catch(this.report);
      throw error;
    });
    holder?.take(handle);
    return this.adopt(RunRecord.live(place, teamFile, handle, desk, read.warnings), scenarioOf(read.events), holder);
  }

  /** A new run that begins with another's steps up to step `at`; 0: with none. Equal requests are answered from earlier runs. */
  async fork({ place, teamFile }: Pick<RunRecord, 'place' | 'teamFile'>, at: number, { writes, team, next, holder, ...asked }: GoOn = {}): Promise<RunRecord> {
    const engine = await this.ports.engine();
    const logs = await this.ports.logs(place.folder);
    const { events, warnings } = await logs.read(place.run);
    const [first] = events;
    if (first?.type !== 'run.started') throw new Error(`run ${place.run} has no beginning`);
    const log = await logs.create();
    const desk = deskFor(asked);
    const handle = await engine.fork({ log, events, at, trigger: 'editor', person: desk, earlier: logs, writes, next, team: { ...(team ?? first.team), cache: 'on' }, gate: holder?.gate }).catch(async (error: unknown) => {
      await log.close().catch(this.report);
      throw error;
    });
    holder?.take(handle);
    return this.adopt(RunRecord.live({ folder: place.folder, run: log.run }, teamFile, handle, desk, warnings), scenarioOf(events), holder);
  }

  /** No earlier run answers for the model, and the run is not the team's last one. Resolves with its events once it has ended; `signal` stops it. */
  async attempt({ place }: Pick<RunRecord, 'place'>, { at, team, role, input, ...asked }: Attempt, signal: AbortSignal): Promise<readonly RunEvent[]> {
    const engine = await this.ports.engine();
    const logs = await this.ports.logs(place.folder);
    const { events } = await logs.read(place.run);
    const log = await logs.create();
    const options: RunOptions = { alone: { role, ...(input === undefined ? {} : { input }) } };
    const handle = await engine.fork({ log, events, at, trigger: 'editor', person: deskFor(asked), team: { ...team, cache: undefined }, options }).catch(async (error: unknown) => {
      await log.close().catch(this.report);
      throw error;
    });
    const stop = (): void => handle.stop();
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    await handle.finished;
    signal.removeEventListener('abort', stop);
    return (await logs.read(log.run)).events;
  }

  /** Where the runs of a team are kept. */
  folderOf(teamFile: string): Promise<string> {
    return this.ports.runsFolder(teamFile);
  }

  /** Answers a question of a run; one that nobody goes on with is taken up for it. Resolves with false when it does not ask that any more. */
  async answer(record: RunRecord, id: string, answer: ApprovalAnswer): Promise<boolean> {
    const live = this.liveRuns.get(record.key);
    if (live) return live.answer(id, answer);
    if (!record.view?.waiting.some((question) => question.id === id)) return false;
    await this.resume(record, { answers: new Map([[id, answer]]) });
    return true;
  }

  /** Works in every state, also before the run exists. */
  stopTeam(teamFile: string): void {
    for (const request of this.starting) if (request.teamFile === teamFile) request.isStopped = true;
    for (const run of this.live) if (run.teamFile === teamFile) run.stop();
  }

  /** False: it does not go on in this window. */
  stop(place: RunPlace): boolean {
    const live = this.liveRuns.get(runKey(place));
    live?.stop();
    return live !== undefined;
  }

  /** Resolves when all runs have ended and their logs are closed. */
  stopAll(): Promise<void> {
    return this.endAll((run) => run.stop());
  }

  /** The window closes: as stopAll, but runs that wait for a person stay so. */
  leaveAll(): Promise<void> {
    return this.endAll((run) => run.leave());
  }

  /** Finds a team's last run on disk, once, unless one has been started here. Never rejects. */
  recall(loaded: LoadedTeam): Promise<void> {
    const known = this.recalled.get(loaded.file);
    if (known) return known;
    const found = this.readLast(loaded).catch(this.report);
    this.recalled.set(loaded.file, found);
    return found;
  }

  /** The runs of a team on disk, newest first; copies of it that share its name and folder included. Never rejects. */
  async history({ file, name }: LoadedTeam): Promise<readonly KeptRun[]> {
    try {
      const folder = await this.ports.runsFolder(file);
      const runs = await this.summaries(folder);
      return runs.filter(({ team, problem }) => team === name && !problem).map((summary) => ({ place: { folder, run: summary.run }, summary }));
    } catch (error) {
      this.report(error);
      return [];
    }
  }

  /** The runs that a folder holds, newest first; of `only` alone, where given. */
  async summaries(folder: string, only?: ReadonlySet<string>): Promise<readonly RunSummary[]> {
    return (await this.ports.logs(folder)).list(only);
  }

  /** One that goes on in this window. */
  liveOf(place: RunPlace): RunRecord | undefined {
    return this.liveRuns.get(runKey(place));
  }

  /** It is gone from the disk: nothing shows it any more, but for the panels that do. */
  forget(place: RunPlace): void {
    const key = runKey(place);
    for (const known of [this.last, this.lastOfScenarios]) {
      for (const [of, record] of known) if (record.key === key && known.delete(of)) this.changed.fire({ teamFile: record.teamFile, record: null });
    }
  }

  /** A run of this window or one from disk. Rejects with a LogError when it cannot be read. */
  async open(place: RunPlace): Promise<RunRecord> {
    const key = runKey(place);
    const known = this.liveRuns.get(key) ?? [...this.last.values(), ...this.lastOfScenarios.values()].find((run) => run.key === key);
    if (known) return known;
    const log = await (await this.ports.logs(place.folder)).read(place.run);
    return RunRecord.fromLog(place, teamFileOf(log.events) ?? '', log);
  }

  dispose(): void {
    void this.leaveAll();
    this.owned.dispose();
  }

  private async endAll(end: (run: RunRecord) => void): Promise<void> {
    for (const request of this.starting) request.isStopped = true;
    const runs = this.live;
    for (const run of runs) end(run);
    await Promise.all(runs.map((run) => run.finished()));
  }

  private adopt(record: RunRecord, scenario: string | undefined, holder: RunHolder | undefined): RunRecord {
    if (holder !== undefined) record.isDebugged = true;
    this.last.set(record.teamFile, record);
    if (scenario !== undefined) this.lastOfScenarios.set(scenarioKey(record.teamFile, scenario), record);
    this.liveRuns.set(record.key, record);
    const growing = record.onDidGrow(() => {
      const hasEnded = !record.isLive;
      if (hasEnded) {
        this.liveRuns.delete(record.key);
        growing.dispose();
      }
      this.tell(record);
      if (hasEnded) this.ended.fire(record);
    });
    this.started.fire(record);
    this.tell(record);
    return record;
  }

  private tell(record: RunRecord): void {
    this.changed.fire({ teamFile: record.teamFile, record });
  }

  private async readLast(loaded: LoadedTeam): Promise<void> {
    const { file, scenarios } = loaded;
    const runs = await this.history(loaded);
    await this.recallOne(file, runs, this.last, file);
    for (const { name } of scenarios) await this.recallOne(file, runs.filter(({ summary }) => summary.scenario === name), this.lastOfScenarios, scenarioKey(file, name));
  }

  /** The newest of `among` that is of this team; a run that has begun since is newer. */
  private async recallOne(file: string, among: readonly KeptRun[], known: Map<string, RunRecord>, key: string): Promise<void> {
    for (const { place } of among.slice(0, maxRecalled)) {
      if (known.has(key)) return;
      const record = await this.open(place);
      if (record.teamFile !== file || known.has(key)) continue;
      known.set(key, record);
      this.tell(record);
      return;
    }
  }
}

function deskFor({ answers, answer = null, isUnattended = false }: Pick<GoOn, 'answers' | 'answer' | 'isUnattended'>): QuestionDesk {
  const desk = new QuestionDesk(answers, answer);
  if (isUnattended) desk.leave();
  return desk;
}

function scenarioKey(teamFile: string, scenario: string): string {
  return `${teamFile}\n${scenario}`;
}

function scenarioOf([first]: readonly RunEvent[]): string | undefined {
  return first?.type === 'run.started' ? first.options.scenario : undefined;
}

function teamFileOf(events: readonly RunEvent[]): string | null {
  const first = events[0];
  return first?.type === 'run.started' ? `${first.team.folder}/${first.team.file}` : null;
}

function startOf(record: RunRecord): number {
  return record.view?.startedAt ?? 0;
}
