/** Problems in the user's files, as lines that editors and terminals can open. */
import type { Diagnostic, SourceRange } from '../engine/shared/source';
import type { Json } from '../engine/shared/json';
import { showPath } from './showPath';

/** `teams/a/team.yaml:28:3: error: …`, and what to do on the line below. */
export function problemText(cwd: string, problem: Diagnostic): string {
  const { severity, message, code, hint, range, related } = problem;
  const lines = [`${place(cwd, range)}: ${severity}: ${message} [${code}]`];
  for (const other of related ?? []) lines.push(`    ${place(cwd, other.range)}: ${other.message}`);
  if (hint !== undefined && hint !== '') lines.push(`    ${hint}`);
  return `${lines.join('\n')}\n`;
}

export function problemJson(cwd: string, { code, severity, message, hint, range, related, fix }: Diagnostic): Json {
  return {
    ...placeJson(cwd, range), severity, code, message, hint: hint ?? null,
    related: (related ?? []).map((other) => ({ ...placeJson(cwd, other.range), message: other.message })),
    fix: fix === undefined ? null : { title: fix.title, ...placeJson(cwd, fix.range), text: fix.text },
  };
}

/** By place, so that a file is read from its top. */
export function inOrder(problems: readonly Diagnostic[]): readonly Diagnostic[] {
  return problems.toSorted((a, b) =>
    a.range.file === b.range.file ? a.range.start.line - b.range.start.line || a.range.start.column - b.range.start.column : a.range.file < b.range.file ? -1 : 1);
}

/** `2 errors, 1 warning`; `no problems`. */
export function countText(problems: readonly Pick<Diagnostic, 'severity'>[]): string {
  const parts = (['error', 'warning', 'hint'] as const).flatMap((severity) => {
    const count = problems.filter((problem) => problem.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severity}${count === 1 ? '' : 's'}`];
  });
  return parts.length === 0 ? 'no problems' : parts.join(', ');
}

function place(cwd: string, { file, start }: SourceRange): string {
  return `${showPath(cwd, file)}:${start.line}:${start.column}`;
}

function placeJson(cwd: string, { file, start, end }: SourceRange): { readonly [key: string]: Json } {
  return { file: showPath(cwd, file), line: start.line, column: start.column, end_line: end.line, end_column: end.column };
}
