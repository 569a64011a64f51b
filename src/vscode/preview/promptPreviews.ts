/**
 * Read-only editors that show a role's prompt as it would be sent now. Each follows what is typed into the cards and what its run does; what it is filled in
 * for stands in its address. The prompt itself is the engine's.
 */
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../engine/shared/disposable';
import { isObject, type Json, type JsonObject } from '../../engine/shared/json';
import { basename } from '../../engine/shared/paths';
import type { ScenarioCard } from '../../engine/cards/scenarioCard';
import type { SentPrompt } from '../../engine/preview/compareWithRun';
import type { PreviewMoment } from '../../engine/preview/previewPrompt';
import type { RunView } from '../../engine/projections/runView';
import type { LoadedTeam } from '../../engine/team/loadedTeam';
import { coalesce } from '../adapters/coalesce';
import { lazily } from '../adapters/lazily';
import { previewScheme } from '../ids';
import type { RunController } from '../runs/runController';
import type { TeamStore } from '../teams/teamStore';

/** A prompt is drawn anew at most that often while somebody types. */
const refreshEveryMs = 100;

export interface PreviewPlace {
  readonly team: string;
  readonly role: string;
  /** A step of a run that is kept in `folder`; null: sample input. */
  readonly at: { readonly folder: string; readonly run: string; readonly step: number } | null;
}

export interface PreviewDeps {
  readonly teams: TeamStore;
  readonly runs: RunController;
}

export function previewUri({ team, role, at }: PreviewPlace): vscode.Uri {
  const name = vscode.l10n.t('Prompt of {0}', role);
  return vscode.Uri.from({ scheme: previewScheme, path: `/${name}.md`, query: JSON.stringify({ team, role, at }) });
}

export function registerPromptPreviews({ teams, runs }: PreviewDeps): Disposable {
  const owned = new DisposableStore();
  const changed = owned.add(new vscode.EventEmitter<vscode.Uri>());
  /** The last whole prompt of each address: shown below the error while a card is broken. */
  const lastGood = new Map<string, string>();
  const engine = lazily(loadEngine);
  const refresh = owned.add(coalesce(refreshEveryMs, () => {
    for (const { uri } of vscode.workspace.textDocuments) if (uri.scheme === previewScheme) changed.fire(uri);
  }));
  owned.add(teams.onDidChange(refresh));
  owned.add(runs.onDidChange(refresh));
  owned.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => lastGood.delete(uri.toString())));
  owned.add(vscode.workspace.registerTextDocumentContentProvider(previewScheme, {
    onDidChange: changed.event,
    async provideTextDocumentContent(uri) {
      const place = placeIn(uri);
      if (place === null) return '';
      if (!teams.isReady) await teams.settled();
      const shown = await textOf(place, { teams, runs }, await engine()).catch((error: unknown) => ({ problem: error instanceof Error ? error.message : String(error) }));
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
  const [preview, compare, show, { loadSchemas }, { loadTokenCounter }, { sha256 }] = await Promise.all([
    import('../../engine/preview/previewPrompt'),
    import('../../engine/preview/compareWithRun'),
    import('../../engine/preview/showPreview'),
    import('../../engine/schemas/loadSchemas'),
    import('../../node/tokens/tokenCounter'),
    import('../../node/sha256'),
  ]);
  const tokens = await loadTokenCounter();
  return { ...preview, ...compare, ...show, ports: { schemas: await loadSchemas(), count: (text: string) => tokens.count(text), sha256 } };
}

type Shown = { readonly text: string } | { readonly problem: string };
type Engine = Awaited<ReturnType<typeof loadEngine>>;

async function textOf(place: PreviewPlace, { teams, runs }: PreviewDeps, engine: Engine): Promise<Shown> {
  const { team: file, role, at } = place;
  const loaded = teams.get(file)?.loaded;
  if (loaded === undefined) return { problem: vscode.l10n.t('There is no team {0} any more.', basename(file)) };
  if (loaded.team === null) return { problem: firstError(loaded) };
  const record = at === null ? runs.lastOf(file) : await runs.open(at);
  const moment: PreviewMoment = at === null || record === undefined ? sampleOf(loaded, role) : { kind: 'step', events: record.eventsFrom(1), step: at.step };
  const prompt = await engine.previewPrompt({ team: loaded.team, role, moment }, engine.ports);
  if (!prompt.ok) return { problem: prompt.error };
  const sent = sentBefore(place, record?.view ?? null, engine);
  const compared = sent === null ? null : engine.compareWithRun(prompt.value, sent, engine.ports.count);
  const what = at === null ? vscode.l10n.t('sample input (task: {0})', prompt.value.task) : vscode.l10n.t('step {0} of run {1}', at.step, at.run);
  return { text: engine.showPreview({ prompt: prompt.value, moment: what, compared }) };
}

/** In the chosen step; with sample input, whenever the role was last asked. */
function sentBefore({ role, at }: PreviewPlace, view: RunView | null, engine: Engine): SentPrompt | null {
  if (view === null) return null;
  if (at === null) return engine.lastSent(view, role);
  const step = view.steps.find((each) => each.step === at.step);
  return step === undefined ? null : engine.sentIn(view, step);
}

function firstError({ diagnostics }: LoadedTeam): string {
  const error = diagnostics.find(({ severity }) => severity === 'error');
  return error === undefined ? vscode.l10n.t('The team cannot run.') : vscode.l10n.t('{0}:{1}: {2}', basename(error.range.file), error.range.start.line, error.message);
}

/** From a scenario of this role, else any, else the card's first example. */
function sampleOf({ sources }: LoadedTeam, id: string): PreviewMoment {
  const scenarios = sources?.scenarios ?? [];
  const own = scenarios.find(({ role }) => role?.text === id);
  const [example] = sources?.roles.find((role) => role.id === id)?.examples ?? [];
  return { kind: 'sample', ...givenBy(own ?? scenarios[0]), input: own?.input ?? example?.input ?? {} };
}

function givenBy(scenario: ScenarioCard | undefined): { readonly task: string; readonly state: JsonObject } {
  const asked = vscode.l10n.t('what you ask');
  return scenario === undefined ? { task: asked, state: {} } : { task: scenario.task?.text ?? asked, state: Object.fromEntries(scenario.state.map(({ field, value }) => [field, value])) };
}

function placeIn({ query }: vscode.Uri): PreviewPlace | null {
  try {
    const place = JSON.parse(query) as Json;
    return isObject(place) && typeof place['team'] === 'string' && typeof place['role'] === 'string' ? (place as unknown as PreviewPlace) : null;
  } catch {
    return null;
  }
}
