import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as fc from 'fast-check';
import { formatBytes, formatCost, formatCostColumn, formatCostExact, formatCount, formatDuration, formatReached, formatSeconds, formatShare, formatTokens, formatUsd, formatUsdLimit } from '../../../src/engine/projections/format';

const known = (usd: number) => ({ known: usd, incomplete: false });

describe('format', () => {
  it('writes counts with thousands separators', () => {
    assert.deepEqual([0, 999, 1000, 71_148, 1_234_567, -1500].map(formatCount), ['0', '999', '1,000', '71,148', '1,234,567', '−1,500']);
    assert.equal(formatTokens(71_148, true), '≈ 71,148');
  });

  it('writes money with four decimals below a dollar, else two; 0 only when it is 0', () => {
    assert.deepEqual([0, 0.0638, 0.99999, 1, 3.1849, 1234.5, 0.00001].map((usd) => formatUsd(usd)), ['$0', '$0.0638', '$1.00', '$1.00', '$3.18', '$1,234.50', '< $0.0001']);
    assert.deepEqual([0.2, 0.5, 1, 0.125, 0.0001, 0.00002, 1234.5].map(formatUsdLimit), ['$0.20', '$0.50', '$1.00', '$0.125', '$0.0001', '$0.00002', '$1,234.50']);
  });

  it('says unknown, and at least, where a part is unknown', () => {
    assert.equal(formatCost({ known: 0, incomplete: true }), 'unknown');
    assert.equal(formatUsd(0.29495), '$0.2950');
    assert.equal(formatCost({ known: 0.0541, incomplete: true }), '> $0.0541');
    assert.equal(formatCostExact(known(0.06380125)), '$0.06380125');
  });

  it('writes a limit that was met in its own unit', () => {
    const texts = ([['steps', 20, 20], ['time', 600_400, 600_000], ['time', 4000, 4000], ['tokens', 199_000, 200_000], ['cost_usd', 0.4912, 0.5], ['tokens_per_call', 9000, 8000]] as const).map(([limit, used, of]) => formatReached({ limit, used, of }));
    assert.deepEqual(texts, ['20 of 20', '10:00 of 10:00', '4.0 s of 4.0 s', '199,000 of 200,000', '$0.4912 of $0.50', '9,000 of 8,000']);
    assert.equal(formatReached({ limit: 'tokens', used: 0, of: 1000, reserved: 800, wanted: 250 }), '0 of 1,000, 800 reserved, 250 more wanted');
    assert.equal(formatReached({ limit: 'steps', used: 0, of: 502, wanted: 503 }), '0 of 502, 503 more wanted');
    assert.equal(formatReached({ limit: 'cost_usd', used: 0, of: 0.00001, wanted: 0.00002 }), '$0 of $0.00001, < $0.0001 more wanted');
  });

  it('writes times', () => {
    assert.deepEqual([0, 16_000, 106_900, 3_723_000].map(formatDuration), ['0:00', '0:16', '1:46', '1:02:03']);
    assert.deepEqual([0.2, 42, 310, 14_200, 106_000].map(formatSeconds), ['0 s', '42 ms', '0.3 s', '14 s', '1:46']);
  });

  it('writes shares and sizes', () => {
    assert.deepEqual([null, 0, 0.001, 0.825, 1].map(formatShare), ['–', '0 %', '< 1 %', '83 %', '100 %']);
    assert.deepEqual([96, 312, 9_800, 450_000, 5_000_000].map(formatBytes), ['96 B', '312 B', '9.8 KB', '450 KB', '5.0 MB']);
  });

  it('rounds a column so that it adds up to its total', () => {
    const cents = (text: string) => Math.round(Number(text.replace(/[$,]/g, '')) * 1e4);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 2_000, max: 90_000_000 }), { minLength: 1, maxLength: 12 }), (micros) => {
        const costs = micros.map((value) => known(value / 1e8));
        const total = known(costs.reduce((sum, cost) => sum + cost.known, 0));
        const shown = formatCostColumn(costs, total).filter((text) => !text.startsWith('<'));
        fc.pre(shown.length === costs.length);
        const sum = shown.reduce((all, text) => all + cents(text), 0);
        assert.equal(sum, cents(formatCost(total)));
      }),
    );
  });
});
