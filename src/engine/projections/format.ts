/** How numbers, money and lengths of time are written, on every surface alike. Sentences are made elsewhere. */
import type { Cost } from '../events/usage';

/** `1,234,567`. Not by locale: logs, tests and screenshots must not depend on the machine. */
export function formatCount(value: number): string {
  const digits = String(Math.abs(Math.round(value)));
  return (value <= -0.5 ? '−' : '') + digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `estimated`: counted here since nobody reported it. */
export function formatTokens(tokens: number, estimated = false): string {
  return estimated ? `≈ ${formatCount(tokens)}` : formatCount(tokens);
}

/** `+32`, `−$0.0004`, `0`: a difference, in the words of `format`. */
export function formatDifference(value: number, format: (amount: number) => string): string {
  if (value === 0) return '0';
  return `${value < 0 ? '−' : '+'}${format(Math.abs(value))}`;
}

/** Four decimals below a dollar, else two. `precisionOf` lets a column or a limit share the precision of another sum. 0 only when it is 0. */
export function formatUsd(usd: number, precisionOf = usd): string {
  if (usd === 0) return '$0';
  const decimals = usdDecimals(precisionOf);
  const least = 10 ** -decimals;
  if (Math.abs(usd) < least / 2) return `< $${least.toFixed(decimals)}`;
  return (usd < 0 ? '−$' : '$') + withThousands((inUnits(Math.abs(usd), decimals) / 10 ** decimals).toFixed(decimals));
}

/** `unknown`, or `> $0.0541` when a part of it is unknown. */
export function formatCost(cost: Cost, precisionOf = cost.known): string {
  if (!cost.incomplete) return formatUsd(cost.known, precisionOf);
  return cost.known === 0 ? 'unknown' : `> ${formatUsd(cost.known, precisionOf)}`;
}

/** A limit in dollars: no more decimals than it was written with, at least two. */
export function formatUsdLimit(usd: number): string {
  const exact = usd.toFixed(12).replace(/0{1,10}$/, '');
  return `$${withThousands(exact)}`;
}

/** A limit as it was met. `reserved`: held back beside what is used; `wanted`: what would have come on top. */
export interface ReachedAs {
  readonly limit: string;
  readonly used: number;
  readonly of: number;
  readonly reserved?: number;
  readonly wanted?: number;
}

/** In its own unit: `20 of 20`, `10:00 of 10:00`, `$0.4912 of $0.50`; where that alone would not tell why, `0 of 1,000, 800 reserved, 250 more wanted`. */
export function formatReached(reached: ReachedAs): string {
  const { limit, of, reserved, wanted } = reached;
  const amount = (value: number) => (limit === 'cost_usd' ? formatUsd(value, of) : formatCount(value));
  return [usedOf(reached), ...(reserved === undefined ? [] : [`${amount(reserved)} reserved`]), ...(wanted === undefined ? [] : [`${amount(wanted)} more wanted`])].join(', ');
}

function usedOf({ limit, used, of }: ReachedAs): string {
  switch (limit) {
    case 'time':
      return `${formatSeconds(used)} of ${formatSeconds(of)}`;
    case 'cost_usd':
      return `${formatUsd(used, of)} of ${formatUsdLimit(of)}`;
    default:
      return `${formatCount(used)} of ${formatCount(of)}`;
  }
}

/** As a sentence speaks of it: `steps`, `cost`, `tokens a call`. */
export function nameOfLimit(limit: string): string {
  return limit === 'cost_usd' ? 'cost' : limit === 'tokens_per_call' ? 'tokens a call' : limit;
}

/** All digits that matter, for a tooltip: `$0.06380125`. */
export function formatCostExact(cost: Cost): string {
  if (cost.incomplete && cost.known === 0) return 'unknown';
  const digits = cost.known.toFixed(12).replace(/0+$/, '').replace(/\.$/, '');
  return `${cost.incomplete ? '> ' : ''}$${digits}`;
}

/**
 * A column of costs, rounded so that what is shown adds up to the total as shown: the largest remainders are rounded up.
 * `costs` are the parts of `total`.
 */
export function formatCostColumn(costs: readonly Cost[], total: Cost): readonly string[] {
  const decimals = usdDecimals(total.known);
  const unit = 10 ** -decimals;
  const exact = costs.map((cost) => cost.known / unit);
  const floors = exact.map((value) => Math.floor(value + 1e-9));
  let missing = inUnits(total.known, decimals) - floors.reduce((sum, value) => sum + value, 0);
  const byRemainder = exact.map((value, index) => ({ index, rest: value - floors[index]! })).sort((a, b) => b.rest - a.rest);
  for (const { index, rest } of byRemainder) {
    if (missing <= 0 || rest <= 1e-9) break;
    floors[index]! += 1;
    missing -= 1;
  }
  return costs.map((cost, index) => {
    if (cost.known === 0) return formatCost(cost);
    if (floors[index] === 0) return cost.incomplete ? "> $0" : `< $${unit.toFixed(decimals)}`;
    return formatCost({ known: floors[index]! * unit, incomplete: cost.incomplete }, total.known);
  });
}

/** `1:46`, `1:02:03`: whole seconds, rounded down as a clock shows them. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const tail = String(rest).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}

/** `0.3 s` below ten seconds, `14 s` below a minute, then `1:46`. For what takes a moment. */
export function formatSeconds(ms: number): string {
  if (ms < 1) return '0 s';
  if (ms < 100) return `${Math.round(ms)} ms`;
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`;
  return ms < 59_500 ? `${Math.round(ms / 1000)} s` : formatDuration(ms);
}

/** `83 %` of a share from 0 to 1; null where there is none to speak of. */
export function formatShare(share: number | null): string {
  if (share === null) return '–';
  const percent = share * 100;
  if (percent > 0 && percent < 0.5) return '< 1 %';
  return `${Math.round(percent)} %`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(bytes < 100_000 ? 1 : 0)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Two decimals, as models give confidences. */
export function formatConfidence(confidence: number): string {
  return confidence.toFixed(2);
}

/** Rounded as on paper: 0.29495 is 0.2950, although its nearest double is a little less. */
function inUnits(usd: number, decimals: number): number {
  return Math.round(usd * 10 ** decimals + 1e-7);
}

function usdDecimals(usd: number): 2 | 4 {
  return Math.abs(usd) < 0.99995 ? 4 : 2;
}

function withThousands(decimal: string): string {
  const [whole, rest] = decimal.split('.');
  return formatCount(Number(whole)) + (rest === undefined ? '' : `.${rest}`);
}
