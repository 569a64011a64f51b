/**
 * Read-only editors that show a role's prompt as it would be sent now. Each follows what is typed into the cards and what its run does; what it is filled in
 * for stands in its address. The prompt itself is the engine's.
 */
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../engine/shared/disposable';
import { basename } from '../../engine/shared/paths';
import type { SentPrompt } from '../../engine/preview/compareWithRun';
import type { PreviewMoment } from '../../engine/preview/previewMoment';
import type { RunView } from '../../engine/projections/runView';
import type { LoadedTeam } from '../../engine/team/loadedTeam';
import { coalesce } from '../adapters/coalesce';
import { lazily } from '../adapters/lazily';
import { previewScheme } from '../ids';
import type { RunController } from '../runs/runController';
import { runKey, type RunPlace, type RunRecord } from '../runs/runRecord';
import type { TeamStore } from '../teams/teamStore';
import { previewPlaceIn, type PreviewPlace } from './previewPlace';
import { sampleFor } from './sampleInput';

/** A prompt is drawn anew at most that often while somebody types. */
const refreshEveryMs = 100;

export interface PreviewDeps {
  readonly teams: TeamStore;
  readonly runs: RunController;
}

export function registerPromptPreviews({ teams, runs }: PreviewDeps): Disposable {
  const owned = new DisposableStore();
  const changed = owned.add(new vscode.EventEmitter<vscode.Uri>());
  /** The last whole prompt of each address: shown below the error while a card is broken. */
  const lastGood = new Map<string, string>();
  const engine = lazily(loadEngine);
  const records = new RunRecords(runs);
  owned.add(runs.onDidStart(() => records.forget()));
  owned.add(runs.onDidEnd(() => records.forget()));
  const refresh = owned.add(coalesce(refreshEveryMs, () => {
    for (const { uri } of vscode.workspace.textDocuments) if (uri.scheme === previewScheme) changed.fire(uri);
  }));
  owned.add(teams.onDidChange(refresh));
  owned.add(runs.onDidChange(refresh));
  owned.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => lastGood.delete(uri.toString())));
  owned.add(vscode.workspace.registerTextDocumentContentProvider(previewScheme, {
    onDidChange: changed.event,
    async provideTextDocumentContent(uri) {
      const place = previewPlaceIn(uri);
      if (place === null) return '';
      if (!teams.isReady) await teams.settled();
      const shown = await textOf(place, { teams, runs }, records, await engine()).catch((error: unknown) => ({ problem: error instanceof Error ? error.message : String(error) }));
      if ('text' in shown) {
        lastGood.set(uri.toString(), shown.text);
        return shown.text;
      }
      const before = lastGood.get(uri.toString());
      return `> ${shown.problem}\n${before === undefined ? '' : `\n${vscode.l10n.t('As it was before that:')}\n\n${before}`}`;
    },
  }));
  return owned;
}

async function loadEngine() {
  const [preview, compare, moments, show, { loadSchemas }, { loadTokenCounter }, { sha256 }] = await Promise.all([
    import('../../engine/preview/previewPrompt'),
    import('../../engine/preview/compareWithRun'),
    import('../../engine/preview/runMoments'),
    import('../../engine/preview/showPreview'),
    import('../../engine/schemas/loadSchemas'),
    import('../../node/tokens/tokenCounter'),
    import('../../node/sha256'),
  ]);
  const tokens = await loadTokenCounter();
  return { ...preview, ...compare, ...moments, ...show, ports: { schemas: await loadSchemas(), count: (text: string) => tokens.count(text), sha256 } };
}

type Shown = { readonly text: string } | { readonly problem: string };
type Engine = Awaited<ReturnType<typeof loadEngine>>;

async function textOf(place: PreviewPlace, { teams, runs }: PreviewDeps, records: RunRecords, engine: Engine): Promise<Shown> {
  const { team: file, role, at } = place;
  const loaded = teams.get(file)?.loaded;
  if (loaded === undefined) return { problem: vscode.l10n.t('There is no team {0} any more.', basename(file)) };
  if (loaded.team === null) return { problem: firstError(loaded) };
  const record = at === null ? runs.lastOf(file) : await records.open(at);
  const moment = at === null || record === undefined ? sampleFor(loaded, place) : momentIn(record, at, engine);
  const prompt = await engine.previewPrompt({ team: loaded.team, role, moment }, engine.ports);
  if (!prompt.ok) return { problem: prompt.error };
  const sent = sentBefore(place, record?.view ?? null, engine);
  const compared = sent === null ? null : engine.compareWithRun(prompt.value, sent, engine.ports.count);
  return { text: engine.showPreview({ prompt: prompt.value, moment: nameOfMoment(place, prompt.value.task), compared }) };
}

function momentIn(record: RunRecord, { within = [], step, attempt }: NonNullable<PreviewPlace['at']>, engine: Engine): PreviewMoment {
  return { kind: 'step', events: engine.eventsWithin(record.eventsFrom(1), within), step, ...(attempt === undefined ? {} : { attempt }) };
}

/** In the chosen step; with sample input, whenever the role was last asked. */
function sentBefore({ role, at, author }: PreviewPlace, whole: RunView | null, engine: Engine): SentPrompt | null {
  if (whole === null) return null;
  if (at === null) return engine.lastSent(whole, role, author);
  const view = engine.viewWithin(whole, at.within ?? []);
  const step = view?.steps.find((each) => each.step === at.step);
  return view === null || step === undefined ? null : engine.sentIn(view, step, at.attempt);
}

function nameOfMoment({ at, sample }: PreviewPlace, task: string): string {
  if (at !== null) {
    const step = [...(at.within ?? []).map((each) => each.step), at.step].join('.');
    const words = at.attempt === undefined ? vscode.l10n.t('step {0} of run {1}', step, at.run) : vscode.l10n.t('attempt {0} of step {1} of run {2}', at.attempt, step, at.run);
    return words;
  }
  return sample === undefined ? vscode.l10n.t('sample input (task: {0})', task) : vscode.l10n.t('sample input of the scenario “{0}” (task: {1})', sample, task);
}

function firstError({ diagnostics }: LoadedTeam): string {
  const error = diagnostics.find(({ severity }) => severity === 'error');
  return error === undefined ? vscode.l10n.t('The team cannot run.') : vscode.l10n.t('{0}:{1}: {2}', basename(error.range.file), error.range.start.line, error.message);
}

/** Runs that previews are filled in for: one of an earlier day is read once, not at every letter typed. */
class RunRecords {
  private readonly read = new Map<string, Promise<RunRecord>>();

  constructor(private readonly runs: RunController) {}

  open(place: RunPlace): Promise<RunRecord> {
    const live = this.runs.live.find(({ key }) => key === runKey(place));
    if (live !== undefined) return Promise.resolve(live);
    const known = this.read.get(runKey(place)) ?? this.runs.open(place);
    this.read.set(runKey(place), known);
    known.catch(() => this.read.delete(runKey(place)));
    return known;
  }

  /** A run that is gone on with, or has ended, has more to show. */
  forget(): void {
    this.read.clear();
  }
}
