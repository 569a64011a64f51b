import assert from 'node:assert/strict';
import { compileExpression } from '../../../src/engine/expressions/compileExpression';
import { plainCondition } from '../../../src/engine/expressions/plainCondition';
import { scopeFor, type FieldType } from '../../../src/engine/expressions/scope';

const fields = {
  findings: { schema: { type: 'array' }, hasInitial: false },
  market_share: { schema: { type: 'object' }, hasInitial: false },
  report: { schema: { type: 'string' }, hasInitial: false },
  score: { schema: { type: 'number' }, hasInitial: false },
  is_done: { schema: { type: 'boolean' }, hasInitial: false },
  verdict: { schema: { enum: ['enough', 'too thin', "don't"] }, hasInitial: false },
} satisfies Readonly<Record<string, FieldType>>;

const meant: readonly (readonly [string, string | null])[] = [
  ['at least 3 findings', 'size(state.findings) >= 3'],
  ['There are at least three findings.', 'size(state.findings) >= 3'],
  ['5 or more findings', 'size(state.findings) >= 5'],
  ['fewer than two findings', 'size(state.findings) < 2'],
  ['findings has more than 10 items', 'size(state.findings) > 10'],
  ['there are no findings yet', 'size(state.findings) == 0'],
  ['the market share is missing', 'size(state.market_share) == 0'],
  ['market_share is not empty', 'size(state.market_share) > 0'],
  ['the report is already written', "state.report != ''"],
  ['The report has not been written', "state.report == ''"],
  ['there is a score', 'has(state.score)'],
  ['the score is missing', '!has(state.score)'],
  ['is done is true', 'state.is_done == true'],
  ['the verdict is too thin', "state.verdict == 'too thin'"],
  ["the verdict is don't", "state.verdict == 'don\\'t'"],
  ['至少 3 个 findings', 'size(state.findings) >= 3'],
  ['findings 为空', 'size(state.findings) == 0'],
  // What leaves a choice is left to people.
  ['at least 3 reports', null],
  ['at least 3 good findings', null],
  ['the report is good', null],
  ['the verdict is fine', null],
  ['the score is true', null],
  ['everything is done', null],
  ['findings', null],
  ['', null],
];

describe('a condition in plain words', () => {
  for (const [words, expression] of meant) {
    it(`${JSON.stringify(words)} ${expression === null ? 'is left as it is' : `means ${expression}`}`, () => {
      const found = plainCondition(words, { fields: new Map(Object.entries(fields)), rootOf: () => 'state' });
      assert.equal(found, expression);
      if (found === null) return;
      const compiled = compileExpression(found, scopeFor('condition', { fields, roles: [] }));
      assert.deepEqual(compiled.ok ? compiled.value.problems.filter(({ severity }) => severity === 'error') : compiled.error, []);
    });
  }
});
