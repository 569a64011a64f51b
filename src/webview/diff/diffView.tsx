/** What changed from one value to another, line by line: signs and colours, and in high contrast outlines. */
import { useMemo } from 'preact/hooks';
import type { Json } from '../../engine/shared/json';
import { words } from '../words';
import { diffLines, lineKind, linesOfValue } from './diffLines';
import type { DiffLine } from './diffLines';

const shownLines = 400;

export function DiffView({ before, after, label }: { readonly before: Json; readonly after: Json; readonly label: string }) {
  const lines = useMemo(() => diffLines(linesOfValue(before), linesOfValue(after)), [before, after]);
  if (lines === null) return <p class="quiet">{words.change.tooLarge}</p>;
  if (!lines.some((line) => line.kind === 'added' || line.kind === 'removed')) return <p class="quiet">{words.change.unchanged}</p>;
  const kind = lineKind(after);
  return (
    <div class="diff" role="group" aria-label={label} tabIndex={0}>
      {lines.slice(0, shownLines).map((line, index) => <Line key={index} line={line} kind={kind} />)}
      {lines.length > shownLines && <div class="diff-gap">{words.workspace.more(lines.length - shownLines)}</div>}
    </div>
  );
}

const signs = { added: '+', removed: '−', same: '' };

function Line({ line, kind }: { readonly line: DiffLine; readonly kind: 'line' | 'item' }) {
  if (line.kind === 'gap') return <div class="diff-gap">{words.change.same(line.count, kind)}</div>;
  return (
    <div class={`diff-line diff-${line.kind}`}>
      <span class="diff-number quiet">{line.number}</span>
      <span class="diff-sign">{signs[line.kind]}</span>
      <span class="diff-text">
        {line.kind !== 'same' && <span class="unseen">{words.change[line.kind]}: </span>}
        {line.spans.map((span, index) => (span.isMarked ? <mark key={index}>{span.text}</mark> : span.text))}
      </span>
    </div>
  );
}
