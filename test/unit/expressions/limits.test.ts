/** No expression runs for long, grows without bound, or brings the host down. */
import assert from 'node:assert/strict';
import type { Bindings } from '../../../src/engine/expressions/bindings';
import { expressionLimits } from '../../../src/engine/expressions/limits';
import { loadPatterns } from '../../../src/engine/expressions/patterns';
import type { Json } from '../../../src/engine/shared/json';
import { bindings, compile, problemsOf, scope, state } from './example';

/** Generous, for a slow machine under load; what hangs takes minutes or for ever. */
const patienceMs = 2_000;

function withValue(value: Json): Bindings {
  return bindings({ state: { ...state, loose: value } });
}

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => i);
}

function evaluateTimed(text: string, where: Bindings): { readonly code: string; readonly ms: number } {
  const expression = compile(text);
  const started = performance.now();
  const result = expression.evaluate(where);
  return { code: result.ok ? 'ok' : result.error.code, ms: performance.now() - started };
}

describe('limits of an expression', () => {
  before(loadPatterns);

  const mistakes: readonly (readonly [string, string])[] = [
    ['a long text', `'${'a'.repeat(expressionLimits.sourceLength)}'`],
    ['many parts', Array.from({ length: 1_200 }, () => '1').join('+')],
    ['many parts in a row', Array.from({ length: 400 }, () => '1').join('+')],
    ['deep brackets', `${'('.repeat(200)}1${')'.repeat(200)}`],
    ['deep lists', `${'['.repeat(200)}1${']'.repeat(200)}`],
    ['a long chain of !', `${'!'.repeat(7_000)}true`],
    ['a long chain of fields', `subtask.input${'.a'.repeat(300)}`],
    ['a long list', `[${'1,'.repeat(1_500)}]`],
    ['four loops within one another', '[1].all(a, [1].all(b, [1].all(c, [1].all(d, true))))'],
  ];
  for (const [name, text] of mistakes) {
    it(`are checked before it runs: ${name}`, () => assert.deepEqual(problemsOf(text).map((problem) => problem.code), ['too-large']));
  }

  it('allow three loops within one another, and any number side by side', () => {
    assert.deepEqual(problemsOf('[1].all(a, [1].all(b, [1].all(c, true))) && [1].all(d, true) && [1].map(x, x).filter(y, true).all(z, true)'), []);
  });

  const heavy: readonly (readonly [string, string, Json, string])[] = [
    ['a loop in a loop', 'state.loose.all(x, state.loose.all(y, x + y >= 0))', numbers(3_000), 'too-much-work'],
    ['loops that fail', 'state.loose.all(x, state.loose.all(y, 1 / 0 > x))', numbers(2_000), 'too-much-work'],
    ['a doubled string', doubling("'x'", 26), null, 'too-large'],
    ['a doubled list', doubling('[1]', 26), null, 'too-large'],
    ['a list of one list many times', nesting(24), null, 'too-large'],
    ['the comparison of such lists', `${nesting(22)} == ${nesting(22)}`, null, 'too-much-work'],
    ['a large replacement', "state.loose.replace('a', state.loose)", 'a'.repeat(20_000), 'too-large'],
    ['characters of a large text', "state.loose.split('')", 'a'.repeat(1_000_000), 'too-large'],
    ['a sort of many', 'state.loose.all(x, size(state.loose.sort()) > 0)', numbers(5_000), 'too-much-work'],
    ['distinct of many', 'state.loose.all(x, size(state.loose.distinct()) > 0)', numbers(5_000), 'too-much-work'],
    ['a search made slow on purpose', "state.loose.contains(state.loose.substring(0, 20000) + 'b' + state.loose.substring(0, 20000))", 'a'.repeat(2_000_000), 'ok'],
    ['the last of many places', 'state.loose.lastIndexOf(state.loose.substring(0, 50000)) > 0', 'a'.repeat(1_000_000), 'ok'],
    ['many patterns', "state.loose.all(x, !'b'.matches('((a{9}){9}){9}' + string(x)))", numbers(1_000), 'too-much-work'],
    ['a pattern over a large text', "state.loose.matches('[ab]*a[ab]{200}c')", 'ab'.repeat(300_000), 'too-much-work'],
  ];
  for (const [name, text, value, code] of heavy) {
    it(`bound the running of ${name}`, () => {
      const result = evaluateTimed(text, withValue(value));
      assert.equal(result.code, code);
      assert.ok(result.ms < patienceMs, `${result.ms} ms`);
    });
  }

  it('do not let || or exists make up for a bound that was reached', () => {
    const where = withValue(numbers(3_000));
    assert.equal(evaluateTimed('true || state.loose.all(x, state.loose.all(y, true))', where).code, 'ok');
    assert.equal(evaluateTimed('state.loose.all(x, state.loose.all(y, true)) || true', where).code, 'too-much-work');
    assert.equal(evaluateTimed('[1].exists(z, state.loose.all(x, state.loose.all(y, true)))', where).code, 'too-much-work');
  });

  it('are far from what a team needs', () => {
    const findings = Array.from({ length: 2_000 }, (_, i) => ({ claim: `claim ${i}`, source: `docs/${i}.md`, weight: i }));
    const where = bindings({ state: { ...state, findings, report: 'The report. '.repeat(20_000) } });
    for (const text of [
      "state.findings.all(f, f.source.startsWith('docs/') && size(f.claim) < 200)",
      'size(state.findings.map(f, f.source).distinct()) == size(state.findings)',
      'state.findings.filter(f, f.weight > 10).sortBy(f, f.claim).map(f, f.claim).join("; ").size() > 0',
      "state.report.contains('nowhere') == false && state.report.matches('(?i)^the report')",
    ]) {
      assert.deepEqual(compile(text).evaluate(where), { ok: true, value: true }, text);
    }
  });

  it('end where a value is too deep to be walked', () => {
    let deep: Json = [];
    for (let i = 0; i < 100_000; i++) deep = [deep];
    const result = compile('state.loose == dyn([state.loose])').evaluate(withValue(deep));
    assert.ok(!result.ok);
    assert.equal(compile('state.loose').evaluate(withValue(deep)).ok, false);
  });
});

describe('patterns', () => {
  before(loadPatterns);

  it('end on texts that make other engines backtrack for ever', () => {
    const started = performance.now();
    assert.deepEqual(compile(`'${'a'.repeat(30)}!'.matches('(a+)+$')`).evaluate(bindings()), { ok: true, value: false });
    assert.deepEqual(compile("state.loose.matches('^(([a-z])+.)+[A-Z]([a-z])+$')").evaluate(withValue('a'.repeat(5_000))), { ok: true, value: false });
    assert.ok(performance.now() - started < patienceMs);
  });

  it('are checked when they stand in the expression', () => {
    const [problem] = problemsOf("task.matches('a(b')");
    assert.deepEqual([problem!.code, problem!.start, problem!.end], ['bad-pattern', 13, 18]);
    assert.match(problemsOf("task.matches('(?=a)b')")[0]!.message, /looks ahead/);
    assert.match(problemsOf("task.matches('(a)\\\\1')")[0]!.message, /pattern is wrong/);
    assert.match(problemsOf(`task.matches('${'a'.repeat(1_001)}')`)[0]!.message, /longer than 1000/);
  });

  it('are a problem, not a pass, when they are wrong while running', () => {
    const result = compile("task.matches(state.loose)", scope('rule'), 'boolean').evaluateBoolean(withValue('('));
    assert.equal(!result.ok && result.error.code, 'bad-pattern');
  });
});

/** `cel.bind(x0, start, cel.bind(x1, x0 + x0, …))` */
function doubling(start: string, times: number): string {
  let text = `size(x${times - 1})`;
  for (let i = times - 1; i > 0; i--) text = `cel.bind(x${i}, x${i - 1} + x${i - 1}, ${text})`;
  return `cel.bind(x0, ${start}, ${text})`;
}

/** A value that is small as it is kept and huge as it is written. */
function nesting(levels: number): string {
  let text = `x${levels - 1}`;
  for (let i = levels - 1; i > 0; i--) text = `cel.bind(x${i}, [x${i - 1}, x${i - 1}], ${text})`;
  return `cel.bind(x0, [1], ${text})`;
}
