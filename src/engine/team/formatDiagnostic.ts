/** Diagnostics as the terminal and other programs get them. Colours and the order of things are the caller's business. */
import type { Json } from '../shared/json';
import { relativePath } from '../shared/paths';
import type { Diagnostic, SourceRange } from '../shared/source';

/** `team.yaml:28:5: error: There is no role … [unknown-role]`, the advice and related places below. Files as seen from `folder`. */
export function formatDiagnostic(diagnostic: Diagnostic, folder: string): string {
  const { range, severity, message, code, hint, related } = diagnostic;
  const lines = [`${showPlace(range, folder)}: ${severity}: ${message} [${code}]`];
  for (const other of related ?? []) lines.push(`    ${showPlace(other.range, folder)}: ${other.message}`);
  if (hint !== undefined) lines.push(`    ${hint}`);
  return lines.join('\n');
}

/** For `--format json`: the same, with the range in full and the mend. */
export function diagnosticJson(diagnostic: Diagnostic, folder: string): Json {
  const { range, severity, message, code, hint, related, fix } = diagnostic;
  return {
    ...placeJson(range, folder),
    severity,
    code,
    message,
    ...(hint === undefined ? {} : { hint }),
    ...(related === undefined ? {} : { related: related.map((other) => ({ ...placeJson(other.range, folder), message: other.message })) }),
    ...(fix === undefined ? {} : { fix: { title: fix.title, text: fix.text, ...placeJson(fix.range, folder) } }),
  };
}

function showPlace({ file, start }: SourceRange, folder: string): string {
  return `${relativePath(folder, file)}:${start.line}:${start.column}`;
}

function placeJson({ file, start, end }: SourceRange, folder: string): { readonly [key: string]: Json } {
  return { file: relativePath(folder, file), line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
}
