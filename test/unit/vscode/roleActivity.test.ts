import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { RunEvent } from '../../../src/engine/events/runEvent';
import { createRunFold } from '../../../src/engine/projections/foldRunView';
import { roleActivities } from '../../../src/vscode/views/roleActivity';
import { failedRun, sampleRun } from '../../support/sampleEvents';

function statesOf(events: readonly RunEvent[], isLive: boolean): Readonly<Record<string, string>> {
  const fold = createRunFold();
  fold.apply(events);
  return Object.fromEntries([...roleActivities(fold.view!, isLive)].map(([role, { state, steps }]) => [role, `${state} ${steps}`]));
}

describe('roleActivities', () => {
  it('counts the steps of each role; a reviewer has none of its own', () => {
    assert.deepEqual(statesOf(sampleRun(), false), {
      planner: 'committed 2', collector: 'committed 6', analyst: 'committed 2', writer: 'committed 1', reviewer: 'reviewed 0', supervisor: 'reviewed 0',
    });
  });

  it('says who reviews now', () => {
    const events = sampleRun();
    const asked = events.findIndex((event) => event.type === 'model.requested' && event.purpose === 'review');
    const states = statesOf(events.slice(0, asked + 1), true);
    assert.equal(states['writer'], 'running 1');
    assert.equal(states['reviewer'], 'reviewing 0');
  });

  it('does not call a role running when nobody goes on with the run', () => {
    const events = sampleRun();
    const asked = events.findIndex((event) => event.type === 'model.requested' && event.purpose === 'review');
    assert.equal(statesOf(events.slice(0, asked + 1), false)['writer'], 'stopped 1');
  });

  it('shows a failed step as failed', () => {
    const states = Object.values(statesOf(failedRun(), false));
    assert.ok(states.some((state) => state.startsWith('failed')), states.join());
  });
});
