import assert from 'node:assert/strict';
import fc from 'fast-check';
import { calculate } from '../../../src/engine/tools/calculator';

function value(formula: string): number | string {
  const result = calculate(formula);
  return result.ok ? result.value : result.error;
}

describe('calculate', () => {
  it('counts as mathematics does', () => {
    const right: [string, number][] = [
      ['1 + 2 * 3', 7], ['(1 + 2) * 3', 9], ['7 / 2', 3.5], ['7 % 4', 3], ['2 ^ 3 ^ 2', 512], ['-2 ^ 2', -4], ['2 ** -1', 0.5], ['--3', 3], ['3 × 4 ÷ 6 − 1', 1],
      ['0.1 + 0.2', 0.3], ['1.1 * 3', 3.3], ['1e3 + .5', 1000.5], ['round((480 / 450 - 1) * 100, 1)', 6.7], ['round(2.5)', 3], ['round(-2.5)', -3], ['round(1.005, 2)', 1.01], ['round(1234, -2)', 1200],
      ['(200/100) ^ (1/5) - 1', 0.148698354997035], ['sqrt(16) + abs(-1)', 5], ['min(3, 1, 2) + max(3, 1, 2)', 4], ['sum(1, 2, 3) / avg(1, 2, 3)', 3], ['median(4, 1, 3, 2)', 2.5], ['floor(pi)', 3], ['log10(1000)', 3],
    ];
    for (const [formula, wanted] of right) assert.equal(value(formula), wanted, formula);
  });

  it('says what is wrong with a formula, and runs nothing', () => {
    const wrong: [string, RegExp][] = [
      ['', /ends where a number is expected/], ['1 +', /ends where a number/], ['(1', /A `\)` is missing/], ['1 2', /`2` is not expected there/], ['1,234', /`,` is not expected there/], ['12 USD', /`USD` is not expected/],
      ['1 / 0', /divided by 0/], ['sqrt(-1)', /no number/], ['process.exit()', /There is no `process`|not understood/], ['constructor(1)', /There is no `constructor`/], ['round', /needs its numbers in brackets/], ['pow(1)', /does not take 1 numbers/],
      ['1; 2', /`; 2` is not understood/], ['$5', /not understood/], ['9'.repeat(400), /too large/], [`${'('.repeat(500)}1${')'.repeat(500)}`, /nested too deeply/], [`${'2^'.repeat(500)}1`, /nested too deeply/], ['round(1, 99)', /0 to 15 digits/],
    ];
    for (const [formula, message] of wrong) assert.match(String(value(formula)), message, formula);
  });

  it('agrees with JavaScript on whatever is written', () => {
    const number = fc.integer({ min: 0, max: 1000 }).map(String);
    const { formula } = fc.letrec<{ formula: string }>((tie) => ({
      formula: fc.oneof({ maxDepth: 4 }, number, fc.tuple(tie('formula'), fc.constantFrom('+', '-', '*', '/', '%'), tie('formula')).map(([a, op, b]) => `(${a} ${op} ${b})`), tie('formula').map((a) => `(-${a})`)),
    }));
    fc.assert(
      fc.property(formula, (text) => {
        const wanted = new Function(`return ${text}`)() as number;
        const got = calculate(text);
        assert.equal(got.ok, Number.isFinite(wanted), text);
        if (got.ok) assert.ok(Math.abs(got.value - wanted) <= Math.abs(wanted) * 1e-12, `${text}: ${got.value}, not ${wanted}`);
      }),
    );
  });

  it('takes any text without throwing', () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...'0123.e+-*/%^(),x sqrt\u0000'), maxLength: 60 }), (text) => assert.equal(typeof calculate(text).ok, 'boolean')));
  });
});
