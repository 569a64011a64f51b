/** "Export Run…": a run as a report, as a table of its spend, or whole, as one file that Rolecall opens elsewhere. */
import * as vscode from 'vscode';
import { runReport } from '../../engine/projections/runReport';
import { spendCsv } from '../../engine/projections/spendCsv';
import type { RunView } from '../../engine/projections/runView';
import type { Disposable } from '../../engine/shared/disposable';
import { dirname, joinPath } from '../../engine/shared/paths';
import { uriOfPath } from '../adapters/uriPath';
import { commandIds } from '../ids';
import type { RunPlace } from '../runs/runRecord';
import { runsMeant } from './chooseRun';
import { registerRunCommand, type RunCommandDeps } from './runCommand';

export const wholeRunEnding = 'rolecall-run';

const formats = ['report', 'spend', 'whole'] as const;
type Format = (typeof formats)[number];
const endings: Readonly<Record<Format, string>> = { report: 'md', spend: 'csv', whole: wholeRunEnding };
/** Without it, spreadsheets take the text for another encoding. */
const byteOrderMark = '\uFEFF';

export function registerExportRun(deps: RunCommandDeps): Disposable {
  return registerRunCommand(commandIds.exportRun, vscode.l10n.t('The run was not exported.'), deps, async (row, rows) => {
    const [place] = await runsMeant(row, rows, deps, { title: vscode.l10n.t('Export Run'), placeHolder: vscode.l10n.t('Export which run?') });
    const view = place && (await deps.runs.open(place)).view;
    if (!view) return undefined;
    const { format = await chooseFormat(view.run), to } = givenIn(row);
    if (!format) return undefined;
    const target = to ?? (await chooseTarget(place, view, format));
    if (!target) return undefined;
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(await textOf(place, view, format)));
    void offerToOpen(target, format);
    return target;
  });
}

async function textOf(place: RunPlace, view: RunView, format: Format): Promise<string> {
  if (format === 'report') return runReport(view);
  if (format === 'spend') return byteOrderMark + spendCsv(view, 'step');
  return (await import('../../node/runLog/runFile')).exportRun(place.folder, place.run);
}

/** What a caller may say beforehand. */
function givenIn(argument: unknown): { readonly format?: Format; readonly to?: vscode.Uri } {
  const { format, to } = (typeof argument === 'object' && argument !== null ? argument : {}) as Readonly<Record<string, unknown>>;
  const known = formats.find((each) => each === format);
  return { ...(known === undefined ? {} : { format: known }), ...(typeof to === 'string' ? { to: vscode.Uri.file(to) } : {}) };
}

async function chooseFormat(run: string): Promise<Format | undefined> {
  const items: readonly (vscode.QuickPickItem & { readonly format: Format })[] = [
    { format: 'report', label: vscode.l10n.t('Report'), description: 'Markdown', iconPath: new vscode.ThemeIcon('markdown'), detail: vscode.l10n.t('For people: its steps, what it cost, and all of the shared workspace') },
    { format: 'spend', label: vscode.l10n.t('Spend by step'), description: 'CSV', iconPath: new vscode.ThemeIcon('table'), detail: vscode.l10n.t('For a spreadsheet: calls, tokens and cost of each step') },
    {
      format: 'whole', label: vscode.l10n.t('Whole run'), description: `.${wholeRunEnding}`, iconPath: new vscode.ThemeIcon('package'),
      detail: vscode.l10n.t('All of it, to open in Rolecall elsewhere. Keys are taken out; what was read is in it'),
    },
  ];
  return (await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Export run {0}', run), placeHolder: vscode.l10n.t('As what?'), matchOnDescription: true }))?.format;
}

/** Beside the folder of the runs, which git ignores. */
function chooseTarget({ folder, run }: RunPlace, { team }: RunView, format: Format): Thenable<vscode.Uri | undefined> {
  const name = `${team.name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}-run-${run}.${endings[format]}`;
  const defaultUri = uriOfPath(joinPath(dirname(dirname(folder)), name));
  return vscode.window.showSaveDialog({ defaultUri, title: vscode.l10n.t('Export run {0}', run), filters: { [endings[format]]: [endings[format]] } });
}

async function offerToOpen(target: vscode.Uri, format: Format): Promise<void> {
  const open = vscode.l10n.t('Open');
  const message = vscode.l10n.t('The run is in {0}.', target.fsPath);
  const chosen = await vscode.window.showInformationMessage(message, ...(format === 'whole' ? [] : [open]));
  if (chosen === open) await vscode.commands.executeCommand('vscode.open', target);
}
