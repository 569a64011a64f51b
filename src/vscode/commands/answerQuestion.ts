/** "Answer a Waiting Run": approves or denies what a run asks a person. The panel hands over the answer; the palette asks for it, step by step. */
import * as vscode from 'vscode';
import type { WaitingQuestion } from '../../engine/projections/runView';
import type { Disposable } from '../../engine/shared/disposable';
import { isObject } from '../../engine/shared/json';
import type { ApprovalAnswer } from '../../engine/shared/person';
import { errorSentence } from '../adapters/describeError';
import { commandIds } from '../ids';
import type { RunPanels } from '../panel/runPanels';
import type { RunRecord } from '../runs/runRecord';
import type { ResumeRunDeps } from './resumeRun';
import { runMeant } from './runArgument';
import { isRefusedByTrust } from './trust';

/** For the record. */
const by = 'person';

interface Answered {
  readonly id: string;
  readonly answer: ApprovalAnswer;
}

export function registerAnswerQuestion(deps: ResumeRunDeps): Disposable {
  return vscode.commands.registerCommand(commandIds.answerQuestion, (argument: unknown) => answerQuestion(argument, deps));
}

/** Resolves once the run has the answer, or with nothing where it was not given. */
async function answerQuestion(argument: unknown, deps: ResumeRunDeps): Promise<void> {
  const { runs, panels, log } = deps;
  try {
    const record = await runMeant(argument, deps);
    if (!record?.view?.waiting.length) return void vscode.window.showInformationMessage(vscode.l10n.t('No run waits for you.'));
    if (isRefusedByTrust(record.view.team.name)) return;
    const answered = answerIn(argument) ?? (await askFor(record, record.view.waiting, panels));
    if (!answered) return;
    if (await runs.answer(record, answered.id, answered.answer)) return;
    void vscode.window.showWarningMessage(vscode.l10n.t('Run {0} does not ask that any more.', record.run));
    panels.open(record);
  } catch (error) {
    log.error('An answer did not reach its run.', error instanceof Error ? error : String(error));
    void vscode.window.showErrorMessage(vscode.l10n.t('The answer did not reach the run. {0}', errorSentence(error)));
  }
}

function answerIn(argument: unknown): Answered | null {
  if (!isObject(argument)) return null;
  const { id, answer, note, forRun } = argument;
  if (typeof id !== 'string' || (answer !== 'approve' && answer !== 'reject')) return null;
  return { id, answer: { answer, by, ...(forRun === true ? { forRun } : {}), ...(typeof note === 'string' && note.trim() !== '' ? { note: note.trim() } : {}) } };
}

async function askFor(record: RunRecord, waiting: readonly WaitingQuestion[], panels: RunPanels): Promise<Answered | undefined> {
  const question = await chooseQuestion(record, waiting);
  if (!question) return undefined;
  const approve = { label: vscode.l10n.t('Approve'), iconPath: new vscode.ThemeIcon('check') };
  const approveAll = { label: vscode.l10n.t('Approve This Tool for the Run'), iconPath: new vscode.ThemeIcon('check-all') };
  const deny = { label: vscode.l10n.t('Deny…'), iconPath: new vscode.ThemeIcon('circle-slash') };
  const look = { label: vscode.l10n.t('Look at it in the run panel'), iconPath: new vscode.ThemeIcon('open-preview') };
  // First the one that changes nothing: a stray Enter approves nothing.
  const chosen = await vscode.window.showQuickPick([look, approve, ...(question.kind === 'tool' ? [approveAll] : []), deny], { title: question.question, placeHolder: question.role });
  if (chosen === look) panels.open(record).select(question.step);
  if (chosen === approve) return { id: question.id, answer: { answer: 'approve', by } };
  if (chosen === approveAll) return { id: question.id, answer: { answer: 'approve', by, forRun: true } };
  if (chosen !== deny) return undefined;
  const note = await vscode.window.showInputBox({ title: question.question, prompt: vscode.l10n.t('Why not? The run keeps it.'), placeHolder: vscode.l10n.t('May be left empty') });
  return note === undefined ? undefined : { id: question.id, answer: { answer: 'reject', by, ...(note.trim() === '' ? {} : { note: note.trim() }) } };
}

async function chooseQuestion(record: RunRecord, waiting: readonly WaitingQuestion[]): Promise<WaitingQuestion | undefined> {
  if (waiting.length === 1) return waiting[0];
  const items = waiting.map((question) => ({ label: question.question, description: question.role, question }));
  const title = vscode.l10n.t('{0}, run {1}', record.view?.team.name ?? '', record.run);
  return (await vscode.window.showQuickPick(items, { title, placeHolder: vscode.l10n.t('Which question?') }))?.question;
}
