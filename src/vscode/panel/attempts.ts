/** A role that began again with an edited card, held against its attempt before in the run's panel; and what a person decides there, done by the debugger that restarted it. */
import * as vscode from 'vscode';
import type { retriedEvent, triedEvent, CustomRequest } from '../../debug/customRequests';
import type { Retried } from '../../debug/debuggedTeam';
import type { Attempt } from '../../debug/tryStep';
import { DisposableStore, type Disposable } from '../../engine/shared/disposable';
import type { AttemptAction } from '../../webview/protocol';
import { describeError } from '../adapters/describeError';
import { debugType } from '../ids';
import type { RunController } from '../runs/runController';
import type { RunRecord } from '../runs/runRecord';
import type { RunPanel } from './runPanel';
import type { RunPanels } from './runPanels';

export interface AttemptsDeps {
  readonly runs: RunController;
  readonly panels: RunPanels;
  readonly log: vscode.LogOutputChannel;
}

/** The debugger's own names, without loading it. */
const events: { readonly retried: typeof retriedEvent; readonly tried: typeof triedEvent } = { retried: 'rolecall.retried', tried: 'rolecall.tried' };
const requests: { readonly [A in AttemptAction]: CustomRequest } = { keep: 'rolecall.keep', discard: 'rolecall.discard', try: 'rolecall.try' };

export function registerAttempts(deps: AttemptsDeps): Disposable {
  const owned = new DisposableStore();
  /** By the run that began again. */
  const sessions = new Map<string, vscode.DebugSession>();
  const report = (error: unknown): void => deps.log.error(describeError(error).message, error);
  owned.add(vscode.debug.onDidReceiveDebugSessionCustomEvent(({ session, event, body }) => {
    if (session.type !== debugType) return;
    if (event === events.retried) compareRetried(session, body as Retried, deps, sessions).catch(report);
    else if (event === events.tried) addTry(session, body as Attempt, deps, sessions).catch(report);
  }));
  owned.add(vscode.debug.onDidTerminateDebugSession((ended) => {
    for (const [key, session] of sessions) if (session === ended) sessions.delete(key);
  }));
  owned.add(deps.panels.onDidDecide(({ panel, action, times }) => void decide(panel, action, times, sessions)));
  return owned;
}

async function compareRetried(session: vscode.DebugSession, { from, to }: Retried, { runs, panels }: AttemptsDeps, sessions: Map<string, vscode.DebugSession>): Promise<void> {
  const record = await recordOf(session, to.run, runs);
  const other = await recordOf(session, from.run, runs);
  sessions.set(record.key, session);
  // Where the panel is not wanted, it is not opened for this either.
  panels.of(record.key)?.compare({ other, about: 'attempts', step: to.step, otherStep: from.step, tries: [], wanted: 0 });
}

async function addTry(session: vscode.DebugSession, { run, step }: Attempt, { runs, panels }: AttemptsDeps, sessions: ReadonlyMap<string, vscode.DebugSession>): Promise<void> {
  const tried = await recordOf(session, run, runs);
  for (const panel of panels.all) {
    const { compared, record } = panel;
    if (compared?.about !== 'attempts' || !record || sessions.get(record.key) !== session) continue;
    const tries = [...compared.tries, { record: tried, step }];
    panel.compare({ ...compared, tries, wanted: Math.max(compared.wanted, tries.length) });
  }
}

async function recordOf({ configuration }: vscode.DebugSession, run: string, runs: RunController): Promise<RunRecord> {
  return runs.open({ folder: await runs.folderOf(String(configuration['team'])), run });
}

async function decide(panel: RunPanel, action: AttemptAction, times: number, sessions: ReadonlyMap<string, vscode.DebugSession>): Promise<void> {
  const { record, compared } = panel;
  const session = record ? sessions.get(record.key) : undefined;
  if (!record || !compared || !session) {
    void vscode.window.showInformationMessage(vscode.l10n.t('The debugger that began this attempt has ended. The card is as you left it, and both runs are kept.'));
    return;
  }
  try {
    if (action === 'try') panel.compare({ ...compared, wanted: compared.tries.length + times });
    await session.customRequest(requests[action], { times });
    if (action !== 'try') panel.show({ kind: 'run', record });
  } catch (error) {
    // What was not done is not waited for.
    const now = panel.compared;
    if (now) panel.compare({ ...now, wanted: now.tries.length });
    void vscode.window.showErrorMessage(describeError(error).message);
  }
}
