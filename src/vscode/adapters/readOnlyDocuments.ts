/**
 * Read-only editors for what has no file: a value of a run's workspace, a prompt, a reply. A value is looked up again in its run, so it
 * follows a run that goes on and outlives a reload; a text that was only handed over does not.
 */
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../engine/shared/disposable';
import type { RunView } from '../../engine/projections/runView';
import { isObject, type Json } from '../../engine/shared/json';
import { documentScheme } from '../ids';
import type { RunController } from '../runs/runController';
import { runKey, type RunPlace } from '../runs/runRecord';
import type { ValuePlace } from '../views/workspaceRows';

export interface ShownText {
  readonly title: string;
  readonly language: 'markdown' | 'json' | 'plaintext';
  readonly text: string;
}

/** Texts kept for editors that are still open; the oldest go first. */
const maxTexts = 50;
const endings: Readonly<Record<ShownText['language'], string>> = { markdown: 'md', json: 'json', plaintext: 'txt' };

export class ReadOnlyDocuments implements vscode.TextDocumentContentProvider, Disposable {
  private readonly owned = new DisposableStore();
  private readonly changed = this.owned.add(new vscode.EventEmitter<vscode.Uri>());
  private readonly texts = new Map<string, string>();
  private nextText = 1;

  readonly onDidChange = this.changed.event;

  constructor(private readonly runs: RunController) {
    this.owned.add(vscode.workspace.registerTextDocumentContentProvider(documentScheme, this));
    this.owned.add(runs.onDidChange(({ record }) => record && this.refresh(record.key)));
  }

  /** The address of a value; nothing is read until it is opened. */
  valueUri(place: RunPlace, value: ValuePlace, isText: boolean): vscode.Uri {
    const name = [value.field, ...value.path].join('.').replaceAll(/[/\\\s]+/g, '-').slice(0, 80);
    return vscode.Uri.from({
      scheme: documentScheme,
      path: `/${vscode.l10n.t('Run {0}', place.run)}/${name}.${isText ? 'md' : 'json'}`,
      query: JSON.stringify({ folder: place.folder, run: place.run, field: value.field, path: value.path }),
    });
  }

  async show({ title, language, text }: ShownText): Promise<void> {
    const id = String(this.nextText++);
    this.texts.set(id, text);
    const oldest = this.texts.keys().next().value;
    if (this.texts.size > maxTexts && oldest !== undefined) this.texts.delete(oldest);
    const name = title.replaceAll(/[/\\\s]+/g, ' ').slice(0, 80);
    const uri = vscode.Uri.from({ scheme: documentScheme, path: `/${name}.${endings[language]}`, query: JSON.stringify({ text: id }) });
    await vscode.commands.executeCommand('vscode.open', uri, { preview: true });
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const asked = parseQuery(uri.query);
    if (typeof asked['text'] === 'string') {
      return this.texts.get(asked['text']) ?? vscode.l10n.t('This text is gone. Open it again from the run panel.');
    }
    const { folder, run, field, path } = asked;
    if (typeof folder !== 'string' || typeof run !== 'string') return '';
    try {
      const { view } = await this.runs.open({ folder, run });
      return valueText(view, field, path);
    } catch (error) {
      return vscode.l10n.t('Run {0} cannot be read: {1}', run, error instanceof Error ? error.message : String(error));
    }
  }

  dispose(): void {
    this.owned.dispose();
  }

  private refresh(key: string): void {
    for (const { uri } of vscode.workspace.textDocuments) {
      if (uri.scheme !== documentScheme) continue;
      const { folder, run } = parseQuery(uri.query);
      if (typeof folder === 'string' && typeof run === 'string' && runKey({ folder, run }) === key) this.changed.fire(uri);
    }
  }
}

function parseQuery(query: string): { readonly [key: string]: Json } {
  try {
    const parsed = JSON.parse(query) as Json;
    return isObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

function valueText(view: RunView | null, field: Json | undefined, path: Json | undefined): string {
  if (typeof field !== 'string' || !Array.isArray(path)) return '';
  const value = valueAt(view?.fields.find(({ name }) => name === field)?.value, path as readonly Json[]);
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

function valueAt(value: Json | undefined, path: readonly Json[]): Json {
  let at: Json | undefined = value;
  for (const key of path) {
    if (Array.isArray(at) && typeof key === 'number') at = (at as readonly Json[])[key];
    else if (isObject(at) && typeof key === 'string' && Object.hasOwn(at, key)) at = at[key];
    else return null;
  }
  return at ?? null;
}
