/** The names of each place, the types that come from JSON Schemas, and the format's own examples. */
import assert from 'node:assert/strict';
import { showType } from '../../../src/engine/expressions/exprType';
import { compileTemplate } from '../../../src/engine/expressions/compileTemplate';
import { schemaType } from '../../../src/engine/expressions/schemaType';
import { compile, problemsOf, scope } from './example';

describe('the examples of the format', () => {
  const examples = [
    ['condition', 'size(state.plan) == 0'],
    ['condition', 'size(state.findings) >= 3'],
    ['finish', "state.report != ''"],
    ['route', 'size(state.plan) == 0'],
    ['route', '!has(state.critique.verdict)'],
    ['route', "state.report == ''"],
    ['routeInput', "'short'"],
    ['rule', "output.findings.all(f, f.source.startsWith('docs/'))"],
    ['rule', 'size(output) <= 8'],
    ['approval', 'confidence < 0.6'],
    ['script', 'size(tool.results) == 0'],
    ['script', "tool.results[0].hits.map(h, {'claim': h.text, 'source': h.path})"],
    ['script', 'call == 1 && subtask.input.dimension == state.plan[0]'],
    ['assert', 'size(state.findings) >= 3'],
    ['assert', "path == ['planner','researcher','critic','writer']"],
    ['assert', 'run.cost_usd < 0.05'],
    ['assert', "status == 'completed' && spend.total.cost_usd < 1 && spend.roles.planner.calls == 1"],
    ['template', "subtask.id + role + task + string(subtask.revision) + string(run.done.planner)"],
  ] as const;
  for (const [place, text] of examples) {
    it(`${place}: ${text}`, () => {
      const where = scope(place);
      assert.deepEqual(problemsOf(text, where, place === 'script' ? 'any' : where.expects).filter((problem) => problem.severity !== 'hint'), []);
    });
  }

  it('goal and instructions', () => {
    assert.ok(compileTemplate('A sourced report on {{ task }}', scope('goal')).ok);
    assert.ok(compileTemplate('Search the documents for {{ subtask.input.dimension }}. Quote, do not summarise.', scope('template')).ok);
  });

  it('for_each gives a list', () => {
    assert.deepEqual(problemsOf('state.plan', scope('route'), 'list'), []);
  });
});

describe('what an expression looks at', () => {
  const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['size(state.plan) == 0 && state["report"] == ""', ['plan', 'report'], []],
    ['has(state.critique.verdict) && !has(state.step)', ['critique', 'step'], []],
    ['meta.plan.version > 1 && has(meta.report)', [], ['plan', 'report']],
    ['state.findings.all(f, f.claim in state.plan)', ['findings', 'plan'], []],
    ['[1].map(state, state)', [], []],
    ['task == "" && run.steps > 2', [], []],
  ];
  for (const [text, fields, meta] of cases) {
    it(text, () => {
      const { names } = compile(text);
      assert.deepEqual([names.state, names.meta], [fields, meta]);
    });
  }

  it('is every field where only running can tell', () => {
    const all = [...scope().fields.keys()];
    for (const text of ['state[state.report] == 1', 'size(state) > 0', 'json(state) == ""']) assert.deepEqual([...compile(text).names.state].sort(), [...all].sort(), text);
    assert.deepEqual(compile('size(meta) > 0').names.meta, all);
  });

  it('tells the names beside the fields', () => {
    assert.deepEqual(compile('task == role && has(output.x) && state.plan == []').names.roots, ['task', 'role', 'output', 'state']);
  });
});

describe('the type of a JSON Schema', () => {
  const self = { $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } }, $ref: '#/$defs/node' };
  it('is what may be done with its values', () => {
    assert.equal(showType(schemaType({ type: 'integer' })), 'a number');
    assert.equal(showType(schemaType({ type: ['string', 'null'] })), 'a string');
    assert.equal(showType(schemaType({ type: ['string', 'number'] })), 'any value');
    assert.equal(showType(schemaType({ enum: ['a', 'b'] })), 'a string');
    assert.equal(showType(schemaType({ const: true })), 'a boolean');
    assert.equal(showType(schemaType({ anyOf: [{ type: 'number' }, { type: 'null' }] })), 'a number');
    assert.equal(showType(schemaType({ properties: {} })), 'an object');
    assert.equal(showType(schemaType(null)), 'any value');
    assert.equal(showType(schemaType(self)), 'an object');
    assert.equal(showType(schemaType({ $ref: '#' })), 'any value');
    assert.equal(showType(schemaType({ type: 'array', items: { $ref: '#/definitions/x' }, definitions: { x: { type: 'string' } } })), 'a list');
  });
});
