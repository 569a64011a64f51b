/** Finds keys and passwords that were written into a file. Says where, never what; and takes back findings that would show one. */
import { rangeOf, type CardNode } from '../cards/cardNode';
import { Findings } from '../cards/findings';
import type { MapReader } from '../cards/mapReader';
import { SourceText } from '../cards/sourceText';
import { keySpans } from '../shared/redact';
import type { Diagnostic, SourceRange } from '../shared/source';

/** `found`, without what stands on a secret, and with the secrets. */
export function checkSecrets(file: string, text: string, root: MapReader | null, found: readonly Diagnostic[]): readonly Diagnostic[] {
  const findings = new Findings();
  const source = new SourceText(file, text.startsWith('\uFEFF') ? text.slice(1) : text);
  const ranges: SourceRange[] = [];
  const report = (range: SourceRange, message: string): void => {
    if (ranges.some((known) => overlaps(known, range))) return;
    ranges.push(range);
    findings.add('secret', range, message);
  };
  for (const range of root === null ? [] : literalKeys(root.node)) report(range, 'A key is written into the file.');
  for (const { start, end } of keySpans(source.original)) report(source.originalRange(start, end), 'This looks like a key or a password.');
  const kept = found.filter((finding) => !ranges.some((range) => overlaps(range, finding.range)));
  return [...kept, ...findings.all];
}

/** The values of `api_key`, whatever they look like. A map below it is a schema, a template takes its value from elsewhere. */
function literalKeys(node: CardNode): readonly SourceRange[] {
  if (node.kind === 'scalar') return [];
  if (node.kind === 'list') return node.items.flatMap(literalKeys);
  return node.entries.flatMap(({ key, value }) => {
    if (value.kind !== 'scalar' || !/^api[_-]?key$/i.test(key)) return literalKeys(value);
    return value.value === null || String(value.value).includes('{{') ? [] : [rangeOf(value)];
  });
}

function overlaps(a: SourceRange, b: SourceRange): boolean {
  const before = (x: SourceRange, y: SourceRange): boolean => x.end.line < y.start.line || (x.end.line === y.start.line && x.end.column <= y.start.column);
  return !before(a, b) && !before(b, a);
}
