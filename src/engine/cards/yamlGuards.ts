/** What is looked for before a file is parsed: size, depth that would overflow the parser, conflict marks. */
import { conflictsIn } from './conflicts';
import type { Findings } from './findings';
import type { SourceText } from './sourceText';

/** In UTF-16 units, close enough to bytes for a guard: parsing more would be felt while typing. */
export const maxFileSize = 256 * 1024;

const maxOpenBrackets = 200;
/** Levels on one line: `- - - a`, `a: b: c`. */
const deepLine = /^[ \t]*(?:(?:[-?]|[^\s,:]+:)[ \t]+){60}/m;

/** False when the file must not be parsed. */
export function reportBeforeParsing(source: SourceText, findings: Findings): boolean {
  const text = source.original;
  if (text.length > maxFileSize) {
    const message = `The file is larger than ${maxFileSize / 1024} KB, so it is not read.`;
    findings.add('file-too-large', source.originalRange(0, 0), message);
    return false;
  }
  const deep = deepPlace(text);
  if (deep < 0) return true;
  findings.add('too-deep', source.originalRange(deep, deep + 1), 'Too many levels lie inside each other here.');
  return false;
}

/** False: there is none. */
export function reportConflicts(source: SourceText, findings: Findings): boolean {
  const conflicts = conflictsIn(source.original);
  for (const { start, end } of conflicts) findings.add('conflict-mark', source.originalRange(start, end), 'A merge conflict starts here and is not resolved.');
  return conflicts.length > 0;
}

/** The offset where nesting gets deeper than the parser bears; -1: nowhere. */
function deepPlace(text: string): number {
  let open = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '[' || sign === '{') open++;
    else if ((sign === ']' || sign === '}') && open > 0) open--;
    if (open > maxOpenBrackets) return at;
  }
  return deepLine.exec(text)?.index ?? -1;
}
