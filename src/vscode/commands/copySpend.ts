/** "Copy What a Run Cost…": the spend of a run as one table, by role, model or step, in Markdown or comma-separated. */
import * as vscode from 'vscode';
import { spendCsv } from '../../engine/projections/spendCsv';
import { spendMarkdown, spendTable, type SpendBy } from '../../engine/projections/spendTable';
import type { RunView } from '../../engine/projections/runView';
import type { Disposable } from '../../engine/shared/disposable';
import { commandIds } from '../ids';
import { runsMeant } from './chooseRun';
import { registerRunCommand, type RunCommandDeps } from './runCommand';

type Format = 'markdown' | 'csv';

interface TableChoice {
  readonly by: SpendBy;
  readonly format: Format;
}

export function registerCopySpend(deps: RunCommandDeps): Disposable {
  return registerRunCommand(commandIds.copySpend, vscode.l10n.t('The spend was not copied.'), deps, async (row, rows) => {
    const [place] = await runsMeant(row, rows, deps, { title: vscode.l10n.t('Copy What a Run Cost'), placeHolder: vscode.l10n.t('Of which run?') });
    const view = place && (await deps.runs.open(place)).view;
    if (!view) return undefined;
    const chosen = choiceIn(row) ?? (await chooseTable(view.run));
    if (!chosen) return undefined;
    const text = textOf(view, chosen);
    await vscode.env.clipboard.writeText(text);
    vscode.window.setStatusBarMessage(`$(copy) ${vscode.l10n.t('The spend of run {0} is in the clipboard.', view.run)}`, 5000);
    return text;
  });
}

function textOf(view: RunView, { by, format }: TableChoice): string {
  return format === 'csv' ? spendCsv(view, by) : spendMarkdown(spendTable(view, by));
}

/** What another command or a keybinding may hand over beside the run. */
function choiceIn(argument: unknown): TableChoice | undefined {
  const { by, format } = (typeof argument === 'object' && argument !== null ? argument : {}) as Readonly<Record<string, unknown>>;
  if (by !== 'role' && by !== 'model' && by !== 'step') return undefined;
  return format === 'markdown' || format === 'csv' ? { by, format } : undefined;
}

async function chooseTable(run: string): Promise<TableChoice | undefined> {
  const rows: readonly [SpendBy, string][] = [['role', vscode.l10n.t('By role')], ['model', vscode.l10n.t('By model')], ['step', vscode.l10n.t('By step')]];
  const formats: readonly [Format, string][] = [['markdown', 'Markdown'], ['csv', 'CSV']];
  const items = formats.flatMap(([format, description]) => rows.map(([by, label]) => ({ label, description, by, format })));
  return vscode.window.showQuickPick(items, { title: vscode.l10n.t('What run {0} cost', run), placeHolder: vscode.l10n.t('Copy which table?'), matchOnDescription: true });
}
