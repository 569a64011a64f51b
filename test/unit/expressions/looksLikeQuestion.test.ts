/** Which bare texts are questions to a model. */
import assert from 'node:assert/strict';
import { looksLikeQuestion } from '../../../src/engine/expressions/looksLikeQuestion';
import { scope } from './example';

const questions = [
  'all dimensions are already cached',
  'Every claim is supported by its source',
  'Is the report complete?',
  'done',
  "it's good enough",
  'well-known facts and/or guesses are marked: at least 3 sources (if any)',
  'the report is written in English',
  'more than 90% of claims are cited.',
  'e.g. docs/a.md exists',
  '所有维度都已缓存',
  'Tout est déjà vu',
];

const expressions = [
  '',
  '   ',
  'size(state.plan) == 0',
  'siz(plan)',
  'coverage > 90',
  'coverage = 90',
  'a && b',
  '!done',
  'a - b',
  'stat.plan',
  'x in y',
  'x ? y : z',
  'true',
  '3',
  "'text'",
  '[1]',
  '{a: 1}',
  'state',
  'state plan is empty',
  'the task is clear',
  'every claim(s) checked',
];

describe('a bare text in a condition', () => {
  for (const text of questions) it(`is a question: ${text}`, () => assert.equal(looksLikeQuestion(text, scope('condition')), true));
  for (const text of expressions) it(`is an expression: ${text}`, () => assert.equal(looksLikeQuestion(text, scope('condition')), false));

  it('is judged by the names of its place', () => {
    assert.equal(looksLikeQuestion('the output is complete', scope('condition')), true);
    assert.equal(looksLikeQuestion('the output is complete', scope('rule')), false);
  });

  it('is judged in no time, however odd', () => {
    const started = performance.now();
    for (const text of [`a${' '.repeat(200_000)}`, `${'in '.repeat(60_000)}`, `a${"'".repeat(100_000)}é`, 'a '.repeat(100_000)]) looksLikeQuestion(text, scope('condition'));
    assert.ok(performance.now() - started < 2_000);
  });
});
