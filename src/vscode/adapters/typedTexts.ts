/**
 * What is typed into open documents and is not on disk. Not `isDirty` alone: VS Code tells of new text first, and that the document has become
 * dirty in an event of its own behind it. Whoever reads between the two would read the file.
 */
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../engine/shared/disposable';
import { pathOfUri } from './uriPath';

export class TypedTexts implements Disposable {
  private readonly owned = new DisposableStore();
  /** Paths of documents whose text has changed since VS Code last said whether they are dirty. */
  private readonly changed = new Set<string>();

  constructor() {
    this.owned.add(vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      const path = pathOfUri(document.uri);
      if (contentChanges.length > 0) this.changed.add(path);
      else this.changed.delete(path);
    }));
    this.owned.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.changed.delete(pathOfUri(uri))));
  }

  /** Null: not open, or the same as on disk. */
  of(path: string): string | null {
    const document = vscode.workspace.textDocuments.find((open) => pathOfUri(open.uri) === path && (open.isDirty || this.changed.has(path)));
    return document ? document.getText() : null;
  }

  dispose(): void {
    this.owned.dispose();
  }
}
