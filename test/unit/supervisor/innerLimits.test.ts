// What a sub-team may still use is what the run above it has left, whatever its own limits say, also when several visits go on at once.
import assert from 'node:assert/strict';
import { runFiles, scripted } from '../../support/runFiles';

/** A team that counts to ten, one step each, unless something stops it; it is visited by `routes`. */
function counting(outer: string, inner: string, forEach = false, innerReply = '') {
  const own = scripted(`
roles: [{ role: counter, responsibility: Count on., reads: [n], writes: { n: { type: number } } }]
state: { n: { type: number, initial: 0 } }
routes: [{ when: state.n < 10, to: counter }]
finish_when: state.n >= 10
${inner}`, `  - { role: counter, output: { n: "{{ state.n + 1 }}" }, repeat: true, usage: { input: 90, output: 10 }, delay_ms: 1000 ${innerReply} }\n`, 'inner');
  const top = scripted(`
topology: hierarchy
roles: [{ role: make, responsibility: Count., writes: { n: { type: number } }, team: inner }]
state: { n: { type: number, reducer: add }, parts: { type: array, initial: [a, b] } }
routes: [{ when: meta.n.version == 0${forEach ? ', for_each: state.parts' : ''}, to: make }]
finish_when: meta.n.version > 0
${outer}`, '  []\n');
  return { ...top, 'script.yaml': 'replies: []\n', 'inner/team.yaml': own['team.yaml']!, 'inner/script.yaml': own['script.yaml']! };
}

describe('limits of a sub-team', () => {
  it('are its own where they are the smaller ones', async () => {
    const { result, state } = await runFiles(counting('', 'limits: { steps: 3 }'));
    assert.deepEqual([result.status, state.values['n'], state.steps], ['partial', 3, 4]);
  });

  it('are the steps that the run has left', async () => {
    const { result, state } = await runFiles(counting('limits: { steps: 5 }', ''));
    assert.deepEqual([result.status, state.values['n'], state.steps], ['partial', 4, 5]);
    const enough = await runFiles(counting('limits: { steps: 11 }', ''));
    assert.deepEqual([enough.result.status, enough.state.values['n'], enough.state.steps], ['completed', 10, 11]);
  });

  it('are the time that the run has left', async () => {
    const { result, state } = await runFiles(counting('limits: { time: 4s }', ''));
    assert.deepEqual([result.status, state.values['n']], ['partial', 4]);
  });

  it('are the tokens that the run has left', async () => {
    const { result, state } = await runFiles(counting('limits: { tokens: 700 }', ''));
    assert.equal(result.status, 'partial');
    assert.ok(state.usage.input + state.usage.output <= 700 && state.steps > 1, `${state.usage.input + state.usage.output} tokens in ${state.steps} steps`);
  });

  it('are the money that the run has left', async () => {
    const { result, state } = await runFiles(counting('limits: { cost_usd: 0.0005 }', ''));
    assert.equal(result.status, 'partial');
    assert.ok(state.cost.known <= 0.0005 && state.cost.known > 0, `${state.cost.known} dollars`);
  });
});
