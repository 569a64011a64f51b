/** The spend as comma-separated values for other programs: whole figures, no signs, the total last. What is not known is empty, not 0. */
import { formatCostExact } from './format';
import type { RunView } from './runView';
import { spendFigures, type SpendBy, type SpendFigures } from './spendTable';

const names: Readonly<Record<SpendBy, readonly [string, string]>> = { role: ['role', 'model'], model: ['model', 'name'], step: ['step', 'role'] };
const figures = ['calls', 'input_tokens', 'cached_tokens', 'output_tokens', 'reasoning_tokens', 'rejected_tokens', 'cost_usd', 'cost_is', 'tokens_are'];

/** Lines end in CRLF, as RFC 4180 has it. */
export function spendCsv(view: Pick<RunView, 'spend' | 'team' | 'steps' | 'loose'>, by: SpendBy): string {
  const { total } = view.spend;
  const rows = spendFigures(view, by).map((row) => cellsOf(row, total.simulated));
  const all = [[...names[by], ...figures], ...rows, cellsOf({ ...total, name: 'total', second: '' }, total.simulated)];
  return all.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
}

function cellsOf({ name, second, calls, usage, rejectedTokens, cost }: SpendFigures, isSimulated: boolean): readonly string[] {
  const isUnknown = cost.incomplete && cost.known === 0;
  const dollars = isUnknown ? '' : formatCostExact({ known: cost.known, incomplete: false }).replace(/[^\d.]/g, '');
  const costIs = isUnknown ? 'unknown' : cost.incomplete ? 'at least' : isSimulated ? 'simulated' : 'exact';
  const counts = [calls, usage.input, usage.cached, usage.output, usage.reasoning, rejectedTokens].map(String);
  return [name, second, ...counts, dollars, costIs, usage.estimated ? 'estimated' : 'reported'];
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
