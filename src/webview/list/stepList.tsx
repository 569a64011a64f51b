/** The list of steps: only the rows in sight are drawn. Keyboard as in the editor's own trees. What the rows are is listRows.ts. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { formatCount } from '../../engine/projections/format';
import type { RunView } from '../../engine/projections/runView';
import { useSize } from '../parts/useSize';
import type { PanelModel } from '../state/panelModel';
import { words } from '../words';
import { handleListKey } from './listKeys';
import { chosenIndex, listRows } from './listRows';
import type { ListRow } from './listRows';
import { isLater } from '../state/shownState';
import { chooseRow, rowId, toggleRow } from './rowActions';
import { StepRow } from './stepRow';

export const rowHeight = 22;
/** Rows drawn above and below what is in sight. */
const margin = 8;

/** From this width on a column has room; narrower lists drop it. */
const widths = { decided: 540, badge: 500, outcome: 360, role: 470 };

export function StepList({ model, view }: { readonly model: PanelModel; readonly view: RunView }) {
  const ui = model.ui.value;
  const { opened, find, filter, isGrouped } = ui;
  const held = model.heldIn(view);
  const rows = useMemo(() => listRows(view, { opened, find, filter, isGrouped }, held), [view, opened, find, filter, isGrouped, held]);
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const chosen = chosenIndex(rows, ui);
  const scroll = useScroll(box, size.height, rows.length, chosen, ui.follow && ui.step === view.steps.at(-1)?.step);
  useFocus(model, box);
  const names = columnClasses(size.width);
  const numberWidth = Math.max(20, widestNumber(rows) * 8);
  return (
    <div class={`steps ${names}`} style={{ '--number-width': `${numberWidth}px` }}>
      <ListHead />
      <div
        ref={box} class="list" role="tree" tabIndex={0} aria-label={words.steps.list} aria-activedescendant={chosen >= 0 ? rowId(rows[chosen]!) : undefined}
        onScroll={scroll.onScroll} onKeyDown={(event) => handleListKey(event, model, rows, chosen, Math.max(1, Math.floor(size.height / rowHeight) - 1))}
      >
        <div class="list-space" role="presentation" style={{ height: `${rows.length * rowHeight}px` }}>
          {rows.slice(scroll.first, scroll.last).map((row, index) => (
            <Row key={row.key} model={model} view={view} row={row} place={scroll.first + index} isChosen={scroll.first + index === chosen} isCompact={size.width >= widths.outcome && size.width < widths.role} />
          ))}
        </div>
        {rows.length === 0 && <p class="none quiet">{noRows(find, filter !== 'all', view.steps.length)}</p>}
      </div>
    </div>
  );
}

function ListHead() {
  return (
    <div class="list-row list-head" aria-hidden="true">
      <span class="cell-number head-number">{words.steps.number}</span>
      <span class="cell-role">{words.steps.role}</span>
      <span class="cell-outcome">{words.steps.outcome}</span>
      <span class="cell-decided">{words.steps.decidedBy}</span>
      <span class="cell-badge" />
      <span class="cell-tokens">{words.steps.tokens}</span>
    </div>
  );
}

interface RowProps {
  readonly model: PanelModel;
  readonly view: RunView;
  readonly row: ListRow;
  readonly place: number;
  readonly isChosen: boolean;
  readonly isCompact: boolean;
}

function Row(props: RowProps) {
  const { row, place } = props;
  if (row.kind !== 'later') return <TreeRow {...props} row={row} />;
  return <div class="list-row list-later" role="presentation" style={{ top: `${place * rowHeight}px` }}><span class="boundary later-text">{words.paused.later}</span></div>;
}

function TreeRow({ model, view, row, place, isChosen, isCompact }: RowProps & { readonly row: Exclude<ListRow, { kind: 'later' }> }) {
  const held = model.heldIn(view);
  const canOpen = (row.kind === 'step' && row.canOpen) || row.kind === 'group';
  const isOpen = (row.kind === 'step' || row.kind === 'group') && row.isOpen;
  return (
    <div
      id={rowId(row)} class={`list-row list-${row.kind}${isChosen ? ' chosen' : ''}${row.kind === 'step' && isLater(row.step, held) ? ' later' : ''}`} role="treeitem" style={{ top: `${place * rowHeight}px` }} title={row.kind === 'activity' ? row.activity.text : undefined}
      aria-level={row.kind === 'step' || row.kind === 'activity' ? row.level : 1} aria-selected={isChosen} aria-expanded={canOpen ? isOpen : undefined}
      onClick={(event) => clickRow(model, row, event)} onDblClick={() => openCard(model, view, row)}
    >
      <StepRow model={model} view={view} row={row} isCompact={isCompact} isLive={model.isRunning} held={held} />
    </div>
  );
}

function clickRow(model: PanelModel, row: ListRow, event: MouseEvent): void {
  const isTwistie = (event.target as HTMLElement).closest('[data-twistie]') !== null;
  if (row.kind === 'group') return toggleRow(model, row);
  if (row.kind === 'step' && row.canOpen && isTwistie) return toggleRow(model, row);
  chooseRow(model, row);
  model.change({ isStepShown: true });
}

function openCard(model: PanelModel, view: RunView, row: ListRow): void {
  if (row.kind !== 'step') return;
  const role = view.team.roles.find((one) => one.id === row.step.role);
  if (role !== undefined) model.open(role.at);
}

function noRows(find: string, isFiltered: boolean, steps: number): string {
  if (find !== '') return words.steps.noneFound(find);
  return isFiltered && steps > 0 ? words.steps.noneOfFilter : words.steps.none;
}

function widestNumber(rows: readonly ListRow[]): number {
  let widest = 2;
  for (const row of rows) {
    const text = row.kind === 'step' ? formatCount(row.step.step) : row.kind === 'group' ? `${formatCount(row.steps[0]!.step)}–${formatCount(row.steps.at(-1)!.step)}` : '';
    widest = Math.max(widest, text.length);
  }
  return widest;
}

function columnClasses(width: number): string {
  const dropped = [width < widths.decided ? 'no-decided' : '', width < widths.badge ? 'no-badge' : '', width < widths.outcome ? 'no-outcome' : '', width >= widths.outcome && width < widths.role ? 'compact' : ''];
  return dropped.filter((name) => name !== '').join(' ');
}

interface Scroll {
  readonly first: number;
  readonly last: number;
  readonly onScroll: () => void;
}

/** Keeps the chosen row in sight when it changes, and the end while the run is followed; a reader who scrolled is left alone. */
function useScroll(box: { readonly current: HTMLDivElement | null }, height: number, count: number, chosen: number, isFollowing: boolean): Scroll {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || height === 0) return;
    if (isFollowing) element.scrollTop = element.scrollHeight;
    else if (chosen >= 0) {
      const y = chosen * rowHeight;
      if (y < element.scrollTop) element.scrollTop = y;
      if (y + rowHeight > element.scrollTop + height) element.scrollTop = y + rowHeight - height;
    }
    setTop(element.scrollTop);
  }, [chosen, height > 0, isFollowing ? count : 0]);
  const first = Math.max(0, Math.floor(top / rowHeight) - margin);
  const last = Math.min(count, Math.ceil((top + height) / rowHeight) + margin);
  return { first, last, onScroll: () => setTop(box.current?.scrollTop ?? 0) };
}

function useFocus(model: PanelModel, box: { readonly current: HTMLDivElement | null }): void {
  const wanted = model.focus.value;
  useEffect(() => {
    if (wanted !== 'list') return;
    model.focus.value = null;
    box.current?.focus();
  }, [wanted]);
}
