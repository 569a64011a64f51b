// What parallel subtasks come to: their order in the join, one dispatch for each id of a plan, and a list where one is needed.
import assert from 'node:assert/strict';
import { approver } from '../../support/people';
import { runFiles, scripted } from '../../support/runFiles';

const fanOut = (worker: string, list = '[p, q, r]') => scripted(`
state: { items: { initial: ${list} }, got: { type: array, reducer: append }, fin: { type: string } }
roles:
  - { role: w, responsibility: Work., writes: [got], limits: { revisions: 0 }, ${worker}, rules: [{ rule: "!('q' in output.got)", message: no q }] }
  - { role: e, responsibility: End., reads: [got], writes: [fin] }
routes:
  - { when: size(state.got) == 0, to: w, for_each: state.items, as: it }
  - { when: state.fin == '', to: e }
finish_when: state.fin != ''
`, `  - { role: w, output: { got: ["{{ subtask.input.it }}"] }, repeat: true }
  - { role: e, output: { fin: ok } }
`);

describe('parallel subtasks', () => {
  it('are committed in their order when one of them is partial', async () => {
    const { state } = await runFiles(fanOut('on_failure: partial'));
    assert.deepEqual([state.values['got'], Object.keys(state.markers)], [['p', 'q', 'r'], ['w']]);
  });

  it('are committed in their order when a person lets one of them pass', async () => {
    const { state } = await runFiles(fanOut('on_failure: ask'), { person: approver });
    assert.deepEqual(state.values['got'], ['p', 'q', 'r']);
  });

  it('need a list, and say where it is none', async () => {
    for (const [value, kind] of [['{ a: 1 }', 'an object'], ['text', 'a string'], ['3', 'a number']] as const) {
      const { result, events } = await runFiles(fanOut('on_failure: skip', value));
      assert.deepEqual(result, { status: 'failed', reason: 'error:expression' });
      const end = events.at(-1);
      assert.ok(end?.type === 'run.finished' && end.message?.includes(`state.items is ${kind}`) === true && end.where !== undefined, JSON.stringify(end));
    }
    assert.equal((await runFiles(fanOut('on_failure: skip', 'null'))).result.status, 'completed');
  });

  it('of a plan are each made once, though two ask for the same', async () => {
    const { result, state } = await runFiles(scripted(`
state: { out: { type: array, reducer: append }, ok: { type: boolean } }
roles:
  - { role: pl, mode: plan, responsibility: Plan., writes: [ok] }
  - { role: w, responsibility: Work., writes: [out] }
routes: [{ when: state.ok == null, to: pl }]
`, `  - { role: pl, output: { ok: true }, subtasks: [{ id: a, role: w, after: [b] }, { id: b, role: w }] }
  - { role: w, output: { out: ["{{ subtask.id }}"] }, repeat: true }
`));
    assert.deepEqual([result.reason, state.values['out']], ['quiescent', ['b', 'a']]);
  });
});
