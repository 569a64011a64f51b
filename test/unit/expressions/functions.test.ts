/** Every built-in function, by what it gives; and that each is documented. */
import assert from 'node:assert/strict';
import { functionDocs } from '../../../src/engine/expressions/functions/functionTable';
import { loadPatterns } from '../../../src/engine/expressions/patterns';
import type { Json } from '../../../src/engine/shared/json';
import { evaluate } from './example';

const examples: Readonly<Record<string, readonly (readonly [string, Json])[]>> = {
  has: [['has(state.plan)', true]],
  'cel.bind': [['cel.bind(x, 2, x * x)', 4]],
  string: [['string(3) + string(2.5) + string(state.step) + string(true)', '32.55true']],
  json: [["json({'a': [1, null]})", '{"a":[1,null]}'], ["json('x')", '"x"']],
  int: [['int(3.9)', 3], ['int(-3.9)', -3], ["int(' 42 ')", 42], ['int(true)', 1], ['int(7.0) / 2', 3]],
  double: [["double('2.5') / 2", 1.25], ['double(7) / 2', 3.5], ["double('-1e3')", -1000]],
  bool: [["bool('true')", true], ["bool('False')", false], ['bool(true)', true]],
  dyn: [["dyn('a') == 1", false]],
  'math.abs': [['math.abs(-2)', 2], ['math.abs(-7) / 2', 3]],
  'math.ceil': [['math.ceil(1.2)', 2], ['math.ceil(-0.2)', 0]],
  'math.floor': [['math.floor(-1.2)', -2]],
  'math.round': [['math.round(2.5)', 3], ['math.round(-2.5)', -3], ['math.round(state.step / 2)', 3]],
  'math.greatest': [['math.greatest(1, 2.5, state.step)', 5]],
  'math.least': [['math.least(1, 2.5)', 1]],
  size: [['size(state.plan)', 3], ["'héé'.size()", 3], ["size('a👍🏽')", 3], ['size(state.verdict)', 2], ['size(null)', 0], ['size(state.loose)', 0]],
  distinct: [["[1, 1.0, 'a', 'a', {'x': 1, 'y': 2}, {'y': 2, 'x': 1}].distinct()", [1, 'a', { x: 1, y: 2 }]]],
  first: [['state.plan.first()', 'price'], ['[].first()', null]],
  last: [['state.plan.last()', 'noise'], ['[].last()', null]],
  flatten: [['[[1], [2, [3]], []].flatten()', [1, 2, [3]]], ["state.findings.map(f, [f.claim]).flatten()", ['A costs 10', 'B is loud']]],
  join: [["state.plan.join(', ')", 'price, support, noise'], ['[1, true].join()', '1true'], ["[].join('x')", '']],
  max: [['[1, 3, 2.5].max()', 3], ["['a', 'c', 'b'].max()", 'c'], ['[].max()', null]],
  min: [['[2, 1].min()', 1]],
  slice: [['state.plan.slice(1)', ['support', 'noise']], ['state.plan.slice(0, 1)', ['price']], ['state.plan.slice(3)', []]],
  sort: [['[3, 1.5, 2].sort()', [1.5, 2, 3]], ["['b', 'a'].sort()", ['a', 'b']]],
  sum: [['[1, 2.5].sum()', 3.5], ['[].sum()', 0]],
  charAt: [["'a👍b'.charAt(1)", '👍'], ["'ab'.charAt(2)", '']],
  contains: [["'abc'.contains('bc')", true], ["'abc'.contains('')", true]],
  startsWith: [["'docs/a'.startsWith('docs/')", true]],
  endsWith: [["'a.md'.endsWith('.md')", true]],
  indexOf: [["'👍ab'.indexOf('b')", 2], ["'abab'.indexOf('a', 1)", 2], ["'a'.indexOf('x')", -1]],
  lastIndexOf: [["'abab'.lastIndexOf('a')", 2], ["'a'.lastIndexOf('x')", -1]],
  lowerAscii: [["'ABCÄ'.lowerAscii()", 'abcÄ']],
  upperAscii: [["'abcä'.upperAscii()", 'ABCä']],
  replace: [["'aXbX'.replace('X', '-')", 'a-b-'], ["'aXbX'.replace('X', '', 1)", 'abX'], ["'ab'.replace('', '-')", 'a-b'], ["'$1'.replace('1', '$&')", '$$&']],
  reverse: [['[1, 2].reverse()', [2, 1]], ["'a👍'.reverse()", '👍a']],
  split: [["'a,b,'.split(',')", ['a', 'b', '']], ["'a,b,c'.split(',', 2)", ['a', 'b,c']], ["'a👍'.split('')", ['a', '👍']], ["'ab'.split(',', 0)", []]],
  substring: [["'👍abc'.substring(1, 3)", 'ab'], ["'abc'.substring(3)", '']],
  trim: [["'  a\\n'.trim()", 'a']],
  matches: [["'docs/a.md'.matches('^docs/.*[.]md$')", true], ["'xdocs'.matches('^docs')", false], ["matches('a1', '[0-9]')", true], ["'ÄB'.matches('(?i)^äb$')", true], ["'ab'.matches(state.plan[0].substring(0, 0) + 'b')", true]],
  all: [['[1, 2].all(x, x > 0)', true]],
  exists: [['[1, 2].exists(x, x > 1)', true]],
  exists_one: [['[1, 2, 3].exists_one(x, x > 1)', false]],
  filter: [['[1, 2].filter(x, x > 1)', [2]]],
  map: [['[1, 2].map(x, x > 1, x * 10)', [20]]],
  sortBy: [["['ccc', 'a', 'bb'].sortBy(x, size(x))", ['a', 'bb', 'ccc']]],
};

describe('built-in functions', () => {
  before(loadPatterns);
  for (const [name, cases] of Object.entries(examples)) {
    for (const [text, value] of cases) it(`${name}: ${text}`, () => assert.deepEqual(evaluate(text), value));
  }

  it('are all documented, and all tried here', () => {
    assert.deepEqual(functionDocs.map((doc) => doc.name).sort(), Object.keys(examples).sort());
    for (const { name, signature, doc } of functionDocs) {
      assert.ok(signature.includes(`${name}(`), signature);
      assert.match(doc, /\.$/);
    }
  });
});
