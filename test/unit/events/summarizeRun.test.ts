import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'mocha';
import { root } from '../../../src/build/repository.mjs';
import { digestOf } from '../../../src/engine/events/summarizeRun';
import type { RunEvent } from '../../../src/engine/events/runEvent';
import { createRunFold } from '../../../src/engine/projections/foldRunView';
import { runTeam } from '../../support/runTeam';
import { failedRun, runUntil, sampleRun, stoppedRun } from '../../support/sampleEvents';
import { scriptedTeam } from '../../support/sampleTeam';

describe('the line of a run in a list', () => {
  it('has the figures of its view, also of teams within it, simulated, unknown and cut short', async () => {
    const { events: groups } = await runTeam(path.join(root, 'media/samples/content-production'), { task: 'the queen of the night on open nights' });
    const runs: Readonly<Record<string, readonly RunEvent[]>> = { sample: sampleRun(), scripted: sampleRun(scriptedTeam()), failed: failedRun(), stopped: stoppedRun(), cut: runUntil(sampleRun(), ({ type }) => type === 'model.requested'), groups };
    const seen = { simulated: 0, incomplete: 0, inner: 0 };
    for (const [name, events] of Object.entries(runs)) {
      const fold = createRunFold();
      fold.apply(events);
      if (name === 'cut') fold.interrupt();
      const { spend: { total }, steps } = fold.view!;
      const { totals, steps: allSteps } = digestOf(events);
      assert.deepEqual(totals, { ownSteps: steps.length, cost: total.cost, simulated: total.simulated }, name);
      seen.simulated += Number(totals.simulated);
      seen.incomplete += Number(totals.cost.incomplete);
      seen.inner += Number(allSteps > totals.ownSteps);
    }
    assert.ok(Object.values(seen).every((count) => count > 0), `each kind was met: ${JSON.stringify(seen)}`);
  });
});
