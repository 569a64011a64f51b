/** Everything about runs that there are: their history, the view of it and the commands on them. */
import { DisposableStore } from '../../engine/shared/disposable';
import { registerAnswerQuestion } from '../commands/answerQuestion';
import { registerCompareRuns } from '../commands/compareRuns';
import { registerCopySpend } from '../commands/copySpend';
import { registerDeleteRun } from '../commands/deleteRun';
import { registerExportRun } from '../commands/exportRun';
import { registerForkRun } from '../commands/forkRun';
import { registerOpenExportedRun, type OpenExportedRunDeps } from '../commands/openExportedRun';
import { registerOpenLastRun } from '../commands/openLastRun';
import { registerOpenRunPanel } from '../commands/openRunPanel';
import { registerReplayRun } from '../commands/replayRun';
import { registerResumeRun } from '../commands/resumeRun';
import { registerStopRun } from '../commands/stopRun';
import { registerRunsView, type RunsView } from '../views/runsView';
import { RunHistory } from './runHistory';

const commands = [
  registerOpenRunPanel, registerOpenLastRun, registerStopRun, registerResumeRun, registerAnswerQuestion, registerReplayRun, registerForkRun, registerCompareRuns, registerCopySpend,
  registerExportRun, registerOpenExportedRun, registerDeleteRun,
];

/** `history`: for tests. */
export function registerRuns(deps: Omit<OpenExportedRunDeps, 'history' | 'selection'>): Pick<RunsView, 'tree' | 'dispose'> & { readonly history: RunHistory } {
  const owned = new DisposableStore();
  const history = owned.add(new RunHistory({ ...deps, report: (error) => deps.log.error(error instanceof Error ? error : String(error)) }));
  const view = owned.add(registerRunsView({ ...deps, history }));
  const all = { ...deps, history, selection: () => view.selection };
  for (const register of commands) owned.add(register(all));
  return { tree: view.tree, history, dispose: () => owned.dispose() };
}
