/** Places of the engine (lines and columns from 1) as VS Code has them (from 0). */
import * as vscode from 'vscode';
import type { SourceRange, SourceRef } from '../../engine/shared/source';

export function toEditorRange(range: SourceRange): vscode.Range {
  return new vscode.Range(toPosition(range.start), toPosition(range.end));
}

/** A place without an end: the cursor goes there and nothing is selected. */
export function toEditorPoint(ref: Pick<SourceRef, 'line' | 'column'>): vscode.Range {
  const position = toPosition(ref);
  return new vscode.Range(position, position);
}

function toPosition(at: { readonly line: number; readonly column: number }): vscode.Position {
  return new vscode.Position(Math.max(0, at.line - 1), Math.max(0, at.column - 1));
}
