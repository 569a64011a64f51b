/** Two runs beside each other: their sums, their steps aligned, where they parted first, and what differs in the chosen step. */
import { useMemo } from 'preact/hooks';
import { compareRuns } from '../../engine/projections/compareRuns';
import type { RunComparison } from '../../engine/projections/compareRuns';
import type { RunView } from '../../engine/projections/runView';
import { Badge } from '../parts/badge';
import { IconButton } from '../parts/iconButton';
import { badgesOfFork } from '../state/badges';
import type { Layout } from '../state/layout';
import type { PanelModel } from '../state/panelModel';
import { words } from '../words';
import { CompareBar } from './compareBar';
import { comparisonMarkdown, differenceCells, fewColumns, runCells, runColumns } from './runTable';
import type { RunCells } from './runTable';
import { RunRows } from './runRows';
import { StepPane } from './stepPane';

interface RunsProps {
  readonly model: PanelModel;
  readonly view: RunView;
  readonly other: RunView;
  readonly layout: Layout;
}

export function RunsView({ model, view, other, layout }: RunsProps) {
  const { isSwapped, comparedRow } = model.ui.value;
  const [left, right] = isSwapped ? [view, other] : [other, view];
  const comparison = useMemo(() => compareRuns(left, right), [left, right]);
  const chosen = Math.min(comparedRow ?? comparison.divergence?.row ?? 0, comparison.rows.length - 1);
  return (
    <div class="compare compare-runs">
      <RunsBar model={model} left={left} right={right} comparison={comparison} layout={layout} />
      <RunsSummary left={left} right={right} layout={layout} />
      <RunRows model={model} left={left} right={right} comparison={comparison} chosen={chosen} layout={layout} />
      <StepPane model={model} left={left} right={right} row={comparison.rows[chosen] ?? null} comparison={comparison} chosen={chosen} layout={layout} />
    </div>
  );
}

interface BarProps extends Pick<RunsProps, 'model' | 'layout'> {
  readonly left: RunView;
  readonly right: RunView;
  readonly comparison: RunComparison;
}

function RunsBar({ model, left, right, comparison, layout }: BarProps) {
  const fork = forkOf(left, right);
  const title = (
    <>
      <strong>{words.compare.runs(left.run, right.run)}</strong>
      {layout !== 'narrow' && <span class="quiet compare-task" title={right.task}> {right.team.name} · {right.task}</span>}
    </>
  );
  return (
    <CompareBar model={model} title={title}>
      {layout === 'wide' && fork !== '' && <span class="quiet compare-fork">{fork}</span>}
      <IconButton icon="arrow-swap" label={words.compare.swap} onClick={() => model.change({ isSwapped: !model.ui.value.isSwapped })} />
      <IconButton icon="copy" label={words.compare.copy} onClick={() => model.copy(comparisonMarkdown(left, right, comparison.rows), words.compare.copied)} />
    </CompareBar>
  );
}

function forkOf(left: RunView, right: RunView): string {
  for (const [fork, of] of [[right, left], [left, right]] as const) {
    if (fork.forked?.run === of.run) return words.compare.forkOf(fork.run, of.run, fork.forked.step);
  }
  return '';
}

function RunsSummary({ left, right, layout }: { readonly left: RunView; readonly right: RunView; readonly layout: Layout }) {
  const columns = layout === 'narrow' ? fewColumns : runColumns;
  return (
    <div class="table-scroll compare-sums" tabIndex={0} role="group" aria-label={words.compare.figures}>
      <table class="figures small">
        <thead>
          <tr>
            <th scope="col"><span class="unseen">{words.compare.figures}</span></th>
            {columns.map((column) => <th key={column} scope="col" class="number" data-column={column} title={column === 'paid' ? words.compare.paidHint : undefined}>{words.compare.summary[column]}</th>)}
          </tr>
        </thead>
        <tbody>
          {[left, right].map((view) => <SumRow key={view.run} columns={columns} cells={runCells(view)} name={<>{words.run(view.run)} {badgesOfFork(view).map((badge) => <Badge key={badge} kind={badge} isIconOnly={layout === 'narrow'} />)}</>} />)}
        </tbody>
        <tfoot><SumRow columns={columns} cells={differenceCells(left, right)} name={<>{words.compare.difference}</>} /></tfoot>
      </table>
    </div>
  );
}

function SumRow({ columns, cells, name }: { readonly columns: readonly (keyof RunCells)[]; readonly cells: RunCells; readonly name: preact.JSX.Element }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {columns.map((column) => <td key={column} class="number" data-column={column}>{cells[column]}</td>)}
    </tr>
  );
}
