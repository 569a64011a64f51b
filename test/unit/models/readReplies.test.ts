import assert from 'node:assert/strict';
import { readChoice } from '../../../src/engine/models/readChoice';
import { readJudgement } from '../../../src/engine/models/readJudgement';
import { readVerdict } from '../../../src/engine/models/readVerdict';
import { readWorkReply, type WorkContract } from '../../../src/engine/models/readWorkReply';
import { loadSchemas } from '../../../src/engine/schemas/loadSchemas';
import type { JsonObject } from '../../../src/engine/shared/json';
import type { Schemas } from '../../../src/engine/shared/schemas';
import type { Write } from '../../../src/engine/team/team';

describe('readWorkReply', () => {
  let schemas: Schemas;
  before(async () => {
    schemas = await loadSchemas();
  });

  const findings: Write = {
    field: 'findings',
    schema: { type: 'array', items: { type: 'object', required: ['claim', 'source'], properties: { claim: { type: 'string' }, source: { type: 'string' }, n: { type: 'integer', default: 1 } } } },
  };
  const note: Write = { field: 'note', schema: null };
  const contract = (more: Partial<WorkContract> = {}): WorkContract => ({ role: { mode: 'retrieve', writes: [findings, note] }, shown: { plan: ['a'] }, plan: { roles: ['worker'], planned: [], replaces: () => [] }, schemas, outputBytes: 10_000, ...more });
  const read = (value: JsonObject, more: Partial<WorkContract> = {}) => {
    const result = readWorkReply(value, contract(more));
    return result.ok ? result.value : assert.fail(JSON.stringify(result.error));
  };
  const problems = (value: JsonObject, more: Partial<WorkContract> = {}) => {
    const result = readWorkReply(value, contract(more));
    return result.ok ? assert.fail(`accepted ${JSON.stringify(result.value)}`) : result.error;
  };
  const finding = { claim: 'c', source: 's', n: 1 };

  it('takes a reply that keeps the contract', () => {
    assert.deepEqual(read({ status: 'partial', confidence: 0.5, output: { findings: [finding] }, why: 'so' }), { status: 'partial', confidence: 0.5, why: 'so', output: { findings: [finding] }, changed: false, notes: [], subtasks: [], extend: null });
    assert.deepEqual(read({ output: { note: 1 } }), { status: 'success', confidence: null, why: null, output: { note: 1 }, changed: false, notes: [], subtasks: [], extend: null });
  });

  it('names an unknown key and the fields that are written (A3)', () => {
    assert.deepEqual(problems({ output: { foo: 1 } }), [{ field: 'foo', problem: '"foo" is not a field that this role writes.', fix: 'Write only: findings, note.' }]);
    assert.deepEqual(problems({ foo: 1 }), [{ field: 'output', problem: 'The reply has no output; it has "foo".', fix: 'Put the fields you write into output: findings, note.' }]);
    assert.deepEqual(problems({ output: [1] })[0]?.problem, 'output must be an object, not [1].');
  });

  it('leaves an unchanged echo of what was read out, and refuses a changed one', () => {
    const kept = read({ output: { note: 1, plan: ['a'] } });
    assert.deepEqual([kept.output, kept.changed, kept.notes], [{ note: 1 }, true, ['output.plan repeats what the role read, unchanged: left out.']]);
    assert.equal(problems({ output: { note: 1, plan: ['b'] } })[0]?.field, 'plan');
  });

  it('checks each field by its schema, names the place, and fills defaults in', () => {
    assert.deepEqual(problems({ output: { findings: [{ claim: 'c' }, { claim: 1, source: 's' }] } }).map((p) => p.field), ['findings[0]', 'findings[1].claim']);
    const filled = read({ output: { findings: [{ claim: 'c', source: 's' }] } });
    assert.deepEqual([filled.output, filled.changed], [{ findings: [finding] }, true]);
  });

  it('asks for what an output schema requires, unless the role says that it failed', () => {
    const role: WorkContract['role'] = { mode: null, writes: [{ ...note, required: true }, findings] };
    assert.equal(problems({ output: { findings: [] } }, { role })[0]?.problem, 'output lacks note.');
    assert.deepEqual(read({ status: 'partial', output: { findings: [] } }, { role }).output, { findings: [] });
    assert.deepEqual(read({ status: 'failed' }, { role }).output, {});
  });

  it('notes an output that holds nothing', () => {
    assert.deepEqual(read({ output: {} }).notes, ['The output holds no field.']);
  });

  it('takes no output of a role that writes nothing', () => {
    const role: WorkContract['role'] = { mode: null, writes: [] };
    assert.deepEqual(read({ status: 'success' }, { role }).output, {});
    assert.equal(problems({ output: { x: 1 } }, { role })[0]?.fix, 'Leave output empty: {}.');
  });

  it('refuses a status and a confidence that are none', () => {
    assert.equal(problems({ status: 'done', output: { note: 1 } })[0]?.problem, '"done" is not a status.');
    for (const confidence of ['0.9', 1.5, -1, true, [0.5]]) assert.equal(problems({ confidence, output: { note: 1 } })[0]?.field, 'confidence', JSON.stringify(confidence));
    assert.equal(read({ confidence: null, output: { note: 1 } }).confidence, null);
  });

  it('bounds the size in bytes, not in characters', () => {
    assert.equal(problems({ output: { note: '日'.repeat(40) } }, { outputBytes: 100 })[0]?.problem, 'The output has 131 bytes; 100 are allowed.');
    assert.ok(read({ output: { note: 'x'.repeat(80) } }, { outputBytes: 100 }));
  });

  it('notes subtasks of one role that do not wait for each other, where their results replace each other', () => {
    const plan = { role: { mode: 'plan', writes: [note] }, plan: { roles: ['drafter', 'finder'], planned: [], replaces: (role: string) => (role === 'drafter' ? ['draft'] : []) } } as const;
    const notes = (subtasks: JsonObject['subtasks']) => read({ output: { note: 1 }, subtasks: subtasks! }, plan).notes;
    const one = { id: 'a', role: 'drafter' };
    assert.deepEqual(notes([one, { id: 'b', role: 'drafter' }]), ["a, b of drafter do not wait for each other, and each replaces draft: only the last one's stays."]);
    assert.deepEqual(notes([one, { id: 'x', role: 'finder', after: 'a' }, { id: 'b', role: 'drafter', after: 'x' }]), [], 'one after the other, however far');
    assert.deepEqual(notes([one, { id: 'x', role: 'finder' }, { id: 'y', role: 'finder' }]), [], 'nothing is replaced');
  });

  it('reads the subtasks of a plan, and refuses those of anybody else', () => {
    const plan = { role: { mode: 'plan', writes: [note] } as const };
    assert.match(problems({ output: { note: 1 }, subtasks: [{ id: 't1' }] })[0]!.problem, /Only a role of mode plan/);
    assert.deepEqual(read({ output: { note: 1 }, subtasks: [{ id: 't1', role: 'worker', after: 't0' }, { id: 't0', role: 'worker', input: { n: 1 }, criteria: ['good'] }] }, plan).subtasks, [
      { id: 't1', role: 'worker', input: {}, criteria: [], after: ['t0'] },
      { id: 't0', role: 'worker', input: { n: 1 }, criteria: ['good'], after: [] },
    ]);
    const wrong = (subtasks: JsonObject['subtasks']) => problems({ output: { note: 1 }, subtasks: subtasks! }, plan)[0]!.problem;
    assert.match(wrong([{ id: 't1', role: 'nobody' }]), /"nobody" is no role/);
    assert.match(wrong([{ id: 's1', role: 'worker' }]), /is no id/);
    assert.match(wrong([{ id: 'a', role: 'worker', after: ['b'] }]), /waits for "b", which is no subtask/);
    assert.match(wrong([{ id: 'a', role: 'worker', after: ['b'] }, { id: 'b', role: 'worker', after: ['a'] }]), /wait for each other: a → b → a/);
    assert.match(wrong([{ id: 'a', role: 'worker' }, { id: 'a', role: 'worker' }]), /given twice/);
  });

  it('reads what a role asks for before it answers, and lets empty members pass', () => {
    const asked = read({ extend: { need: 'the numbers', fields: ['report'] } });
    assert.deepEqual([asked.extend, asked.output], [{ need: 'the numbers', fields: ['report'], tools: [] }, {}]);
    assert.equal(problems({ output: { note: 1 }, extend: { fields: [1] } })[0]?.field, 'extend.fields');
    assert.deepEqual(read({ output: { note: 1 }, subtasks: [], extend: null, verdict: null, feedback: [] }).notes, []);
  });

  it('notes what it ignores', () => {
    assert.deepEqual(read({ output: { note: 1 }, verdict: 'approve', thoughts: 'x' }).notes, ['verdict and feedback count only in a review: ignored.', 'Keys that a reply does not have were ignored: "thoughts".']);
  });
});

describe('readVerdict (J1)', () => {
  const never: JsonObject[] = [
    {},
    { why: 'looks fine' },
    { verdict: null },
    { verdict: 'approved' },
    { verdict: 'Approve' },
    { verdict: ' approve' },
    { verdict: true },
    { verdict: ['approve'] },
    { verdict: 'approve | reject' },
    { verdict: 'approve', confidence: 'nan' },
    { verdict: 'approve', confidence: 0 },
    { verdict: 'approve', score: 0 },
    { verdict: 'approve', score: 'NaN' },
    { verdict: 'approve', pass: 'false' },
    { verdict: 'approve', pass: false },
    { verdict: 'approve', status: 'failed' },
    { verdict: 'approve', feedback: [{ field: 'report', problem: 'thin', fix: 'add two' }] },
    { verdict: 'approve', feedback: 'but it is thin' },
  ];
  for (const value of never) {
    it(`never approves ${JSON.stringify(value)}`, () => {
      const result = readVerdict(value);
      assert.ok(!result.ok);
      assert.ok(result.error.length > 0 && result.error.every((one) => one.problem.length > 0));
    });
  }

  it('approves and rejects what says so', () => {
    assert.deepEqual(readVerdict({ verdict: 'approve', confidence: 0.9, feedback: [] }), { ok: true, value: { verdict: 'approve', feedback: [], confidence: 0.9, notes: [] } });
    const feedback = [{ field: 'findings', problem: 'thin', fix: 'add two' }];
    assert.deepEqual(readVerdict({ verdict: 'reject', feedback }), { ok: true, value: { verdict: 'reject', feedback, confidence: null, notes: [] } });
  });

  it('makes something of the feedback of a rejection in any form', () => {
    const read = (feedback: JsonObject['x']) => {
      const result = readVerdict({ verdict: 'reject', feedback: feedback! });
      assert.ok(result.ok);
      return result.value;
    };
    assert.deepEqual(read('too thin').feedback, [{ problem: 'too thin' }]);
    assert.deepEqual(read(['thin', { fix: 'add two' }, { other: 1 }, '', {}, null]).feedback, [{ problem: 'thin' }, { problem: 'add two' }, { problem: '{"other":1}' }]);
    assert.deepEqual(read([]).notes, ['The rejection gives no reason.']);
  });
});

describe('readChoice (D9)', () => {
  const choices = ['writer', 'critic', 'end'];

  for (const choice of ['TERMINATE', 'writer should go next', 'writer or critic', '', ' writer', 'Writer', null, ['writer'], 1]) {
    it(`does not take ${JSON.stringify(choice)} for one of the list`, () => {
      const result = readChoice({ choice }, choices);
      assert.ok(!result.ok);
      assert.equal(result.error[0]?.fix, 'Answer exactly one of: writer, critic, end.');
    });
  }

  it('takes one of the list, and notes a missing why', () => {
    assert.deepEqual(readChoice({ choice: 'end', why: 'done' }, choices), { ok: true, value: { choice: 'end', why: 'done', notes: [] } });
    assert.deepEqual(readChoice({ choice: 'end' }, choices), { ok: true, value: { choice: 'end', why: null, notes: ['It does not say how the choice serves the goal.'] } });
  });
});

describe('readJudgement', () => {
  it('takes true and false, nothing like them', () => {
    assert.deepEqual(readJudgement({ holds: true, why: 'so' }), { ok: true, value: { holds: true, why: 'so', notes: [] } });
    for (const holds of ['true', 1, null, undefined]) assert.ok(!readJudgement(holds === undefined ? {} : { holds }).ok);
  });
});
