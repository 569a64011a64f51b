/** Texts and JSON values with {{ expressions }} in them. */
import assert from 'node:assert/strict';
import { compileTemplate } from '../../../src/engine/expressions/compileTemplate';
import { compileJsonTemplate } from '../../../src/engine/expressions/jsonTemplate';
import type { Template } from '../../../src/engine/expressions/template';
import type { Json } from '../../../src/engine/shared/json';
import { bindings, scope, state } from './example';

function compile(text: string): Template {
  const result = compileTemplate(text, scope());
  assert.ok(result.ok, JSON.stringify(result));
  return result.value;
}

const filled: readonly (readonly [string, string])[] = [
  ['', ''],
  ['plain { text } with } single { braces', 'plain { text } with } single { braces'],
  ['Search for {{ subtask.input.dimension }}.', 'Search for price.'],
  ['{{task}}/{{task}}', 'heat pumps/heat pumps'],
  ['{{ state.plan }} {{ state.step }} {{ state.loose }} {{ true }}', '["price","support","noise"] 5 null true'],
  ["{{ '{{' }} and {{ '}}' }}", '{{ and }}'],
  ['{{ "}}" }}', '}}'],
  ["{{ {'a': {'b': 1}} }}", '{"a":{"b":1}}'],
  ["{{ {'a': {'b': 1}}.a.b}}", '1'],
  ["{{ 'it\\'s }}' }}", "it's }}"],
  ["{{ r'\\d }}' }}{{ 1 }}", '\\d }}1'],
  ["{{ '''a'}}''' }}", "a'}}"],
  ["{{ 1 // it's a comment }}!", '1!'],
  ['{{ 1 // more\n + 1 }}', '2'],
  ['}} {{ 1 }} }}', '}} 1 }}'],
];

describe('a template', () => {
  for (const [text, value] of filled) {
    it(JSON.stringify(text), () => assert.deepEqual(compile(text).evaluate(bindings()), { ok: true, value }));
  }

  it('tells its parts and their places', () => {
    const parts = compile('a {{ task }} b').parts.map((part) => [part.kind, part.start, part.end]);
    assert.deepEqual(parts, [['text', 0, 2], ['expression', 2, 12], ['text', 12, 14]]);
  });

  it('tells what it looks at', () => {
    assert.deepEqual(compile('{{ state.plan }} {{ meta.report.why }} {{ task }}').names, { state: ['plan'], meta: ['report'], roots: ['state', 'meta', 'task'] });
  });

  it('keeps the type of an expression that stands alone', () => {
    assert.deepEqual(compile('  {{ state.plan }}\n').evaluateValue(bindings()), { ok: true, value: ['price', 'support', 'noise'] });
    assert.deepEqual(compile('{{ state.step }}').evaluateValue(bindings()), { ok: true, value: 5 });
    assert.deepEqual(compile('{{ state.step }}.').evaluateValue(bindings()), { ok: true, value: '5.' });
    assert.deepEqual(compile('{{ 1 }}{{ 2 }}').evaluateValue(bindings()), { ok: true, value: '12' });
  });

  it('shows every mistake at its own place', () => {
    const result = compileTemplate('{{ sate.plan }} and {{ state.pln }} and {{ 1 + }}{{ }}', scope());
    assert.ok(!result.ok);
    assert.deepEqual(result.error.map(({ code, start, end }) => [code, start, end]), [
      ['unknown-name', 3, 7],
      ['unknown-field', 29, 32],
      ['syntax', 46, 46],
      ['syntax', 51, 52],
    ]);
  });

  it('shows where braces are not closed', () => {
    for (const text of ['a {{ task', 'a {{ task }', "a {{ 'x }}", 'a {{ {1: 2 }}']) {
      const result = compileTemplate(text, scope());
      assert.ok(!result.ok, text);
      assert.deepEqual(result.error.map(({ code, start, end }) => [code, start, end]), [['syntax', 2, 4]], text);
      assert.match(result.error[0]!.message, /not closed/);
    }
  });

  it('does not judge the type of what it prints', () => {
    const result = compileTemplate('{{ size(state.plan) }}', scope('rule'));
    assert.ok(result.ok);
  });

  it('fails as a whole, at the place of the expression that fails', () => {
    const result = compile('a {{ task }} {{ state.loose.x }}').evaluate(bindings());
    assert.ok(!result.ok);
    assert.deepEqual([result.error.code, result.error.start, result.error.end], ['null-value', 28, 29]);
  });

  it('does not grow without bound', () => {
    const result = compile('{{ state.report }}'.repeat(30)).evaluate(bindings({ state: { ...state, report: 'x'.repeat(1_000_000) } }));
    assert.equal(!result.ok && result.error.code, 'too-large');
  });
});

describe('a JSON template', () => {
  function fill(value: Json): unknown {
    const result = compileJsonTemplate(value, scope());
    assert.ok(result.ok, JSON.stringify(result));
    return result.value.evaluate(bindings());
  }

  it('fills in every string and leaves the rest', () => {
    const value = { findings: '{{ state.findings.map(f, f.claim) }}', note: ['on {{ task }}', 3, null, true, { '{{ key }}': 'x' }] };
    assert.deepEqual(fill(value), { ok: true, value: { findings: ['A costs 10', 'B is loud'], note: ['on heat pumps', 3, null, true, { '{{ key }}': 'x' }] } });
  });

  it('takes a key like __proto__ as a plain one', () => {
    const result = fill(JSON.parse('{"__proto__": "{{ task }}"}') as Json) as { value: object };
    assert.deepEqual(Object.entries(result.value), [['__proto__', 'heat pumps']]);
    assert.equal(Object.getPrototypeOf(result.value), Object.prototype);
  });

  it('tells the path of a mistake, and of a failure', () => {
    const wrong = compileJsonTemplate({ a: [{ b: 'x {{ sate }}' }], c: '{{ state.pln }}' }, scope());
    assert.ok(!wrong.ok);
    assert.deepEqual(wrong.error.map(({ path, start }) => [path, start]), [[['a', 0, 'b'], 5], [['c'], 9]]);
    const failing = compileJsonTemplate({ a: ['{{ state.loose.x }}'] }, scope());
    assert.ok(failing.ok);
    const result = failing.value.evaluate(bindings());
    assert.deepEqual(!result.ok && [result.error.path, result.error.code], [['a', 0], 'null-value']);
  });

  it('tells what it looks at', () => {
    const result = compileJsonTemplate(['{{ state.plan }}', '{{ state.report }}'], scope());
    assert.deepEqual(result.ok && result.value.names.state, ['plan', 'report']);
  });
});
