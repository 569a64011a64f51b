/** Mistakes that are found without running, each at its own characters; and those that only running finds. */
import assert from 'node:assert/strict';
import type { ExpressionProblemCode } from '../../../src/engine/expressions/problems';
import { bindings, compile, evaluationProblem, problemsOf, scope, state } from './example';

/** The expression with the mistake between « and », its code, and a part of the message or hint. */
const mistakes: readonly (readonly [string, ExpressionProblemCode, RegExp])[] = [
  // Syntax
  ['«»', 'syntax', /empty/],
  ['«   »', 'syntax', /empty/],
  ['size(state.plan) >«»', 'syntax', /missing at the end/],
  ['size(state.plan«»', 'syntax', /`\)` is missing at the end/],
  ['state.step «=» 3', 'syntax', /Compare with `==`/],
  ['state.done «and» true', 'syntax', /Write `&&`/],
  ['state.done «or» true', 'syntax', /Write `\|\|`/],
  ['not «task»', 'syntax', /Write `!`/],
  ['state.done «&» true', 'syntax', /Write `&&`/],
  ['state.report == «“»x”', 'syntax', /straight quotes/],
  ["state.report == «'x»", 'syntax', /not closed/],
  ['state.plan.all(f «f»)', 'syntax', /`\)` is expected before `f`/],
  ['1 + «)»', 'syntax', /A value is expected before `\)`/],
  ['[1, 2].map(«1», 2)', 'syntax', /a name for the item/],
  ['«package» == 1', 'syntax', /reserved/],
  ['state.«in»', 'syntax', /A name is expected/],
  ['the «report» is good', 'syntax', /./],
  // Names
  ['«sate».plan', 'unknown-name', /Did you mean `state`/],
  ['«plan»', 'unknown-name', /`state.plan`/],
  ['size(«plan») == 0', 'unknown-name', /`state.plan`/],
  ['«size» > 1', 'unknown-name', /is a function/],
  ['«toString»', 'unknown-name', /no name/],
  ['[1].map(item, «itm»)', 'unknown-name', /`item`/],
  ["{«claim»: 'x'}", 'unknown-name', /`'claim'/],
  ['state.«pln»', 'unknown-field', /Did you mean `plan`/],
  ["state[«'pln'»]", 'unknown-field', /Did you mean `plan`/],
  ['state.«role»', 'unknown-field', /stands by itself/],
  ['state.«__proto__»', 'unknown-field', /no shared field/],
  ['state.«constructor»', 'unknown-field', /no shared field/],
  ['meta.«repot».writer', 'unknown-field', /`report`/],
  ['meta.report.«writr»', 'unknown-field', /`writer`/],
  ['run.«step» > 1', 'unknown-field', /`steps`/],
  ['run.calls.«reseacher» > 1', 'unknown-field', /`researcher`/],
  ['subtask.«inputs»', 'unknown-field', /`input`/],
  ['state.verdict.«verdit»', 'unknown-field', /`verdict`/],
  ["{'a': 1}.«b»", 'unknown-field', /no `b`/],
  ['has(state.«pln»)', 'unknown-field', /`plan`/],
  ['has(state.verdict.«scor»)', 'unknown-field', /`score`/],
  ['state.findings.all(f, f.«sorce» != "")', 'undeclared-property', /`source`/],
  // Functions
  ['«siz»(state.plan)', 'unknown-function', /`size`/],
  ['state.report.«startWith»("a")', 'unknown-function', /`startsWith`/],
  ['«math.rond»(1.5)', 'unknown-function', /`math.round`/],
  ['«startsWith»(state.report, "a")', 'unknown-function', /behind a dot/],
  ['state.report.«int»()', 'unknown-function', /not stand behind a dot/],
  ['state.report.«split»()', 'wrong-type', /string.split\(separator/],
  ['«state.plan.all(f)»', 'wrong-type', /list.all\(x, condition\)/],
  ['«timestamp»("2024-01-01")', 'unknown-function', /no function/],
  // Types
  ['«state.report + 1»', 'wrong-type', /string\(…\)/],
  ["«state.plan + 'x'»", 'wrong-type', /brackets/],
  ['«state.plan == 3»', 'wrong-type', /never equals a number/],
  ["«state.plan > 'x'»", 'wrong-type', /`size\(…\)`/],
  ["«state.report < 3»", 'wrong-type', /double/],
  ["«-state.report»", 'wrong-type', /takes a number/],
  ["«'a' in state.report»", 'wrong-type', /contains/],
  ["«3 in state.plan»", 'wrong-type', /never in this list/],
  ["«3 in state.verdict»", 'wrong-type', /have names/],
  ['state.plan.«foo»', 'wrong-type', /no fields.*\[0\]/],
  ["state.plan[«'a'»]", 'wrong-type', /no fields/],
  ['state.plan[«true»]', 'wrong-type', /A number is expected/],
  ['«state.report[0]»', 'wrong-type', /charAt/],
  ['!«state.plan»', 'wrong-type', /size\(state.plan\) > 0/],
  ["«state.report» && true", 'wrong-type', /state.report != ''/],
  ['true || «state.step»', 'wrong-type', /state.step > 0/],
  ['«state.report» ? 1 : 2', 'wrong-type', /true or false/],
  ['«state.step».all(x, true)', 'wrong-type', /goes through a list/],
  ['state.plan.all(p, «size(p)»)', 'wrong-type', /`all` needs true or false/],
  ['«state.plan».contains("a")', 'wrong-type', /`item in list`/],
  ['state.report.startsWith(«3»)', 'wrong-type', /takes a string here, not a number/],
  ['string(«state.plan»)', 'wrong-type', /json/],
  ['«has(1)»', 'wrong-type', /has\(state.report\)/],
  ['has(«size(state.plan)»)', 'wrong-type', /takes a field/],
  ["{'a': 1, «'a'»: 2}", 'wrong-type', /twice/],
  ['{«1»: 2}', 'wrong-type', /is a string/],
  // Not supported
  ["«b'abc'»", 'not-supported', /Bytes/],
  ['«3u»', 'not-supported', /`u`/],
  ['«9007199254740993»', 'not-supported', /too large/],
];

describe('mistakes in an expression', () => {
  for (const [marked, code, says] of mistakes) {
    it(marked, () => {
      const text = marked.replaceAll(/[«»]/g, '');
      const start = marked.indexOf('«');
      const found = problemsOf(text).find((problem) => problem.code === code);
      assert.ok(found, JSON.stringify(problemsOf(text)));
      assert.deepEqual({ start: found.start, end: found.end }, { start, end: marked.indexOf('»') - 1 });
      assert.match(`${found.message} ${found.hint ?? ''}`, says);
    });
  }

  it('finds all of them at once, in the order of the text', () => {
    const found = problemsOf("state.pln == 1 && state.report + 1 == 2 && siz(sate.x) && has(state.reprt)");
    assert.deepEqual(
      found.map(({ code, start }) => ({ code, start })),
      [
        { code: 'unknown-field', start: 6 },
        { code: 'wrong-type', start: 18 },
        { code: 'unknown-function', start: 43 },
        { code: 'unknown-field', start: 68 },
      ],
    );
  });

  it('reports one mistake once, however much is built on it', () => {
    assert.equal(problemsOf('(state.pln + 1 > 2 || !state.pln2.foo[3]) && size(sate.x) == 1').length, 3);
  });

  it('wants true or false where a condition stands, and a list where one is wanted', () => {
    assert.deepEqual(problemsOf('size(state.plan)', scope('route'), 'boolean').map(({ code, start, end }) => [code, start, end]), [['wrong-type', 0, 16]]);
    assert.match(problemsOf('state.plan', scope('condition'), 'boolean')[0]!.hint!, /size\(state.plan\) > 0/);
    assert.deepEqual(problemsOf('state.plan', scope('route'), 'list'), []);
    assert.match(problemsOf('state.report', scope('route'), 'list')[0]!.message, /has to give a list/);
    assert.deepEqual(problemsOf('state.loose', scope('route'), 'list'), []);
  });

  it('lets what it cannot know be, and hints where an untyped field is compared', () => {
    const [hint, ...more] = problemsOf("state.loose == 'x'");
    assert.deepEqual([hint!.code, hint!.severity, hint!.start, hint!.end, more.length], ['untyped-comparison', 'hint', 0, 11, 0]);
    assert.deepEqual(problemsOf("state.loose.anything[3].x"), []);
    assert.deepEqual(problemsOf('state.loose == null'), []);
    assert.deepEqual(problemsOf('size(state.loose)'), []);
  });

  it('hints that a number may not be set yet, unless the expression asks', () => {
    assert.deepEqual(problemsOf('state.step > 3').map(({ code, severity, start, end }) => [code, severity, start, end]), [['may-be-unset', 'hint', 0, 10]]);
    assert.deepEqual(problemsOf('has(state.step) && state.step > 3'), []);
    assert.deepEqual(problemsOf('state.round > 3'), []);
    assert.deepEqual(problemsOf('state.step == 3'), []);
  });

  it('offers the other way to a sentence in a condition', () => {
    assert.match(problemsOf('the state of the plan is good', scope('condition'))[0]!.hint!, /\{ask: /);
    assert.doesNotMatch(problemsOf('the state of the plan is good', scope('rule'))[0]!.hint ?? '', /ask/);
  });

  it('knows the names of its place only', () => {
    for (const [place, text] of [['finish', 'role'], ['condition', 'output'], ['route', 'subtask'], ['template', 'output'], ['assert', 'output'], ['goal', 'run'], ['rule', 'call']] as const) {
      assert.deepEqual(problemsOf(text, scope(place)).map((problem) => problem.code), ['unknown-name'], `${place}: ${text}`);
    }
    assert.deepEqual(problemsOf('output', scope('assert', { withOutput: true })), []);
  });

  it('checks output and subtask.input by their schemas', () => {
    const output = { type: 'object', properties: { n: { type: 'number' } }, additionalProperties: false } as const;
    assert.equal(problemsOf('output.m > 1', scope('rule', { output }))[0]!.code, 'unknown-field');
    assert.equal(problemsOf("output.n + 'x' == ''", scope('rule', { output }))[0]!.code, 'wrong-type');
    const input = { type: 'object', properties: { dimension: { type: 'string' } } } as const;
    assert.equal(problemsOf('subtask.input.dimension > 3', scope('condition', { input }))[0]!.code, 'wrong-type');
  });
});

describe('problems that only running finds', () => {
  const cases: readonly (readonly [string, string, RegExp])[] = [
    ['«1 / 0»', 'division-by-zero', /zero/],
    ['«1.5 / 0»', 'division-by-zero', /zero/],
    ['«state.step / state.round» > 0.5', 'division-by-zero', /zero/],
    ['«state.step % 0»', 'division-by-zero', /zero/],
    ['«1e308 * 10.0»', 'number-range', /too large/],
    ['«9007199254740991 + 1»', 'number-range', /whole number/],
    ['state.critique.«verdict»', 'missing-key', /has\(…\)/],
    ['meta.«report».writer', 'missing-key', /`report`/],
    ['«state.plan[9]»', 'missing-item', /no item 9 in a list of 3/],
    ['«state.plan[0 - 1]»', 'missing-item', /no item -1/],
    ['«state.plan[0.5]»', 'missing-item', /0.5/],
    ['state.loose.«a»', 'null-value', /null/],
    ['«state.loose[0]»', 'null-value', /null/],
    ['«state.loose» > 3', 'null-value', /`state.loose` is null.*has\(state.loose\)/],
    ['3 + «state.loose»', 'null-value', /null/],
    ['«run.cost_usd» < 0.05', 'null-value', /run.cost_usd/],
    ['«state.loose».all(x, true)', 'null-value', /null/],
    ["«'a' in state.loose»", 'null-value', /null/],
    ['«state.loose» && true', 'null-value', /null/],
    ['«dyn(1) + dyn("a")»', 'wrong-type', /number and a string/],
    ['«dyn(1) < dyn("a")»', 'wrong-type', /number and a string/],
    ['-«»dyn("a")', 'wrong-type', /takes a number/],
    ['dyn([1])[«"x"»]', 'wrong-type', /list/],
    ['dyn("abc").«length»', 'wrong-type', /no fields/],
    ['size(«dyn(3)»)', 'wrong-type', /takes a string, a list or an object/],
    ['«output»', 'missing-name', /no `output` at this point/],
    ["«int('x')»", 'bad-value', /not a whole number/],
    ["«'abc'.substring(9)»", 'bad-value', /position/],
    ["«[1, 'a'].sort()»", 'wrong-type', /order/],
    ["«[{'a': 1}].join()»", 'wrong-type', /json/],
  ];
  for (const [marked, code, says] of cases) {
    it(marked, () => {
      const problem = evaluationProblem(marked.replaceAll(/[«»]/g, ''));
      assert.equal(problem.code, code, problem.message);
      assert.match(`${problem.message} ${problem.hint ?? ''}`, says);
      if (!marked.includes('«»')) assert.deepEqual([problem.start, problem.end], [marked.indexOf('«'), marked.indexOf('»') - 1]);
    });
  }

  it('does not take the failure of one side for an answer', () => {
    const expression = compile('state.loose.x == 1 || state.step == 4');
    assert.equal(expression.evaluate(bindings()).ok, false);
    assert.deepEqual(expression.evaluate(bindings({ state: { ...state, step: 4 } })), { ok: true, value: true });
  });
});
