// Lines of a run for terminals that cannot be drawn on: amounts in their own units.
import assert from 'node:assert/strict';
import type { RunEvent } from '../../src/engine/events/runEvent';
import { describeEvent } from '../../src/cli/reporters/describeEvent';
import { runFiles, scripted } from '../support/runFiles';

const line = (limit: string, used: number, of: number, above?: true) =>
  describeEvent({ seq: 1, at: 0, type: 'limit.reached', limit, used, of, ...(above === undefined ? {} : { above }) } as RunEvent, { team: null, roles: new Map(), caller: null, within: null, newTokens: 0 });

describe('the line of a limit', () => {
  it('says money as money, time as time, counts as counts', () => {
    assert.equal(line('steps', 20, 20), 'The limit of steps is reached: 20 of 20');
    assert.equal(line('cost_usd', 0.4912, 0.5), 'The limit of cost is reached: $0.4912 of $0.50');
    assert.equal(line('time', 600_400, 600_000), 'The limit of time is reached: 10:00 of 10:00');
    assert.equal(line('tokens', 199_000, 200_000), 'The limit of tokens is reached: 199,000 of 200,000');
  });

  it('says where it is the limit of the run above', () => {
    assert.equal(line('steps', 5, 5, true), 'The limit of steps of the run above is reached: 5 of 5');
  });
});

describe('the line of a request', () => {
  it('says why a reviewer is asked once more', async () => {
    const { events } = await runFiles(scripted(`
roles:
  - { role: author, responsibility: Write., reads: [task], writes: { claim: { type: string } }, review: { by: critic } }
  - { role: critic, mode: review, responsibility: Judge., reads: [task] }
routes: [{ when: state.claim == '', to: author }]
finish_when: state.claim != ''
`, '  - { role: author, output: { claim: done } }\n  - { role: critic, text: fine }\n  - { role: critic, verdict: approve }\n'));
    const context = { team: null, roles: new Map([[1, 'author']]), caller: 'critic', within: null, newTokens: 7 };
    const lines = events.filter((event) => event.type === 'model.requested' && event.purpose === 'review').map((event) => describeEvent(event, context));
    assert.deepEqual(lines, ['1 author, critic: asks, to review, demo, ≈ 7 new tokens', '1 author, critic: asks, to review, demo, ≈ 7 new tokens; again: That was no verdict: The reply holds no JSON object.']);
  });
});
