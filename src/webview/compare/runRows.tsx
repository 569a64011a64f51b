/** The steps of two runs in pairs, with the place where they part: only the rows in sight are drawn. Arrows choose. */
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ComparedRow, Divergence, RunComparison } from '../../engine/projections/compareRuns';
import { formatCost, formatTokens } from '../../engine/projections/format';
import type { RunView, StepView } from '../../engine/projections/runView';
import { Icon } from '../parts/icon';
import { shortRef } from '../parts/refLink';
import { Said } from '../parts/said';
import { useSize } from '../parts/useSize';
import { badgeIcons, badgeOfStep, badgesOfFork } from '../state/badges';
import type { Layout } from '../state/layout';
import type { PanelModel } from '../state/panelModel';
import { words } from '../words';
import { rowDifference, tokensOf } from './runTable';

const rowHeight = 22;
const margin = 6;

interface RowsProps {
  readonly model: PanelModel;
  readonly left: RunView;
  readonly right: RunView;
  readonly comparison: RunComparison;
  readonly chosen: number;
  readonly layout: Layout;
}

type Line = { readonly kind: 'pair'; readonly row: ComparedRow; readonly index: number } | { readonly kind: 'boundary'; readonly divergence: Divergence; readonly row: ComparedRow };

export function RunRows({ model, left, right, comparison, chosen, layout }: RowsProps) {
  const lines = useMemo(() => linesOf(comparison), [comparison]);
  const box = useRef<HTMLDivElement>(null);
  const { height } = useSize(box);
  const [top, setTop] = useState(0);
  const place = lines.findIndex((line) => line.kind === 'pair' && line.index === chosen);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || height === 0 || place < 0) return;
    const y = place * rowHeight;
    if (y < element.scrollTop) element.scrollTop = y;
    if (y + rowHeight > element.scrollTop + height) element.scrollTop = y + rowHeight - height;
    setTop(element.scrollTop);
  }, [place, height > 0]);
  const first = Math.max(0, Math.floor(top / rowHeight) - margin);
  const last = Math.ceil((top + height) / rowHeight) + margin;
  const props = { model, left, right, layout };
  return (
    <div class="pairs-list">
      <Head left={left} right={right} layout={layout} />
      <div
        ref={box} class="list pairs-rows" role="listbox" tabIndex={0} aria-label={words.compare.rows} aria-activedescendant={place < 0 ? undefined : idOf(chosen)}
        style={{ '--rows': lines.length }} onScroll={() => setTop(box.current?.scrollTop ?? 0)} onKeyDown={(event) => choose(event, model, chosen, comparison.rows.length)}
      >
        <div class="list-space" role="presentation" style={{ height: `${lines.length * rowHeight}px` }}>
          {lines.slice(first, last).map((line, index) => (
            line.kind === 'boundary'
              ? <Boundary key="boundary" line={line} place={first + index} />
              : <Pair key={line.index} {...props} row={line.row} index={line.index} place={first + index} isChosen={line.index === chosen} isBefore={comparison.divergence !== null && line.index < comparison.divergence.row} isParting={line.index === comparison.divergence?.row} />
          ))}
        </div>
      </div>
    </div>
  );
}

function linesOf({ rows, divergence }: RunComparison): readonly Line[] {
  const pairs = rows.map((row, index): Line => ({ kind: 'pair', row, index }));
  if (divergence === null) return pairs;
  const boundary: Line = { kind: 'boundary', divergence, row: rows[divergence.row]! };
  return [...pairs.slice(0, divergence.row), boundary, ...pairs.slice(divergence.row)];
}

function choose(event: KeyboardEvent, model: PanelModel, chosen: number, count: number): void {
  const to = { ArrowDown: chosen + 1, ArrowUp: chosen - 1, Home: 0, End: count - 1, PageDown: chosen + 10, PageUp: chosen - 10 }[event.key];
  if (to === undefined || count === 0) return;
  event.preventDefault();
  model.change({ comparedRow: Math.min(count - 1, Math.max(0, to)) });
}

function idOf(index: number): string {
  return `pair-${index}`;
}

function Head({ left, right, layout }: Pick<RowsProps, 'left' | 'right' | 'layout'>) {
  if (layout === 'narrow') {
    return (
      <div class="pair-line pair-line-head" aria-hidden="true">
        <span>{words.steps.role}</span><span class="number">{words.meters.steps}</span><span class="number">{words.run(left.run)}</span><span class="number">{words.run(right.run)}</span><span class="number">{words.compare.tokensDiffer}</span>
      </div>
    );
  }
  const side = (run: string) => <><span class="number">{words.steps.number}</span><span /><span>{words.run(run)}</span><span class="number">{words.steps.tokens}</span><span class="number">{words.meters.cost}</span></>;
  return (
    <div class="pair-line pair-line-head" aria-hidden="true">
      <span>{words.steps.role}</span>{side(left.run)}{side(right.run)}<span class="number">{words.compare.tokensDiffer}</span><span class="number">{words.compare.costDiffers}</span>
    </div>
  );
}

interface PairProps extends Pick<RowsProps, 'model' | 'left' | 'right' | 'layout'> {
  readonly row: ComparedRow;
  readonly index: number;
  readonly place: number;
  readonly isChosen: boolean;
  /** Both still do the same. */
  readonly isBefore: boolean;
  /** Here they part first. */
  readonly isParting: boolean;
}

function Pair({ model, left, right, layout, row, index, place, isChosen, isBefore, isParting }: PairProps) {
  const difference = rowDifference(row);
  return (
    <div
      id={idOf(index)} class={`list-row pair-line${isChosen ? ' chosen' : ''}${isBefore ? ' before' : ''}`} role="option" aria-selected={isChosen}
      style={{ top: `${place * rowHeight}px` }} onClick={() => model.change({ comparedRow: index })}
    >
      <span class="pair-role">{row.role} <span class="quiet">{row.occurrence}</span><Said text={isParting ? `, ${words.compare.parted},` : ','} /></span>
      {layout === 'narrow' ? (
        <>
          <span class="number quiet"><Said text={words.steps.before} />{(row.left ?? row.right)!.step}<Said text="," /></span>
          <span class="number"><Said text={`${words.run(left.run)}: `} />{row.left === null ? '–' : formatTokens(tokensOf(row.left))}<Said text={`${words.steps.tokenCount('')},`} /></span>
          <span class="number"><Said text={`${words.run(right.run)}: `} />{row.right === null ? '–' : formatTokens(tokensOf(row.right))}<Said text={`${words.steps.tokenCount('')},`} /></span>
        </>
      ) : (
        <>
          <Side view={left} step={row.left} />
          <Side view={right} step={row.right} />
        </>
      )}
      <span class="number pair-difference"><Said text={`${words.compare.tokensDiffer} `} />{difference.tokens}</span>
      {layout !== 'narrow' && <span class="number">{difference.cost}</span>}
    </div>
  );
}

function Side({ view, step }: { readonly view: RunView; readonly step: StepView | null }) {
  if (step === null) return <span class="pair-missing"><span class="quiet">{words.compare.notIn(view.run)}</span><Said text="," /></span>;
  // Where all are alike the sums have said so.
  const badge = badgesOfFork(view).length < 2 ? null : isTaken(view, step) ? 'recorded' : badgeOfStep(view.team, step);
  return (
    <>
      <span class="number quiet pair-number"><Said text={`${words.run(view.run)}: `} />{step.step}<Said text="," /></span>
      <span class="pair-badge" title={badge === null ? undefined : words.badgeHints[badge]}>{badge !== null && <Icon name={badgeIcons[badge]} tone="quiet" />}</span>
      <span class="pair-outcome" title={step.outcome}>{step.outcome}<Said text="," /></span>
      <span class="number">{formatTokens(tokensOf(step), step.usage.estimated)}<Said text={`${words.steps.tokenCount('')},`} /></span>
      <span class="number pair-cost">{formatCost(step.cost)}<Said text="," /></span>
    </>
  );
}

/** From the run that it is a fork of, or answered by an earlier one. */
function isTaken({ forked }: RunView, step: StepView): boolean {
  const calls = step.attempts.flatMap((attempt) => attempt.calls);
  return (forked !== null && step.step <= forked.step) || (calls.length > 0 && calls.every(({ answeredBy }) => answeredBy !== null));
}

/** A listbox holds nothing but choices: the row below says it too, and its line is a button of the pane. */
function Boundary({ line: { divergence, row }, place }: Pick<PairProps, 'place'> & { readonly line: Extract<Line, { kind: 'boundary' }> }) {
  const what = words.compare.differs[divergence.what](`${row.role} ${row.occurrence}`);
  return (
    <div class="list-row pairs-boundary boundary" aria-hidden="true" style={{ top: `${place * rowHeight}px` }}>
      <span>{words.compare.divergence(what)}{divergence.at !== null && ` · ${shortRef(divergence.at)}`}</span>
    </div>
  );
}
