/** What expressions give. Their functions are in functions.test.ts. */
import assert from 'node:assert/strict';
import type { Json } from '../../../src/engine/shared/json';
import { bindings, compile, evaluate, scope, state } from './example';

const values: readonly (readonly [string, Json])[] = [
  // Literals
  ['42', 42],
  ['-3', -3],
  ['0xFF', 255],
  ['1.50', 1.5],
  ['1e3', 1000],
  ['true', true],
  ['null', null],
  [`"it's"`, "it's"],
  [`'a\\n\\u00e9'`, 'a\né'],
  [`r'\\d'`, '\\d'],
  ['"""two\nlines"""', 'two\nlines'],
  ['[1, 2.5, "x", [null]]', [1, 2.5, 'x', [null]]],
  ["{'a': 1, 'b-c': [true]}", { a: 1, 'b-c': [true] }],
  ['1 + 2 // a comment', 3],
  // Numbers: JSON's and those written here go together, both ways
  ['state.step + 1', 6],
  ['1 + state.step', 6],
  ['state.step * 2', 10],
  ['state.step - 0.5', 4.5],
  ['state.step == 5', true],
  ['5 == state.step', true],
  ['state.step != 5.0', false],
  ['state.step < 6 && 6 > state.step && state.step <= 5 && 5 >= state.step', true],
  ['state.step % 4.0 == 1.0', true],
  ['state.step % 4', 1],
  ['-7 % 3', -1],
  ['-state.step', -5],
  ['-(0)', 0],
  ['0 * -1.5', 0],
  ['7 / 2', 3],
  ['-7 / 2', -3],
  ['7.0 / 2', 3.5],
  ['7 / 2.0', 3.5],
  ['state.step / 2', 2.5],
  ['size(state.plan) / 2', 1],
  ['[7, 2].map(x, x / 2)', [3, 1]],
  ['[7, state.step][0] / 2', 3.5],
  ["{'n': 7}.n / 2", 3],
  ['state.plan[size(state.covered)]', 'support'],
  ['state.plan[state.round]', 'price'],
  ['state.plan[state.step - 3]', 'noise'],
  ['dyn(state.step) + dyn(1)', 6],
  // Strings and lists
  ["'a' + 'b' == 'ab'", true],
  ["'a' < 'b'", true],
  ["state.plan + ['more']", ['price', 'support', 'noise', 'more']],
  ["state.plan + [1, state.step, 'x']", ['price', 'support', 'noise', 1, 5, 'x']],
  ['[] + []', []],
  ["'price' in state.plan", true],
  ['5 in [1, 5]', true],
  ['state.step in [1, 5]', true],
  ['5 in [1.0, 5.0]', true],
  ["'score' in state.verdict", true],
  ["'toString' in state.verdict", false],
  ["'a' in {'a': null}", true],
  // Equality of values, whatever the order of keys
  ['[1, [2]] == [1.0, [2.0]]', true],
  ["{'a': 1, 'b': 2} == {'b': 2, 'a': 1.0}", true],
  ["{'a': 1} == {'a': 1, 'b': 2}", false],
  ["{'toString': 1} == {'a': 1}", false],
  ['state.loose == null', true],
  ['state.done == true', false],
  ["state.loose == 'x'", false],
  ['null != null', false],
  // Logic: a side that decides makes up for one that fails
  ['true || state.loose.x == 1', true],
  ['state.loose.x == 1 || true', true],
  ['false && state.loose.x == 1', false],
  ['state.loose.x == 1 && false', false],
  ['!(1 == 1) || !false', true],
  ["state.step > 3 ? 'late' : 'early'", 'late'],
  ['state.step > 9 ? state.loose.x : 1', 1],
  // Access
  ['state.verdict.score', 7],
  ["state['verdict']['score']", 7],
  ["state['my-field']", 'x'],
  ["state[state.plan[0] == 'price' ? 'step' : 'report']", 5],
  ['state.findings[1].claim', 'B is loud'],
  ['subtask.input.dimension', 'price'],
  ['meta.plan.version', 2],
  ['task', 'heat pumps'],
  ['run.calls.planner', 2],
  ['run.calls.researcher', 0],
  ["run.failed['deep-diver'] == 0", true],
  // Loops
  ["state.findings.all(f, f.source.startsWith('docs/'))", false],
  ["state.findings.exists(f, f.source.startsWith('docs/'))", true],
  ['state.findings.exists_one(f, f.weight > 1)', true],
  ['[].all(x, x > 1) && ![].exists(x, x > 1)', true],
  ['state.findings.filter(f, f.weight < 1).map(f, f.claim)', ['B is loud']],
  ['state.findings.map(f, f.weight > 1, f.claim)', ['A costs 10']],
  ['state.findings.sortBy(f, f.weight)[0].claim', 'B is loud'],
  ['state.verdict.map(key, key)', ['verdict', 'score']],
  ['[1, 2].map(x, [3, 4].map(y, x * y))', [[3, 4], [6, 8]]],
  ['[1, 2].map(x, [x].exists(x, x == 2))', [false, true]],
  ['[0, 1].exists(x, 1 / x > 0)', true],
  ['[0, 1].all(x, 1 / x > 5)', false],
  ['cel.bind(n, size(state.plan), n * n)', 9],
  ['[3].map(task, task + 1)', [4]],
  ["path.exists(role, role == 'planner')", true],
];

describe('evaluating an expression', () => {
  for (const [text, value] of values) {
    it(text, () => {
      assert.deepEqual(compile(text, text.startsWith('path') ? scope('assert') : scope()).evaluate(bindings({ path: ['planner'] })), { ok: true, value });
    });
  }

  it('keeps what a script’s loop makes as plain objects', () => {
    const tool = { results: [{ hits: [{ n: 1, path: 'docs/a.md', line: 3, text: 'A costs 10', score: 1.5 }] }] };
    assert.deepEqual(evaluate("tool.results[0].hits.map(h, {'claim': h.text, 'source': h.path})", { tool }), [{ claim: 'A costs 10', source: 'docs/a.md' }]);
  });

  it('hands out the state’s own objects, without a copy', () => {
    assert.equal(evaluate('state.findings'), state['findings']);
    assert.equal(evaluate('state.findings[0]'), (state['findings'] as readonly Json[])[0]);
  });

  it('takes names like __proto__ and constructor as plain ones', () => {
    const odd = JSON.parse('{"loose": {"__proto__": {"a": 1}, "constructor": 2}}') as { loose: Json };
    const values = { state: { ...state, ...odd } };
    assert.equal(evaluate('state.loose.__proto__.a', values), 1);
    assert.equal(evaluate("state.loose['constructor']", values), 2);
    const made = evaluate("{'__proto__': {'polluted': true}, 'constructor': 1}") as Record<string, Json>;
    assert.deepEqual(Object.keys(made), ['__proto__', 'constructor']);
    assert.equal(Object.getPrototypeOf(made), Object.prototype);
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
  });

  it('gives true or false where that is asked for', () => {
    assert.deepEqual(compile('state.step > 3').evaluateBoolean(bindings()), { ok: true, value: true });
    const problem = compile('state.loose').evaluateBoolean(bindings());
    assert.equal(!problem.ok && problem.error.code, 'not-boolean');
  });

  it('can be evaluated again with other values', () => {
    const expression = compile('size(state.plan) + size(state.report)');
    assert.deepEqual(expression.evaluate(bindings()), { ok: true, value: 3 });
    assert.deepEqual(expression.evaluate(bindings({ state: { ...state, plan: [], report: 'abc' } })), { ok: true, value: 3 });
    assert.deepEqual(expression.evaluate(bindings({ state: { ...state, plan: null as never } })), { ok: true, value: 0 });
  });
});

describe('has', () => {
  const cases: readonly (readonly [string, boolean])[] = [
    ['has(state.plan)', true],
    ['has(state.report)', false],
    ["has(state['my-field'])", false],
    ['has(state.critique.verdict)', false],
    ['!has(state.critique.verdict)', true],
    ['has(state.verdict.score)', true],
    ['has(state.verdict.verdict)', true],
    ['has(state.loose.a)', false],
    ['has(state.loose.a.b.c)', false],
    ['has(state.critique.toString)', false],
    ['has(state.findings[7].claim)', false],
    ['has(state.findings[0].claim)', true],
    ['has(meta.plan)', true],
    ['has(meta.report)', false],
    ['has(meta.report.why)', false],
    ['has(subtask.input.dimension)', true],
    ['has(subtask.input.other)', false],
    ['has(confidence)', false],
    ['has(output.findings)', false],
    ['[state.critique].exists(c, has(c.verdict))', false],
  ];
  for (const [text, value] of cases) it(text, () => assert.equal(evaluate(text), value));

  it('tells a field that is there and null from one that is not', () => {
    assert.equal(evaluate('has(subtask.input.a)', { subtask: { id: '', role: '', input: { a: null }, revision: 0 } }), true);
  });
});

describe('a missing confidence', () => {
  const approval = scope('approval');
  const without = bindings({ output: {}, status: 'success', confidence: undefined });
  for (const text of ['confidence < 0.6', '!(confidence >= 0.6)', 'confidence * 100 < 60', 'math.round(confidence) == 0', 'confidence < 0.6 && status == "success"']) {
    it(`never makes an approval hold: ${text}`, () => assert.deepEqual(compile(text, approval).evaluateBoolean(without), { ok: true, value: false }));
  }

  it('leaves the rest of the condition its say', () => {
    assert.deepEqual(compile('confidence < 0.6 || status == "success"', approval).evaluateBoolean(without), { ok: true, value: true });
    assert.deepEqual(compile('confidence == null', approval).evaluateBoolean(without), { ok: true, value: true });
  });

  it('does not hide another problem', () => {
    const result = compile('confidence == 1.0 || 1 / (size(output) - 0) > 0', approval).evaluateBoolean(without);
    assert.equal(!result.ok && result.error.code, 'division-by-zero');
  });

  it('makes a rule fail, and says why', () => {
    const result = compile('confidence >= 0.5', scope('rule')).evaluateBoolean(bindings({ output: {}, confidence: null }));
    assert.equal(!result.ok && result.error.code, 'no-confidence');
  });

  it('holds by its value where there is one', () => {
    assert.deepEqual(compile('confidence < 0.6', approval).evaluateBoolean(bindings({ confidence: 0.5 })), { ok: true, value: true });
  });
});
