/** "Set Up a Model…": finds a server, lists its models, keeps its key, tries one call as a run would make it, and writes the entry into the team file. */
import * as vscode from 'vscode';
import type { NewModel } from '../../engine/cards/addModel';
import type { ModelProvider } from '../../engine/models/model';
import type { Disposable } from '../../engine/shared/disposable';
import type { Keys } from '../adapters/keyStore';
import { commandIds } from '../ids';
import { chooseServer, type ChosenServer } from '../models/chooseServer';
import { modelName, parseSetUp, type SetUpArgument } from '../models/setUpArgument';
import { triedWell } from '../models/triedWell';
import type { FoundTeam, TeamStore } from '../teams/teamStore';
import { chooseTeam, teamsMeant } from './teamArgument';

export interface SetUpModelDeps {
  readonly teams: TeamStore;
  readonly keys: Keys;
  readonly models: () => Promise<ModelProvider>;
}

/** The name that the model has under `models:`; undefined where nothing was written. */
export function registerSetUpModel(deps: SetUpModelDeps): Disposable {
  return vscode.commands.registerCommand(commandIds.setUpModel, (argument: unknown) => setUpModel(parseSetUp(argument), deps));
}

async function setUpModel(given: SetUpArgument, deps: SetUpModelDeps): Promise<string | undefined> {
  const title = vscode.l10n.t('Set Up a Model');
  const team = await chooseTeam(teamsMeant(given, deps.teams), title);
  if (!team) {
    if (deps.teams.teams.length === 0) void vscode.window.showInformationMessage(vscode.l10n.t('A model is written into a team file, and there is none here yet. Make one first: New Team…'));
    return undefined;
  }
  const chosen = await chooseServer(given, deps.keys);
  if (!chosen || !(await triedWell(chosen.entry, given, deps.models))) return undefined;
  return write(team, chosen, given, deps.teams);
}

async function write(team: FoundTeam, { entry, server }: ChosenServer, given: SetUpArgument, teams: TeamStore): Promise<string | undefined> {
  const uri = vscode.Uri.file(team.loaded.file);
  const taken = Object.keys(team.loaded.team?.models ?? {});
  const name = given.name ?? modelName(server, taken);
  const isDefault = given.isDefault ?? (await askDefault(name));
  if (isDefault === undefined) return undefined;
  const document = await vscode.workspace.openTextDocument(uri);
  const { addModel } = await import('../../engine/cards/addModel');
  const model: NewModel = { name, entry, isDefault };
  const edits = taken.includes(name) ? null : addModel(document.getText(), model);
  if (edits === null) {
    void vscode.window.showErrorMessage(vscode.l10n.t('{0} cannot be changed by itself as it stands. Mend its problems first, or write this under models: {1}', vscode.workspace.asRelativePath(uri), `${name}: ${JSON.stringify(entry)}`));
    return undefined;
  }
  const change = new vscode.WorkspaceEdit();
  for (const { start, end, text } of edits) change.replace(uri, new vscode.Range(document.positionAt(start), document.positionAt(end)), text);
  if (!(await vscode.workspace.applyEdit(change)) || !(await document.save())) return undefined;
  await showEntry(document, name);
  await teams.checkAll();
  return name;
}

async function showEntry(document: vscode.TextDocument, name: string): Promise<void> {
  const at = document.positionAt(document.getText().indexOf(`${name}: {`));
  await vscode.window.showTextDocument(document, { preview: false, selection: new vscode.Range(at, at) });
}

async function askDefault(name: string): Promise<boolean | undefined> {
  const whole = { label: vscode.l10n.t('For all roles that name no model'), value: true };
  const some = { label: vscode.l10n.t('Only where a card says model: {0}', name), value: false };
  return (await vscode.window.showQuickPick([whole, some], { title: vscode.l10n.t('Use {0}', name), ignoreFocusOut: true }))?.value;
}
