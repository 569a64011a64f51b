/** Shows what the check found in the editor's own list of problems. The check itself is the engine's; quick fixes are in quickFixes.ts. */
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../engine/shared/disposable';
import type { Diagnostic, Severity } from '../../engine/shared/source';
import { toEditorRange } from '../adapters/editorRange';
import { uriOfPath } from '../adapters/uriPath';
import type { TeamStore } from '../teams/teamStore';

/** Also what a diagnostic's `source` says. */
const diagnosticSource = 'rolecall';

const severities: Readonly<Record<Severity, vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  hint: vscode.DiagnosticSeverity.Information,
};

export function registerDiagnostics(deps: { readonly teams: TeamStore }): Disposable {
  const owned = new DisposableStore();
  const collection = owned.add(vscode.languages.createDiagnosticCollection(diagnosticSource));
  let shown: ReadonlyMap<string, readonly Diagnostic[]> = new Map();

  const publish = (): void => {
    const wanted = byFile(deps.teams);
    for (const path of shown.keys()) if (!wanted.has(path)) collection.delete(uriOfPath(path));
    for (const [path, found] of wanted) {
      if (!sameItems(shown.get(path), found)) collection.set(uriOfPath(path), found.map(toEditorDiagnostic));
    }
    shown = wanted;
  };
  owned.add(deps.teams.onDidChange(publish));
  publish();
  return owned;
}

/** What is found in a file, once, though several teams may share it. */
export function byFile(teams: TeamStore): ReadonlyMap<string, readonly Diagnostic[]> {
  const found = new Map<string, Map<string, Diagnostic>>();
  for (const { loaded } of teams.teams) {
    for (const diagnostic of loaded.diagnostics) {
      const { file, start } = diagnostic.range;
      const inFile = found.get(file) ?? new Map<string, Diagnostic>();
      const key = `${start.line}:${start.column}:${diagnostic.code}:${diagnostic.message}`;
      if (!inFile.has(key)) inFile.set(key, diagnostic);
      found.set(file, inFile);
    }
  }
  return new Map([...found].map(([file, inFile]) => [file, [...inFile.values()]]));
}

function sameItems<T>(a: readonly T[] | undefined, b: readonly T[]): boolean {
  return a?.length === b.length && a.every((item, index) => item === b[index]);
}

export function toEditorDiagnostic(found: Diagnostic): vscode.Diagnostic {
  const message = found.hint ? `${found.message}\n${found.hint}` : found.message;
  const diagnostic = new vscode.Diagnostic(toEditorRange(found.range), message, severities[found.severity]);
  diagnostic.source = diagnosticSource;
  diagnostic.code = found.code;
  diagnostic.relatedInformation = found.related?.map(
    (place) => new vscode.DiagnosticRelatedInformation(new vscode.Location(uriOfPath(place.range.file), toEditorRange(place.range)), place.message),
  );
  return diagnostic;
}
