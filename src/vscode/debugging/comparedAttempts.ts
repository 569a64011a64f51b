/** Two attempts of a role side by side in the run panel, once its frame was restarted, and its tries as they end. What is compared is the page's; what a person decides there, commands do. */
import * as vscode from 'vscode';
import { retriedEvent, triedEvent } from '../../debug/customRequests';
import type { Retried } from '../../debug/debuggedTeam';
import type { Attempt } from '../../debug/tryStep';
import { DisposableStore, type Disposable } from '../../engine/shared/disposable';
import { commandIds, debugType } from '../ids';
import type { RunPanel } from '../panel/runPanel';
import type { RunPanels } from '../panel/runPanels';
import type { RunController } from '../runs/runController';
import type { RunRecord } from '../runs/runRecord';

interface Deps {
  readonly runs: RunController;
  readonly panels: RunPanels;
}

export function registerComparedAttempts({ runs, panels }: Deps): Disposable {
  const owned = new DisposableStore();
  /** The panel that shows what a session did again last; not more than one session is at it. */
  let shown: { readonly panel: RunPanel; readonly session: string; readonly deciding: Disposable } | null = null;
  const recordOf = async (session: vscode.DebugSession, run: string): Promise<RunRecord> => runs.open({ folder: await runs.folderOf(session.configuration['team'] as string), run });

  const retried = async (session: vscode.DebugSession, { from, to }: Retried): Promise<void> => {
    const record = await recordOf(session, to.run);
    const panel = panels.of(record.key);
    // Where nobody looks at runs, none is opened.
    if (panel === undefined) return;
    panel.compare({ other: await recordOf(session, from.run), about: 'attempts', step: to.step, otherStep: from.step, tries: [], wanted: 0 });
    shown?.deciding.dispose();
    shown = { panel, session: session.id, deciding: panel.onDidDecide((wish) => decide(panel, wish)) };
  };
  const tried = async (session: vscode.DebugSession, { run, step }: Attempt): Promise<void> => {
    const compared = shown?.session === session.id ? shown.panel.compared : null;
    if (shown === null || compared === null) return;
    const tries = [...compared.tries, { record: await recordOf(session, run), step }];
    shown.panel.compare({ ...compared, tries, wanted: Math.max(compared.wanted, tries.length) });
  };

  // One after the other: what ended first is told first.
  let told = Promise.resolve();
  owned.add(vscode.debug.onDidReceiveDebugSessionCustomEvent(({ session, event, body }) => {
    if (session.type !== debugType) return;
    if (event === retriedEvent) told = told.then(() => retried(session, body as Retried));
    if (event === triedEvent) told = told.then(() => tried(session, body as Attempt));
  }));
  owned.add({ dispose: () => shown?.deciding.dispose() });
  return owned;
}

async function decide(panel: RunPanel, { action, times }: { readonly action: 'keep' | 'discard' | 'try'; readonly times: number }): Promise<void> {
  if (action !== 'try') {
    // Refused, both attempts stay in sight.
    const file = await vscode.commands.executeCommand<string | undefined>(action === 'keep' ? commandIds.keepCard : commandIds.discardCard);
    if (file !== undefined) panel.closeComparison();
    return;
  }
  const { compared } = panel;
  if (compared !== null) panel.compare({ ...compared, wanted: compared.tries.length + times });
  await vscode.commands.executeCommand(commandIds.tryRole, { times });
}
