/** The run panels of this window, at most one for each run: opens, finds and restores them after a reload. What a panel does is runPanel.ts. */
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../engine/shared/disposable';
import { isObject } from '../../engine/shared/json';
import { describeError } from '../adapters/describeError';
import { runPanelType } from '../ids';
import type { RunController } from '../runs/runController';
import type { RunRecord, RunPlace } from '../runs/runRecord';
import { keptComparison, type ComparedWith, type KeptComparison } from './comparedRuns';
import { RunPanel, type PanelContent, type RunPanelDeps } from './runPanel';

export interface RunPanelsDeps extends RunPanelDeps {
  readonly runs: RunController;
  readonly extensionUri: vscode.Uri;
  /** Called when a person looks at a run. */
  readonly onLook: (teamFile: string) => void;
}

export class RunPanels implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly panels = new Set<RunPanel>();

  constructor(private readonly deps: RunPanelsDeps) {
    // A run that is taken up again goes on in its panel.
    this.owned.add(deps.runs.onDidStart((record) => this.of(record.key)?.show({ kind: 'run', record })));
    this.owned.add(vscode.window.registerWebviewPanelSerializer(runPanelType, {
      deserializeWebviewPanel: (panel, state: unknown) => this.restore(panel, state),
    }));
  }

  get all(): readonly RunPanel[] {
    return [...this.panels];
  }

  of(key: string): RunPanel | undefined {
    return this.all.find(({ record }) => record?.key === key);
  }

  /** Shows a run in its own panel. */
  open(record: RunRecord, preserveFocus = false): RunPanel {
    const known = this.of(record.key);
    if (known) {
      known.panel.reveal(undefined, preserveFocus);
      return known;
    }
    return this.create({ kind: 'run', record }, preserveFocus);
  }

  /** Shows a run that has just begun without taking the focus: in the panel of the team's earlier run, where that has ended. */
  follow(record: RunRecord): RunPanel {
    const free = this.all.find((panel) => panel.record?.teamFile === record.teamFile && !panel.record.isLive);
    if (!free) return this.create({ kind: 'run', record }, true);
    free.show({ kind: 'run', record });
    if (!free.panel.visible) free.panel.reveal(undefined, true);
    return free;
  }

  /** Shows a run in its own panel, held against another. */
  compare(record: RunRecord, compared: ComparedWith): RunPanel {
    const panel = this.open(record);
    panel.compare(compared);
    return panel;
  }

  dispose(): void {
    this.owned.dispose();
    for (const panel of this.all) panel.dispose();
  }

  private create(content: PanelContent, preserveFocus: boolean): RunPanel {
    // Where a run panel is already: each beside the last would soon fill the window.
    const viewColumn = this.all.find(({ panel }) => panel.viewColumn !== undefined)?.panel.viewColumn ?? vscode.ViewColumn.Beside;
    const panel = vscode.window.createWebviewPanel(runPanelType, '', { viewColumn, preserveFocus }, this.options());
    return this.adopt(panel, content);
  }

  /** `enableScripts` is needed by the page; what may be loaded is only its own folder. */
  private options(): vscode.WebviewOptions & vscode.WebviewPanelOptions {
    return { enableScripts: true, localResourceRoots: [vscode.Uri.joinPath(this.deps.extensionUri, 'dist', 'webview')], retainContextWhenHidden: false };
  }

  private adopt(panel: vscode.WebviewPanel, content: PanelContent): RunPanel {
    const icons = vscode.Uri.joinPath(this.deps.extensionUri, 'media', 'icons');
    panel.iconPath = { light: vscode.Uri.joinPath(icons, 'panel-light.svg'), dark: vscode.Uri.joinPath(icons, 'panel-dark.svg') };
    const shown = new RunPanel(panel, content, this.deps);
    this.panels.add(shown);
    panel.onDidDispose(() => this.panels.delete(shown));
    panel.onDidChangeViewState(() => {
      if (panel.active && shown.record) this.deps.onLook(shown.record.teamFile);
    });
    return shown;
  }

  private async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    panel.webview.options = this.options();
    const content = await this.contentOf(state);
    const shown = this.adopt(panel, content);
    const kept = keptComparison(state);
    if (content.kind === 'run' && kept) await this.compareAgain(shown, content.record, kept);
  }

  /** A run that cannot be read any more is left out: the panel's own is shown without it. */
  private async compareAgain(shown: RunPanel, { place: { folder } }: RunRecord, { other, tries, ...kept }: KeptComparison): Promise<void> {
    try {
      const open = (run: string): Promise<RunRecord> => this.deps.runs.open({ folder, run });
      const tried = await Promise.all(tries.map(async ({ run, step }) => ({ record: await open(run), step })));
      shown.compare({ ...kept, other: await open(other), tries: tried, wanted: tried.length });
    } catch (error) {
      this.deps.log.warn(describeError(error).message, error);
    }
  }

  private async contentOf(state: unknown): Promise<PanelContent> {
    const place = placeOf(state);
    if (!place) {
      const hint = vscode.l10n.t('Open the run again with "Rolecall: Open Last Run".');
      return { kind: 'problem', message: vscode.l10n.t('This panel no longer knows which run it showed.'), hint };
    }
    try {
      return { kind: 'run', record: await this.deps.runs.open(place) };
    } catch (error) {
      const { message, hint } = describeError(error);
      this.deps.log.error(message, error);
      return { kind: 'problem', message, hint };
    }
  }
}

/** What the page kept is checked like everything that comes from it. */
function placeOf(state: unknown): RunPlace | null {
  const kept = isObject(state) ? state['restore'] : undefined;
  if (!isObject(kept)) return null;
  const { folder, run } = kept;
  return typeof folder === 'string' && typeof run === 'string' ? { folder, run } : null;
}
