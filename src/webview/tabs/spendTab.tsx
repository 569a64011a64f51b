/** What the run used: one sentence, the table largest first with its total, the models and the limits. */
import { useRef, useState } from 'preact/hooks';
import { totalTokens } from '../../engine/events/usage';
import { formatCost, formatCount, formatDuration, formatShare, formatTokens, formatUsdLimit, formatUsd } from '../../engine/projections/format';
import type { LimitView, RunView } from '../../engine/projections/runView';
import { spendSentence } from '../../engine/projections/spendSentence';
import { spendTable } from '../../engine/projections/spendTable';
import type { SpendColumnId, SpendLine, SpendTable } from '../../engine/projections/spendTable';
import type { Layout } from '../state/layout';
import { Bar } from '../parts/bar';
import { Icon } from '../parts/icon';
import { useSize } from '../parts/useSize';
import type { PanelModel } from '../state/panelModel';
import { words } from '../words';
import { SpendBySwitch } from './spendBySwitch';

interface SpendProps {
  readonly model: PanelModel;
  readonly view: RunView;
  readonly layout: Layout;
}

/** Narrower, the table's columns would have to be scrolled to. */
const wholeTable = 860;

export function SpendTab({ model, view, layout }: SpendProps) {
  const box = useRef<HTMLDivElement>(null);
  const { width } = useSize(box);
  const { spendBy } = model.ui.value;
  const table = spendTable(view, spendBy);
  const { total } = view.spend;
  return (
    <div ref={box} class="spend">
      {layout === 'narrow' && <div class="sub-tools"><SpendBySwitch model={model} /></div>}
      <p class="spend-sentence">
        {spendSentence(view).map((phrase, index) => (phrase.strong === true ? <strong key={index}>{phrase.text}</strong> : phrase.text))}
      </p>
      {width > 0 && (width < wholeTable ? <ShortTable key={spendBy} table={table} /> : <WideTable view={view} table={table} />)}
      {(total.usage.estimated || total.cost.incomplete) && (
        <p class="spend-notes quiet">
          {total.usage.estimated && <span>{words.spend.estimated}</span>}
          {total.cost.incomplete && <span>{words.spend.lowerBound}</span>}
        </p>
      )}
      <div class="spend-more">
        {spendBy !== 'model' && <Models view={view} />}
        <Limits view={view} />
      </div>
    </div>
  );
}

function WideTable({ view, table }: { readonly view: RunView; readonly table: SpendTable }) {
  const shareTitle = view.spend.total.cost.known > 0 ? words.spend.share : words.spend.shareOfTokens;
  return (
    <div class="table-scroll" tabIndex={0} role="group" aria-label={words.tabs.spend}>
      <table class="figures spend-table">
        <thead>
          <tr>
            {table.columns.map((column) => <th key={column.title} scope="col" class={column.align === 'right' ? 'number' : ''}>{column.title}</th>)}
            <th scope="col" class="share">{shareTitle}</th>
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => <SpendRow key={row.cells.slice(0, 2).join(' ')} table={table} row={row} />)}
        </tbody>
        <tfoot><SpendRow table={table} row={table.total} isTotal /></tfoot>
      </table>
    </div>
  );
}

function SpendRow({ table, row, isTotal = false }: { readonly table: SpendTable; readonly row: SpendLine; readonly isTotal?: boolean }) {
  const last = row.cells.length - 1;
  return (
    <tr>
      {row.cells.map((cell, index) => {
        const name = table.columns[index]!.align === 'right' ? 'number' : '';
        if (index === 0) return <th key={index} scope="row" class={name}>{cell}</th>;
        return <td key={index} class={name} title={index === last ? words.exact(row.exactCost) : undefined}>{cell}</td>;
      })}
      <td class="share" title={row.rejectedShare > 0 && row.share > 0 ? words.spend.rejectedShare(formatShare(row.rejectedShare / row.share)) : undefined}>
        {!isTotal && <Bar share={row.share} rejected={row.rejectedShare} />}
      </td>
    </tr>
  );
}

/** Four columns, the rest in rows that open. */
function ShortTable({ table }: { readonly table: SpendTable }) {
  const [open, setOpen] = useState<string | null>(null);
  const toggle = (name: string) => setOpen((before) => (before === name ? null : name));
  const find = (row: SpendLine, id: SpendColumnId) => row.cells[table.columns.findIndex((column) => column.id === id)] ?? '';
  const rest = table.columns.filter(({ id }) => id !== 'name' && id !== 'calls' && id !== 'cost');
  return (
    <table class="figures short">
      <thead>
        <tr>
          <th scope="col">{table.columns[0]!.title}</th>
          <th scope="col" class="number">{words.spend.short.calls}</th>
          <th scope="col" class="number">{words.steps.tokens}</th>
          <th scope="col" class="number">{words.spend.short.cost}</th>
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row, index) => {
          const name = `${index} ${row.name}`;
          return (
            <>
              <tr key={name} class={open === name ? 'open' : ''}>
                <th scope="row">
                  <button type="button" class="row-button" aria-expanded={open === name} onClick={() => toggle(name)}>
                    <Icon name={open === name ? 'chevron-down' : 'chevron-right'} /> {row.name}
                  </button>
                </th>
                <td class="number">{find(row, 'calls')}</td>
                <td class="number">{tokensOf(find(row, 'input'), find(row, 'output'))}</td>
                <td class="number">{find(row, 'cost')}</td>
              </tr>
              {open === name && (
                <tr key={`${name} more`} class="more">
                  <td colSpan={4}>
                    <dl class="pairs">{rest.map((column) => <div key={column.id}><dt class="quiet">{column.title}</dt><dd>{find(row, column.id)}</dd></div>)}</dl>
                  </td>
                </tr>
              )}
            </>
          );
        })}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{words.spend.total}</th>
          <td class="number">{find(table.total, 'calls')}</td>
          <td class="number">{tokensOf(find(table.total, 'input'), find(table.total, 'output'))}</td>
          <td class="number">{find(table.total, 'cost')}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** From the cells themselves, so that it adds up with what is shown. */
function tokensOf(input: string, output: string): string {
  const value = (text: string) => Number(text.replace(/[^\d]/g, ''));
  return formatTokens(value(input) + value(output), input.startsWith('≈') || output.startsWith('≈'));
}

function Models({ view }: { readonly view: RunView }) {
  const table = spendTable(view, 'model');
  const { total } = view.spend;
  const all = total.cost.known > 0 ? total.cost.known : totalTokens(total.usage);
  return (
    <table class="figures small">
      <thead>
        <tr>
          <th scope="col">{words.spend.model}</th>
          {Object.values(words.spend.short).map((title) => <th key={title} scope="col" class="number">{title}</th>)}
          <td class="share" />
        </tr>
      </thead>
      <tbody>
        {view.spend.byModel.map((row, index) => (
          <tr key={row.name}>
            <th scope="row">{table.rows[index]?.name ?? row.name}</th>
            <td class="number">{formatCount(row.calls)}</td>
            <td class="number">{formatTokens(row.usage.input, row.usage.estimated)}</td>
            <td class="number">{formatTokens(row.usage.output, row.usage.estimated)}</td>
            <td class="number">{table.rows[index]?.cells.at(-1) ?? formatCost(row.cost)}</td>
            <td class="share"><Bar share={all === 0 ? 0 : (total.cost.known > 0 ? row.cost.known : totalTokens(row.usage)) / all} /></td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Limits({ view }: { readonly view: RunView }) {
  return (
    <table class="figures small">
      <thead>
        <tr>
          <th scope="col">{words.spend.limit}</th>
          <th scope="col" class="number">{words.spend.used}</th>
          <th scope="col" class="number">{words.spend.of}</th>
          <td class="share" />
          <td />
        </tr>
      </thead>
      <tbody>
        {view.limits.map((limit) => {
          const share = limit.of === null || limit.of === 0 ? null : limit.used / limit.of;
          const tone = share === null || share < 0.8 ? null : share >= 1 ? 'failed' : 'attention';
          return (
            <tr key={limit.name}>
              <th scope="row">{words.limits[limit.name]}</th>
              <td class="number">{limitValue(limit.name, limit.used)}</td>
              <td class="number">{limit.of === null ? words.noLimit : limit.name === 'cost' ? formatUsdLimit(limit.of) : limitValue(limit.name, limit.of)}</td>
              <td class="share">{share !== null && <Bar share={share} reserved={limit.reserved / limit.of!} tone={tone} />}</td>
              <td class="number">{share === null ? '' : formatShare(share)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function limitValue(name: LimitView['name'], value: number): string {
  switch (name) {
    case 'time':
      return formatDuration(value);
    case 'cost':
      return formatUsd(value);
    case 'steps':
    case 'tokens':
      return formatCount(value);
  }
}
