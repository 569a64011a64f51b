/** Two texts beside each other with what differs; one below the other where there is no room for two. */
import { useMemo } from 'preact/hooks';
import type { Json } from '../../engine/shared/json';
import { words } from '../words';
import { diffLines, lineKind, linesOfValue } from './diffLines';
import type { DiffLine, Span } from './diffLines';
import { DiffView } from './diffView';
import { pairedRows } from './pairedLines';
import type { PairedRow } from './pairedLines';

const shownRows = 400;

interface SideBySideProps {
  readonly before: Json;
  readonly after: Json;
  readonly label: string;
  /** Also the lines that are the same. */
  readonly isWhole?: boolean;
  readonly isNarrow: boolean;
}

export function SideBySide({ before, after, label, isWhole = false, isNarrow }: SideBySideProps) {
  if (isNarrow) return <DiffView before={before} after={after} label={label} />;
  return <Columns before={before} after={after} label={label} isWhole={isWhole} />;
}

function Columns({ before, after, label, isWhole }: Omit<SideBySideProps, 'isNarrow'>) {
  const rows = useMemo(() => {
    const lines = diffLines(linesOfValue(before), linesOfValue(after), isWhole);
    return lines === null ? null : pairedRows(lines);
  }, [before, after, isWhole]);
  if (rows === null) return <p class="pair-note quiet">{words.change.tooLarge}</p>;
  if (isWhole !== true && !rows.some((row) => row.kind === 'changed')) return <p class="pair-note quiet">{words.change.unchanged}</p>;
  const kind = lineKind(after);
  return (
    <div class="pair" role="group" aria-label={label} tabIndex={0}>
      {rows.slice(0, shownRows).map((row, index) => <Row key={index} row={row} kind={kind} />)}
      {rows.length > shownRows && <div class="diff-gap">{words.workspace.more(rows.length - shownRows)}</div>}
    </div>
  );
}

function Row({ row, kind }: { readonly row: PairedRow; readonly kind: 'line' | 'item' }) {
  if (row.kind === 'gap') return <div class="diff-gap">{words.change.same(row.count, kind)}</div>;
  if (row.kind === 'same') {
    const { line } = row;
    return <div class="pair-row"><Cell number={line.before} spans={line.spans} kind="same" /><Cell number={line.number} spans={line.spans} kind="same" isRepeated /></div>;
  }
  return <div class="pair-row"><Side line={row.left} /><Side line={row.right} /></div>;
}

function Side({ line }: { readonly line: Extract<DiffLine, { kind: 'added' | 'removed' }> | null }) {
  return line === null ? <div class="pair-none" aria-hidden="true" /> : <Cell number={line.number} spans={line.spans} kind={line.kind} />;
}

const signs = { added: '+', removed: '−', same: '' };

/** `isRepeated`: the same words stand left already, so that they are said once. */
function Cell({ number, spans, kind, isRepeated = false }: { readonly number: number; readonly spans: readonly Span[]; readonly kind: 'same' | 'added' | 'removed'; readonly isRepeated?: boolean }) {
  return (
    <div class={`diff-line diff-${kind}`} aria-hidden={isRepeated || undefined}>
      <span class="diff-number quiet">{number}</span>
      <span class="diff-sign">{signs[kind]}</span>
      <span class="diff-text">
        {kind !== 'same' && <span class="unseen">{words.change[kind]}: </span>}
        {spans.map((span, index) => (span.isMarked ? <mark key={index}>{span.text}</mark> : span.text))}
      </span>
    </div>
  );
}
