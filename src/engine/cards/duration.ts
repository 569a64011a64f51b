/** `90s`, `10m`, `1h`, `1h30m`, `500ms` in milliseconds; a bare number counts seconds. */

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
const whole = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h))+$/;

/** Null when it is no duration; zero and less are none. */
export function parseDuration(value: string | number): number | null {
  const total = typeof value === 'number' ? value * 1000 : sum(value.replace(/\s+/g, ''));
  return Number.isFinite(total) && total > 0 ? total : null;
}

function sum(text: string): number {
  if (!whole.test(text)) return Number.NaN;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)) total += Number(amount) * (units[unit ?? ''] ?? Number.NaN);
  return total;
}
