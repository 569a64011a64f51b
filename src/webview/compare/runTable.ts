/** The sums of two runs and their difference, and the same for each pair of steps: as cells of text. Pure; drawing is runsSummary.tsx and runRows.tsx. */
import { addCosts, noCost, totalTokens } from '../../engine/events/usage';
import type { Cost } from '../../engine/events/usage';
import type { ComparedRow } from '../../engine/projections/compareRuns';
import { formatCost, formatCount, formatDifference, formatShare, formatTokens, formatUsd } from '../../engine/projections/format';
import type { RunView, StepView } from '../../engine/projections/runView';
import { words } from '../words';

export type RunColumn = keyof typeof words.compare.summary;

export const runColumns: readonly RunColumn[] = ['steps', 'calls', 'input', 'cached', 'output', 'reasoning', 'tokens', 'rejected', 'hit', 'cost', 'paid'];
/** Where there is no room for more. */
export const fewColumns: readonly RunColumn[] = ['steps', 'calls', 'tokens', 'cost'];

export type RunCells = Readonly<Record<RunColumn, string>>;

export function runCells(view: RunView): RunCells {
  const { usage, cost, calls, rejectedTokens, contextHitRate } = view.spend.total;
  const tokens = (count: number) => formatTokens(count, usage.estimated && count > 0);
  return {
    steps: formatCount(view.steps.length), calls: formatCount(calls), input: tokens(usage.input), cached: tokens(usage.cached), output: tokens(usage.output), reasoning: tokens(usage.reasoning),
    tokens: tokens(totalTokens(usage)), rejected: formatCount(rejectedTokens), hit: formatShare(contextHitRate), cost: formatCost(cost), paid: formatCost(paidHere(view)),
  };
}

export function differenceCells(left: RunView, right: RunView): RunCells {
  const [a, b] = [left.spend.total, right.spend.total];
  const count = (before: number, after: number) => formatDifference(after - before, formatCount);
  const points = Math.round(((b.contextHitRate ?? 0) - (a.contextHitRate ?? 0)) * 100);
  return {
    steps: count(left.steps.length, right.steps.length), calls: count(a.calls, b.calls), input: count(a.usage.input, b.usage.input), cached: count(a.usage.cached, b.usage.cached),
    output: count(a.usage.output, b.usage.output), reasoning: count(a.usage.reasoning, b.usage.reasoning), tokens: count(totalTokens(a.usage), totalTokens(b.usage)),
    rejected: count(a.rejectedTokens, b.rejectedTokens), hit: a.contextHitRate === null || b.contextHitRate === null ? '' : words.compare.points(formatDifference(points, formatCount)),
    cost: costDifference(a.cost, b.cost), paid: costDifference(paidHere(left), paidHere(right)),
  };
}

export function costDifference(before: Cost, after: Cost): string {
  return before.incomplete || after.incomplete ? words.compare.unknown : formatDifference(after.known - before.known, (usd) => formatUsd(usd, Math.max(before.known, after.known)));
}

/** A fork's first steps are copies: the run that made them paid for them. */
function paidHere({ forked, steps, spend }: RunView): Cost {
  if (forked === null) return spend.total.cost;
  const taken = steps.filter(({ step }) => step <= forked.step).reduce((sum, { cost }) => addCosts(sum, cost), noCost);
  return { known: spend.total.cost.known - taken.known, incomplete: spend.total.cost.incomplete };
}

export interface RowDifference {
  readonly isSame: boolean;
  readonly tokens: string;
  readonly cost: string;
}

export function rowDifference({ left, right }: ComparedRow): RowDifference {
  const [before, after] = [tokensOf(left), tokensOf(right)];
  const costs = [left?.cost ?? noCost, right?.cost ?? noCost] as const;
  const isSame = left !== null && right !== null && before === after && costs[0].known === costs[1].known && costs[0].incomplete === costs[1].incomplete;
  if (isSame) return { isSame, tokens: words.compare.same, cost: '' };
  return { isSame, tokens: formatDifference(after - before, formatCount), cost: costDifference(...costs) };
}

export function tokensOf(step: StepView | null): number {
  return step === null ? 0 : totalTokens(step.usage);
}

/** Both runs as one table for a message or an issue. */
export function comparisonMarkdown(left: RunView, right: RunView, rows: readonly ComparedRow[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replace(/\|/g, '\\|').replace(/\s+/g, ' ')).join(' | ')} |`;
  const head = (cells: readonly string[], firstRight: number) => [line(cells), line(cells.map((_, index) => (index < firstRight ? '---' : '---:')))];
  const named = (name: string, cells: RunCells) => line([name, ...runColumns.map((column) => cells[column])]);
  const sums = [...head(['', ...runColumns.map((column) => words.compare.summary[column])], 1), named(words.run(left.run), runCells(left)), named(words.run(right.run), runCells(right)), named(words.compare.difference, differenceCells(left, right))];
  const side = (step: StepView | null) => (step === null ? ['', ''] : [`${step.step}: ${step.outcome}`, formatCount(tokensOf(step))]);
  const steps = [...head([words.steps.role, words.run(left.run), words.steps.tokens, words.run(right.run), words.steps.tokens, words.compare.tokensDiffer, words.compare.costDiffers], 1), ...rows.map((row) => {
    const { tokens, cost } = rowDifference(row);
    return line([`${row.role} ${row.occurrence}`, ...side(row.left), ...side(row.right), tokens, cost]);
  })];
  return [...sums, '', ...steps, ''].join('\n');
}
