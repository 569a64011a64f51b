/** Sentences about a run and what it spent, for tooltips, CodeLens, messages and the status bar. It decides nothing. */
import { l10n } from 'vscode';
import { formatCost, formatCostExact, formatCount, formatShare, formatTokens, formatUsdLimit } from '../../engine/projections/format';
import type { RunView, SpendRow } from '../../engine/projections/runView';
import { totalTokens } from '../../engine/events/usage';
import { markdownText } from '../../engine/shared/markdownText';
import { showRunState, type RunState } from './runState';

export function stepsText(count: number): string {
  return count === 1 ? l10n.t('1 step') : l10n.t('{0} steps', formatCount(count));
}

export function callsText(count: number): string {
  return count === 1 ? l10n.t('1 call') : l10n.t('{0} calls', formatCount(count));
}

export function rolesText(count: number): string {
  return count === 1 ? l10n.t('1 role') : l10n.t('{0} roles', formatCount(count));
}

export function tokensOf(row: SpendRow): string {
  return formatTokens(totalTokens(row.usage), row.usage.estimated);
}

/** `step 7 of 20`, or `step 7` where there is no limit to speak of. */
export function progressText(view: RunView): string {
  const limit = view.limits.find(({ name }) => name === 'steps')?.of ?? null;
  const step = formatCount(view.steps.length);
  return limit === null ? l10n.t('step {0}', step) : l10n.t('step {0} of {1}', step, formatCount(limit));
}

/** `Run 12: finished, 11 steps, 71,148 tokens, $0.0638`. */
export function runSentence(view: RunView, state: RunState): string {
  const { total } = view.spend;
  const parts = [showRunState(state).word, stepsText(view.steps.length), l10n.t('{0} tokens', tokensOf(total)), costText(total)];
  return `${l10n.t('Run {0}', view.run)}: ${parts.join(', ')}`;
}

/** `≈` where nothing was paid: what it would have cost. */
export function costText(row: Pick<SpendRow, 'cost' | 'simulated'>, cost = formatCost(row.cost)): string {
  return row.simulated ? `≈ ${cost}` : cost;
}

/** `2 calls, 7,424 in, 1,280 cached, 2,116 out, $0.0058, 9 % of the run, 2 % of $0.30`: what a role took of its run, and of the budget where there is one. */
export function spendSentence(row: SpendRow, { spend: { total }, limits }: Pick<RunView, 'spend' | 'limits'>): string {
  const { usage } = row;
  const approximately = usage.estimated ? '≈ ' : '';
  const parts = [
    callsText(row.calls),
    l10n.t('{0} in', approximately + formatCount(usage.input)),
    l10n.t('{0} cached', formatCount(usage.cached)),
    l10n.t('{0} out', approximately + formatCount(usage.output)),
    costText(row),
  ];
  const share = row === total ? null : shareOf(row, total);
  const ofRun = share === null ? [] : [l10n.t('{0} of the run', formatShare(share))];
  return [...parts, ...ofRun, shareOfBudget(row, limits) ?? []].flat().join(', ');
}

/** `2 % of $0.30`, else of the tokens; null where nothing limits either. */
function shareOfBudget({ cost, usage }: SpendRow, limits: RunView['limits']): string | null {
  const of = (name: 'cost' | 'tokens'): number | null => limits.find((limit) => limit.name === name)?.of ?? null;
  const [dollars, tokens] = [of('cost'), of('tokens')];
  if (dollars !== null && dollars > 0 && !cost.incomplete) return l10n.t('{0} of {1}', formatShare(cost.known / dollars), formatUsdLimit(dollars));
  return tokens === null ? null : l10n.t('{0} of {1} tokens', formatShare(totalTokens(usage) / tokens), formatCount(tokens));
}

/** By cost where there is one, else by tokens. Null where nothing was spent. */
function shareOf(row: SpendRow, total: SpendRow): number | null {
  if (total.cost.known > 0) return row.cost.known / total.cost.known;
  const tokens = totalTokens(total.usage);
  return tokens > 0 ? totalTokens(row.usage) / tokens : null;
}

/** A small table in Markdown: what a role or a run spent, exactly. */
export function spendTable(row: SpendRow): string {
  const { usage } = row;
  const lines: [string, string][] = [
    [l10n.t('Calls'), formatCount(row.calls)],
    [l10n.t('Input'), formatTokens(usage.input, usage.estimated)],
    [l10n.t('of it cached'), formatCount(usage.cached)],
    [l10n.t('Output'), formatTokens(usage.output, usage.estimated)],
    ...(usage.reasoning > 0 ? [[l10n.t('of it reasoning'), formatCount(usage.reasoning)] as [string, string]] : []),
    ...(row.rejectedTokens > 0 ? [[l10n.t('Rejected work'), formatCount(row.rejectedTokens)] as [string, string]] : []),
    [row.simulated ? l10n.t('Cost, simulated') : l10n.t('Cost'), formatCostExact(row.cost)],
    [l10n.t('Context hit'), formatShare(row.contextHitRate)],
  ];
  return ['| | |', '|:--|--:|', ...lines.map(([name, value]) => `| ${name} | ${markdownText(value)} |`)].join('\n');
}
