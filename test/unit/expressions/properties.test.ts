/** What holds of every expression, whatever is thrown at it. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compileExpression } from '../../../src/engine/expressions/compileExpression';
import { compileTemplate } from '../../../src/engine/expressions/compileTemplate';
import { looksLikeQuestion } from '../../../src/engine/expressions/looksLikeQuestion';
import { loadPatterns } from '../../../src/engine/expressions/patterns';
import { splitTemplate } from '../../../src/engine/expressions/splitTemplate';
import type { Json } from '../../../src/engine/shared/json';
import { bindings, compile, evaluate, scope, state } from './example';

const hostileNames = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'length', '__defineGetter__', 'state', 'in', '', '{{'];

const tokens = [
  ...['state', 'meta', 'task', 'run', 'subtask', 'output', 'confidence', 'tool', 'x', 'plan', 'loose', 'step', 'math', 'cel'],
  ...['.', '[', ']', '(', ')', '{', '}', ',', ':', '?', ' ', '+', '-', '*', '/', '%', '!', '==', '!=', '<', '>=', '&&', '||', ' in '],
  ...['size', 'has', 'all', 'map', 'filter', 'matches', 'split', 'join', 'sortBy', 'string', 'int', 'first', '.all(x,', '.map(x,'],
  ...['0', '1', '2.5', '1e9', '""', "'a'", "r'(a+)+$'", 'true', 'null', 'b"x"', '3u', '//', '\n', 'é', '{{', '}}'],
  ...hostileNames,
];

/** Expressions that are well formed, over the example's names. */
const { expression } = fc.letrec<{ expression: string; atom: string }>((tie) => ({
  atom: fc.constantFrom('state.plan', 'state.loose', 'state.step', 'state.round', 'state.report', 'state.findings', 'task', 'subtask.input', 'run.calls', '0', '2', '1.5', "'a'", "''", '[]', '[1, 2]', "{'a': 1}", 'null', 'true', ...hostileNames.slice(0, 7).map((name) => `subtask.input.${name}`)),
  expression: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    tie('atom'),
    fc.tuple(tie('expression'), fc.constantFrom('+', '-', '*', '/', '%', '==', '!=', '<', '<=', '&&', '||', 'in'), tie('expression')).map(([a, op, b]) => `(${a} ${op} ${b})`),
    fc.tuple(fc.constantFrom('!', '-', 'size', 'dyn', 'json', 'string', 'int', 'double'), tie('expression')).map(([f, a]) => `${f}(${a})`),
    fc.tuple(fc.constantFrom('all', 'exists', 'map', 'filter', 'exists_one', 'sortBy'), tie('expression'), tie('expression')).map(([f, a, b]) => `dyn(${a}).${f}(x, dyn(${b}))`),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `dyn(${a})[dyn(${b})]`),
    fc.tuple(tie('expression'), fc.constantFrom('first', 'sort', 'distinct', 'reverse', 'sum', 'max', 'trim', 'flatten', 'join')).map(([a, f]) => `dyn(${a}).${f}()`),
    fc.tuple(tie('expression'), tie('expression'), tie('expression')).map(([a, b, c]) => `(dyn(${a}) ? ${b} : ${c})`),
  ),
}));

/** JSON, with names that break careless code. */
const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;
const hostileJson: fc.Arbitrary<Json> = fc.oneof(json, fc.dictionary(fc.constantFrom(...hostileNames), json, { noNullPrototype: false }) as fc.Arbitrary<Json>);

function isPlainJson(value: Json): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (Array.isArray(value)) return (value as readonly Json[]).every(isPlainJson);
  return typeof value === 'object' && Object.values(value).every(isPlainJson);
}

describe('every expression', function () {
  this.timeout(30_000);
  before(loadPatterns);

  it('is compiled or refused with places inside its text, whatever the text', () => {
    const anything = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.array(fc.constantFrom(...tokens), { maxLength: 25 }).map((parts) => parts.join('')));
    fc.assert(
      fc.property(anything, (text) => {
        looksLikeQuestion(text, scope());
        const result = compileExpression(text, scope(), 'any');
        for (const { start, end } of result.ok ? result.value.problems : result.error) assert.ok(0 <= start && start <= end && end <= text.length, `${start}..${end}`);
        if (result.ok) result.value.evaluate(bindings());
        else assert.ok(result.error.length > 0);
      }),
      { numRuns: 3_000 },
    );
  });

  it('gives plain JSON or a problem inside its text, whatever the values, and leaves them as they are', () => {
    let evaluated = 0;
    fc.assert(
      fc.property(expression, hostileJson, hostileJson, (text, loose, input) => {
        const result = compileExpression(text, scope(), 'any');
        if (!result.ok) return;
        const values = { state: { ...state, loose }, subtask: { id: 't', role: 'r', input, revision: 0 } };
        const before = JSON.stringify(values);
        const given = result.value.evaluate(bindings(values));
        assert.equal(JSON.stringify(values), before);
        if (given.ok) assert.ok(isPlainJson(given.value));
        else assert.ok(given.error.code !== 'internal' && 0 <= given.error.start && given.error.start <= given.error.end && given.error.end <= text.length, JSON.stringify(given.error));
        assert.deepEqual(result.value.evaluate(bindings(values)), given);
        evaluated++;
      }),
      { numRuns: 2_000 },
    );
    assert.ok(evaluated > 500, `only ${evaluated} were compiled`);
  });

  it('computes with JSON numbers and written numbers alike', () => {
    const number = fc.integer({ min: -1_000_000, max: 1_000_000 });
    const operators = fc.constantFrom('+', '-', '*', '==', '!=', '<', '<=', '>', '>=');
    fc.assert(
      fc.property(number, number, operators, (a, b, op) => {
        const values = { state: { ...state, loose: a, step: b } };
        const written = evaluate(`(${a}) ${op} (${b})`);
        for (const text of [`state.loose ${op} state.step`, `state.loose ${op} (${b})`, `(${a}) ${op} state.step`, `${a}.0 ${op} (${b})`]) assert.equal(evaluate(text, values), written, text);
      }),
      { numRuns: 500 },
    );
  });

  it('never reaches a prototype', () => {
    for (const name of hostileNames) {
      for (const of of ['state.critique', 'state.plan', 'state.report', 'state.step', 'dyn(1)', 'dyn("a")', 'dyn([])', "{'a': 1}"]) {
        const result = compileExpression(`dyn(${of})[dyn('${name}')]`, scope(), 'any');
        assert.ok(result.ok);
        assert.equal(result.value.evaluate(bindings()).ok, false, `${of}[${name}]`);
      }
      assert.equal(evaluate(`has(state.critique['${name}'])`), false);
      assert.equal(evaluate(`'${name}' in state.critique`), false);
    }
  });
});

describe('every template', () => {
  it('is cut without a gap and compiled or refused inside its text', () => {
    const anything = fc.array(fc.oneof(fc.constantFrom(...tokens, '{{ ', ' }}', "'", '"', '\\'), fc.string({ maxLength: 4 })), { maxLength: 20 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(anything, (text) => {
        let at = 0;
        for (const piece of splitTemplate(text)) {
          assert.equal(piece.start, at);
          at = piece.end;
        }
        assert.equal(at, text.length);
        const result = compileTemplate(text, scope());
        if (result.ok) result.value.evaluate(bindings());
        else for (const { start, end } of result.error) assert.ok(0 <= start && start <= end && end <= text.length);
      }),
      { numRuns: 2_000 },
    );
  });

  it('without braces is the text itself', () => {
    fc.assert(fc.property(fc.string(), (text) => assert.deepEqual(compileTemplateText(text.replaceAll('{{', '{')), { ok: true, value: text.replaceAll('{{', '{') })));
  });

  it('prints a value as it came', () => {
    fc.assert(fc.property(fc.string(), (text) => assert.equal(evaluate('state.loose', { state: { ...state, loose: text } }), text)));
    assert.equal(compile('task').text, 'task');
  });
});

function compileTemplateText(text: string): unknown {
  const result = compileTemplate(text, scope());
  return result.ok ? result.value.evaluate(bindings()) : result;
}
