// A run that is cut off after any event goes on as if nothing had happened, and every recording can be done again without a call.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunEvent } from '../../../src/engine/events/runEvent';
import { canonicalJson } from '../../../src/engine/shared/json';
import { firstPerson, goldenRun, inCopyOf } from '../../support/goldenRun';
import { replayTeam, resumeTeam, runTeam, stateOf } from '../../support/runTeam';

const runs = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../golden/runs');

const count = (events: readonly RunEvent[], type: RunEvent['type']) => events.filter((event) => event.type === type).length;

/** What has to be the same: times and the word of the interruption are not. */
function essence(events: readonly RunEvent[]) {
  const state = stateOf(events);
  return {
    values: canonicalJson(state.values),
    versions: Object.fromEntries(Object.entries(state.meta).map(([field, meta]) => [field, meta.version])),
    steps: state.steps,
    end: state.end,
    requests: count(events, 'model.requested'),
    replies: count(events, 'model.responded'),
    tools: count(events, 'tool.returned'),
    commits: count(events, 'workspace.committed'),
    finished: count(events, 'role.finished'),
  };
}

describe('a run that is cut off', () => {
  for (const { name } of readdirSync(runs, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    it(`goes on from every event: ${name}`, () => inCopyOf(path.join(runs, name), async (folder) => {
      const person = await firstPerson(folder);
      const { events } = await runTeam(folder, { person });
      const whole = essence(events);
      for (let kept = 1; kept < events.length; kept++) {
        const resumed = await resumeTeam(folder, events.slice(0, kept), undefined, { person });
        assert.deepEqual(essence(resumed), whole, `cut after event ${kept}, ${events[kept - 1]!.type}`);
        const replayed = await replayTeam(folder, resumed);
        assert.ok(replayed.ok, `cut after event ${kept}: ${replayed.ok ? '' : replayed.message}`);
      }
    })).timeout(60_000);

    it(`is replayed without a call: ${name}`, () => inCopyOf(path.join(runs, name), async (folder) => {
      const events = await goldenRun(folder);
      const replayed = await replayTeam(folder, events);
      assert.ok(replayed.ok, replayed.ok ? '' : replayed.message);
      assert.equal(replayed.events.length, events.length);
    }));
  }
});
