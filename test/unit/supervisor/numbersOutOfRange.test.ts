// A number that JSON has no place for would be infinity in the run and null in its log: no road leads one into the shared workspace.
import assert from 'node:assert/strict';
import { foldRun } from '../../../src/engine/events/foldRun';
import type { RunEvent } from '../../../src/engine/events/runEvent';
import type { RunState } from '../../../src/engine/events/runState';
import { runFiles, scripted } from '../../support/runFiles';

const adding = (more: string) => `
state: { sum: { type: number, initial: 1.0e308, reducer: add }, items: { type: array, initial: [1, 2, 3] } }
${more}
finish_when: run.done.adder + run.failed.adder >= 1
`;
const alone = adding(`roles: [{ role: adder, responsibility: Add., reads: [sum], writes: { sum: { type: number } }, limits: { retries: 1 }, on_failure: skip }]
routes: [{ when: "true", to: adder }]`);

const refusals = (events: readonly RunEvent[]) => events.flatMap((event) => (event.type === 'output.refused' ? event.problems.map(({ field, problem }) => `${field ?? ''}: ${problem}`) : []));
const outcomes = (events: readonly RunEvent[]) => events.flatMap((event) => (event.type === 'role.finished' ? [event.outcome] : []));

/** What a fork or a resumed run would begin with. */
function asLogged(events: readonly RunEvent[]): RunState {
  return (JSON.parse(JSON.stringify(events)) as RunEvent[]).reduce<RunState | null>(foldRun, null)!;
}

describe('numbers out of range', () => {
  it('in a reply break its contract, and the role answers again', async () => {
    const { events, state } = await runFiles(scripted(alone, `  - { role: adder, text: '{"output": {"sum": 1e400}}' }\n  - { role: adder, output: { sum: 1 } }\n`));
    assert.deepEqual(refusals(events), [': The number at output.sum is too large: numbers go up to 1.79e308.']);
    assert.deepEqual([outcomes(events), state.values['sum']], [['committed'], 1e308]);
  });

  it('that only a reducer makes break it too', async () => {
    const { events, state } = await runFiles(scripted(alone, '  - { role: adder, output: { sum: 1.0e308 }, repeat: true }\n'));
    const refused = 'sum: 1e+308 added to 1e+308 is too large for a number.';
    assert.deepEqual(refusals(events), [refused, refused]);
    assert.deepEqual([outcomes(events), state.values['sum']], [['skipped'], 1e308]);
  });

  for (const policy of ['skip', 'partial']) {
    it(`that only siblings make together are not committed (${policy}): those before them are`, async () => {
      const team = adding(`roles: [{ role: adder, responsibility: Add., writes: { sum: { type: number } }, limits: { retries: 0 }, on_failure: ${policy} }]
routes: [{ when: "true", to: adder, for_each: state.items, as: item }]`);
      const { events, state } = await runFiles(scripted(team, '  - { role: adder, output: { sum: 0.5e308 }, repeat: true }\n'));
      assert.equal(state.values['sum'], 1.5e308);
      assert.equal(outcomes(events)[0], 'committed');
      assert.deepEqual(outcomes(events).slice(1), Array(2).fill(policy === 'skip' ? 'skipped' : 'failed'));
      assert.match(events.findLast((event) => event.type === 'role.finished')?.why ?? '', /could not be committed: `sum`: 5e\+307 added to 1\.5e\+308 is too large/);
      assert.deepEqual(asLogged(events).values, state.values);
    });
  }
});
