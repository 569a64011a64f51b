import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { candidatesOf, decidedBy } from '../../../src/engine/projections/describeDecision';
import { describeChange, summarize, summarizeArguments, summarizeResult, wordsIn } from '../../../src/engine/projections/describeValue';
import { subtaskLabel } from '../../../src/engine/projections/subtaskLabel';
import { usedTokens } from '../../../src/engine/projections/usedShare';
import { counted, countedName, ordinal, shortened } from '../../../src/engine/projections/words';
import type { Reducer } from '../../../src/engine/team/team';
import { sampleTeam } from '../../support/sampleTeam';

const field = (name: string, reducer: Reducer = 'replace') => ({ name, reducer });

describe('describeValue', () => {
  it('says in one line what a value holds', () => {
    const cases: readonly (readonly [Parameters<typeof summarize>, string])[] = [
      [[null], 'empty'],
      [['  '], 'empty'],
      [['# Title\n\nText'], 'Title Text'],
      [[['a', 'b', 'c', 'd']], '4 items: a, b, c, …'],
      [[[{ a: 1 }], 'source'], '1 item by source'],
      [[{ figures: [1, 2], conflicts: [1], open: [] }], '2 figures, 1 conflict, 0 open'],
      [[{ score: 0.5, note: 'ok' }], 'score 0.5, note ok'],
      [[7], '7'],
    ];
    for (const [args, expected] of cases) assert.equal(summarize(...args), expected);
  });

  it('says what a commit changed, for a column and for a step', () => {
    assert.deepEqual(describeChange(field('findings', 'append'), [1], [2, 3], [1, 2]), { change: '+1, 1 merged', outcome: '1 finding, 1 merged' });
    assert.deepEqual(describeChange(field('covered', 'union'), [], ['a'], ['a']), { change: '+1', outcome: 'Covered of 1' });
    assert.deepEqual(describeChange(field('plan', 'append'), ['a'], ['b'], ['a', 'b']), { change: '+1', outcome: 'Plan of 2, 1 added' });
    assert.deepEqual(describeChange(field('plan'), ['a', 'b'], ['a', 'c', 'd'], ['a', 'c', 'd']), { change: '+2 −1', outcome: 'Plan of 3, 2 added, 1 removed' });
    assert.deepEqual(describeChange(field('report'), '', 'one two three', 'one two three'), { change: '3 words', outcome: 'Report, 3 words' });
    assert.deepEqual(describeChange(field('report'), 'one two three', 'one two', 'one two'), { change: '−1 word', outcome: 'Report, 2 words' });
    assert.deepEqual(describeChange(field('analysis'), { a: 1 }, { a: 2 }, { a: 2 }), { change: 'a', outcome: 'Analysis: a 2' });
    assert.deepEqual(describeChange(field('score', 'max'), 1, 3, 3), { change: '1 → 3', outcome: 'Score 3' });
  });

  it('says what a tool was asked and what it brought', () => {
    assert.equal(summarizeArguments({ max: 3, query: 'heat pumps' }), '“heat pumps”');
    assert.equal(summarizeArguments({}), '');
    assert.equal(summarizeResult({ hits: [1, 2] }), '2 passages');
    assert.equal(summarizeResult(['a']), '1 item');
    assert.equal(summarizeResult({ path: 'a', text: 'x'.repeat(90) }), '90 characters');
  });

  it('counts words, Chinese characters each as one', () => {
    assert.equal(wordsIn('Two words, 3.5 GW'), 4);
    assert.equal(wordsIn('热泵 market'), 3);
  });
});

describe('words', () => {
  it('counts in English', () => {
    assert.deepEqual([counted(1, 'call'), counted(1200, 'call'), countedName(1, 'market_studies'), countedName(2, 'boxes'), countedName(1, 'boxes')], ['1 call', '1,200 calls', '1 market study', '2 boxes', '1 box']);
    assert.deepEqual([1, 2, 3, 4, 11, 12, 21, 102].map(ordinal), ['1st', '2nd', '3rd', '4th', '11th', '12th', '21st', '102nd']);
  });

  it('cuts at a word', () => {
    assert.equal(shortened('The report gives installed capacity', 24), 'The report gives…');
    assert.equal(shortened('a\n  b', 10), 'a b');
  });
});

describe('describeDecision', () => {
  const team = sampleTeam();

  it('names the rule at its line, or the model', () => {
    assert.equal(decidedBy(team, { by: 'route', route: 1, refused: [] }).text, 'team.yaml:25');
    assert.equal(decidedBy(team, { by: 'model', why: null, fallback: false, refused: [] }).text, 'model');
    assert.equal(decidedBy(team, { by: 'model', why: null, fallback: true, refused: [] }).text, 'fallback');
    assert.equal(decidedBy(team, { by: 'escalation', step: 4, refused: [] }).text, 'escalation of step 4');
    assert.equal(decidedBy(team, { by: 'route', route: 99, refused: [] }).text, 'route 100');
  });

  it('lists the rules as they were tried, with those passed over and why', () => {
    const rows = candidatesOf(team, { by: 'route', route: 2, refused: [{ route: 1, role: 'collector', why: 'calls' }] });
    assert.deepEqual(rows.map((row) => [row.role, row.result, row.refused?.why ?? null]), [['planner', 'did not hold', null], ['collector', 'passed over', 'calls'], ['analyst', 'held', null]]);
    const chosen = candidatesOf(team, { by: 'model', why: 'x', fallback: false, refused: [{ role: 'writer', why: 'exit_when' }] });
    assert.deepEqual(chosen.map((row) => row.result), ['did not hold', 'did not hold', 'did not hold', 'did not hold', 'passed over']);
  });
});

describe('subtaskLabel', () => {
  it('is the first short thing that the input says', () => {
    assert.equal(subtaskLabel({ input: { dimension: 'market size' } }), 'market size');
    assert.equal(subtaskLabel({ input: { list: [1], n: 4 } }), '4');
    assert.equal(subtaskLabel({ input: {} }), '');
    assert.equal(subtaskLabel({ input: null }), '');
  });
});

describe('usedShare', () => {
  const shown = (value: Parameters<typeof usedTokens>[0][number]['value'], key: string | null = null) => [{ value, key, tokens: 100 }];

  it('finds what comes back by its source', () => {
    const items = [{ source: 'docs/a.md', claim: 'xxxx' }, { source: 'docs/b.md', claim: 'yyyy' }];
    assert.equal(usedTokens(shown(items, 'source'), { report: 'as docs/a.md says' }), 50);
  });

  it('finds what comes back by its words, but not by words that are everywhere', () => {
    assert.equal(usedTokens(shown(['Grid connection takes fourteen months']), { report: 'The grid connection takes long: fourteen months' }), 100);
    assert.equal(usedTokens(shown(['The market was not for them and that']), { report: 'The price was not for them and that' }), 0);
  });

  it('judges an object by its members, a list within by its items', () => {
    const report = { text: 'Grid connection takes fourteen months in the north', changes: [] };
    assert.equal(usedTokens(shown(report), { note: 'grid connection: fourteen months' }), 100);
    const half = { title: 'xxxxxxxxxx', parts: ['solar panels face south', 'yyyyyyyyyyyyyyyyyyyyyyy'] };
    assert.ok(Math.abs(usedTokens(shown(half), { note: 'solar panels south' }) - 41) < 2);
    const search = { hits: [{ path: 'docs/a.md', text: 'aaaa' }, { path: 'docs/b.md', text: 'bbbb' }] };
    assert.equal(usedTokens(shown(search), { note: 'docs/b.md' }), 50);
  });

  it('counts nothing for empty values and replies', () => {
    assert.equal(usedTokens(shown([]), { report: 'x' }), 0);
    assert.equal(usedTokens(shown(''), { report: 'x' }), 0);
    assert.equal(usedTokens(shown(['something rather long']), null), 0);
  });
});
