/** The steps of a run, a line each: who, why them, what came of it. */
import { decidedBy } from '../../engine/projections/describeDecision';
import { formatCost, formatTokens } from '../../engine/projections/format';
import { totalTokens } from '../../engine/events/usage';
import type { RunView } from '../../engine/projections/runView';
import type { TextOutput } from '../cliHost';
import { allSteps, stepState } from './allSteps';
import { fitText, padText, plainLine, textWidth } from './textWidth';

/** Ends with a line end, unless there is no step. */
export function stepList(output: TextOutput, view: RunView): string {
  const columns = output.isTerminal ? output.columns() : Infinity;
  const rows = allSteps(view).map(({ name, role, run, step }) => [
    name, role, decidedBy(run.team, step.decision).text, stepState(run, step),
    formatTokens(totalTokens(step.usage), step.usage.estimated), formatCost(step.cost), plainLine(step.outcome),
  ]);
  if (rows.length === 0) return '';
  const all = [['Step', 'Role', 'Decided by', 'State', 'Tokens', 'Cost', 'Outcome'], ...rows];
  const widths = all[0]!.map((_, index) => Math.max(...all.map((row) => textWidth(row[index]!))));
  const right = new Set([4, 5]);
  const cell = (text: string, index: number): string => (right.has(index) ? ' '.repeat(widths[index]! - textWidth(text)) + text : padText(text, widths[index]!));
  return all.map((row) => `${fitText(row.map(cell).join('  ').trimEnd(), columns)}\n`).join('');
}
