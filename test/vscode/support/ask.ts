/** What the editor's own commands answer about a document: the way in which every provider is asked, whatever kind of folder it lies in. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';

export interface Place {
  readonly uri: vscode.Uri;
  readonly position: vscode.Position;
}

/** Behind the first `before`, as it is in the editor. */
export async function behind(uri: vscode.Uri, before: string): Promise<Place> {
  const document = await vscode.workspace.openTextDocument(uri);
  const at = document.getText().indexOf(before);
  assert.ok(at >= 0, `${before} is in ${uri.path}`);
  return { uri, position: document.positionAt(at + before.length) };
}

export async function ask<T>(command: string, { uri, position }: Place, ...more: readonly unknown[]): Promise<T> {
  return vscode.commands.executeCommand<T>(command, uri, position, ...more);
}

/** Only ours: other extensions offer words too. */
export async function completions(place: Place, trigger?: string): Promise<readonly vscode.CompletionItem[]> {
  const { items } = await ask<vscode.CompletionList>('vscode.executeCompletionItemProvider', place, trigger, 200);
  return items.filter(({ sortText }) => sortText !== undefined && /^\d{4}$/.test(sortText));
}

export const labelOf = ({ label }: vscode.CompletionItem): string => (typeof label === 'string' ? label : label.label);

export async function labels(place: Place, trigger?: string): Promise<readonly string[]> {
  return (await completions(place, trigger)).map(labelOf);
}

export async function hoverText(place: Place): Promise<string> {
  const hovers = await ask<vscode.Hover[]>('vscode.executeHoverProvider', place);
  return hovers.flatMap(({ contents }) => contents.map((each) => (each as vscode.MarkdownString).value)).join('\n');
}
