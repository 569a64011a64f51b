/** The spend as rows of text, with the same figures on every surface: panel, terminal, Markdown. */
import type { Cost, Usage } from '../events/usage';
import { totalTokens } from '../events/usage';
import type { Team } from '../team/team';
import { unitsPerDollar } from '../events/usage';
import { formatCost, formatCostColumn, formatCostExact, formatCount, formatShare, formatTokens } from './format';
import type { RunView, SpendRow } from './runView';

export type SpendBy = 'role' | 'model' | 'step';

export type SpendColumnId = 'name' | 'second' | 'calls' | 'input' | 'cached' | 'output' | 'reasoning' | 'rejected' | 'contextHit' | 'cost';

export interface SpendColumn {
  readonly id: SpendColumnId;
  readonly title: string;
  readonly align: 'left' | 'right';
}

export interface SpendLine {
  readonly name: string;
  readonly cells: readonly string[];
  /** All digits of the cost. */
  readonly exactCost: string;
  /** Of the whole cost, or of all tokens where nothing is known to have cost anything: from 0 to 1. */
  readonly share: number;
  /** The part of `share` that brought only rejected output. */
  readonly rejectedShare: number;
}

export interface SpendTable {
  readonly columns: readonly SpendColumn[];
  /** Largest first. */
  readonly rows: readonly SpendLine[];
  readonly total: SpendLine;
}

/** The figures of one row, before they are put into words. */
export interface SpendFigures {
  readonly name: string;
  readonly second: string;
  readonly calls: number;
  readonly usage: Usage;
  readonly cost: Cost;
  readonly rejectedTokens: number;
  readonly rejectedCost: Cost;
  readonly contextHitRate: number | null;
}

const left = (id: SpendColumnId, title: string): SpendColumn => ({ id, title, align: 'left' });
const right = (id: SpendColumnId, title: string): SpendColumn => ({ id, title, align: 'right' });

export function spendTable(view: Pick<RunView, 'spend' | 'team' | 'steps' | 'loose'>, by: SpendBy): SpendTable {
  const { total } = view.spend;
  const lines = spendFigures(view, by);
  const costs = formatCostColumn(lines.map((line) => line.cost), total.cost);
  const byCost = total.cost.known > 0;
  const all = byCost ? total.cost.known : totalTokens(total.usage);
  const share = (cost: Cost, tokens: number) => (all === 0 ? 0 : (byCost ? cost.known : tokens) / all);
  const row = (line: SpendFigures, cost: string): SpendLine => ({
    name: line.name,
    cells: cellsOf(line, cost, by),
    exactCost: formatCostExact(line.cost),
    share: share(line.cost, totalTokens(line.usage)),
    rejectedShare: share(line.rejectedCost, line.rejectedTokens),
  });
  const rows = lines.map((line, index) => row(line, costs[index]!));
  const totalLine = row({ ...total, name: 'Total', second: '' }, formatCost(total.cost));
  return { columns: columnsOf(by), rows, total: totalLine };
}

function columnsOf(by: SpendBy): readonly SpendColumn[] {
  const [name, second] = { role: ['Role', 'Model'], model: ['Model', 'Name'], step: ['Step', 'Role'] }[by] as [string, string];
  const hit = by === 'step' ? [] : [right('contextHit', 'Context hit')];
  return [
    left('name', name), left('second', second), right('calls', 'Calls'), right('input', 'Input'), right('cached', 'of it cached'), right('output', 'Output'),
    right('reasoning', 'of it reasoning'), right('rejected', 'Rejected'), ...hit, right('cost', 'Cost'),
  ];
}

function cellsOf(line: SpendFigures, cost: string, by: SpendBy): readonly string[] {
  const { usage } = line;
  const hit = by === 'step' ? [] : [formatShare(line.contextHitRate)];
  const tokens = [usage.input, usage.cached, usage.output, usage.reasoning].map((count) => formatTokens(count, usage.estimated && count > 0));
  return [line.name, line.second, formatCount(line.calls), ...tokens, formatCount(line.rejectedTokens), ...hit, cost];
}

export function spendFigures({ spend, team, steps, loose }: Pick<RunView, 'spend' | 'team' | 'steps' | 'loose'>, by: SpendBy): readonly SpendFigures[] {
  if (by === 'role') return spend.byRole.map((row) => ({ ...plain(row), second: row.models.map((name) => modelName(team, name)).join(', ') }));
  if (by === 'model') return spend.byModel.map((row) => ({ ...plain(row), name: modelName(team, row.name), second: row.name }));
  const lines = steps.map((step): SpendFigures => ({ ...step, name: String(step.step), second: step.role, contextHitRate: null }));
  return loose.length === 0 ? lines : [...lines, looseLine(spend.total, lines)];
}

/** What no step used: choices that ended the run. It is what is left of the total. */
function looseLine(total: SpendRow, lines: readonly SpendFigures[]): SpendFigures {
  const rest = (pick: (line: Pick<SpendFigures, 'usage' | 'calls' | 'rejectedTokens'>) => number) =>
    pick(total) - lines.reduce((sum, line) => sum + pick(line), 0);
  const usage = {
    input: rest((line) => line.usage.input), cached: rest((line) => line.usage.cached), cacheWrite: rest((line) => line.usage.cacheWrite),
    output: rest((line) => line.usage.output), reasoning: rest((line) => line.usage.reasoning), estimated: total.usage.estimated,
  };
  const money = (pick: (line: Pick<SpendFigures, 'cost' | 'rejectedCost'>) => Cost): Cost => {
    const known = lines.reduce((sum, line) => sum - inUnits(pick(line)), inUnits(pick(total)));
    return { known: Math.max(0, known / unitsPerDollar), incomplete: pick(total).incomplete };
  };
  return {
    name: '–', second: 'supervisor', calls: rest((line) => line.calls), usage, cost: money((line) => line.cost),
    rejectedTokens: rest((line) => line.rejectedTokens), rejectedCost: money((line) => line.rejectedCost), contextHitRate: null,
  };
}

function inUnits({ known }: Cost): number {
  return Math.round(known * unitsPerDollar);
}

function plain(row: SpendRow): Omit<SpendFigures, 'second'> {
  const { name, calls, usage, cost, rejectedTokens, rejectedCost, contextHitRate } = row;
  return { name, calls, usage, cost, rejectedTokens, rejectedCost, contextHitRate };
}

/** What people know a model by: the provider's name, else the entry's own. */
export function modelName(team: Pick<Team, 'models'>, entry: string): string {
  return team.models[entry]?.model ?? entry;
}

/** Columns lined up by spaces, for a terminal of any kind. */
export function spendText(table: SpendTable): string {
  const lines = [table.columns.map((column) => column.title), ...table.rows.map((row) => row.cells), table.total.cells];
  const widths = table.columns.map((_, index) => Math.max(...lines.map((line) => line[index]!.length)));
  const pad = (cell: string, index: number) => (table.columns[index]!.align === 'left' ? cell.padEnd(widths[index]!) : cell.padStart(widths[index]!));
  return lines.map((line) => line.map(pad).join('  ').trimEnd()).join('\n');
}

export function spendMarkdown(table: SpendTable): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replace(/\|/g, '\\|')).join(' | ')} |`;
  const rule = table.columns.map((column) => (column.align === 'left' ? '---' : '---:'));
  return [line(table.columns.map((column) => column.title)), line(rule), ...table.rows.map((row) => line(row.cells)), line(table.total.cells.map((cell) => (cell === '' ? '' : `**${cell}**`)))].join('\n');
}
