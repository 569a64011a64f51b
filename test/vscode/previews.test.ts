// @workspace media/samples/content-production
import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { momentsIn, type FoundMoment } from '../../src/engine/preview/runMoments';
import type { RolecallApi } from '../../src/extension';
import type { RunRecord } from '../../src/vscode/runs/runRecord';
import { folderPath, rolecall, runToEnd, teamNamed, when } from './support/rolecall';

describe('the prompt of a role in a team within a team', () => {
  let api: RolecallApi;
  let run: RunRecord;
  before(async () => {
    api = await rolecall();
    run = await runToEnd(api, 'content-production', 'open nights');
  });
  const inner = (name: string): string => path.join(folderPath(), 'groups', name, 'team.yaml').replaceAll('\\', '/');
  const moments = (group: string, role: string): readonly FoundMoment[] => momentsIn(run.view!, inner(group), role);
  const shownFor = async (group: string, role: string, { within, step, attempt }: FoundMoment): Promise<vscode.TextDocument> => {
    await vscode.commands.executeCommand('rolecall.previewPrompt', { team: inner(group), role, at: { ...run.place, within, step, attempt } });
    return vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'rolecall-prompt' && uri.query.includes(`"role":"${role}"`) && uri.query.includes(`"step":${step}`))!;
  };

  it('is filled in for its step of a run of the team that it works for, and follows its card', async () => {
    const groups = teamNamed(api, 'content-production').loaded.team!.roles.flatMap(({ id, team }) => (team ? [{ id, team }] : []));
    const [group] = groups;
    const role = group!.team.roles[0]!.id;
    const name = path.basename(group!.team.folder);
    const [first] = moments(name, role);
    assert.ok(first && first.within.length === 1, `${name}/${role} worked in run ${run.run}`);
    const shown = await shownFor(name, role, first);
    assert.match(shown.getText(), new RegExp(`Filled in for step ${first.within[0]!.step}\\.${first.step} of run ${run.run}`));
    assert.match(shown.getText(), /Nothing has changed since run/);
    const card = await vscode.workspace.openTextDocument(path.join(folderPath(), 'groups', name, 'roles', `${role}.yaml`));
    const follows = when(vscode.workspace.onDidChangeTextDocument, () => /\| closing +\| +\d+ \| changed +\|/.test(shown.getText()));
    const edit = new vscode.WorkspaceEdit();
    edit.insert(card.uri, card.positionAt(card.getText().indexOf('forbidden: [') + 'forbidden: ['.length), 'must not shout, ');
    await vscode.workspace.applyEdit(edit);
    await follows;
    assert.match(shown.getText(), /^\+.*must not shout/m);
    await vscode.window.showTextDocument(card);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });
});
