// Every sample team, one of each topology: its check has nothing to find fault with, it runs to its end on its script and documents, and nothing in them is
// taken for an instruction.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunEvent } from '../../src/engine/events/runEvent';
import { rolecallHere } from '../support/cliInProcess';
import { inCopyOf } from '../support/goldenRun';
import { approver } from '../support/people';
import { replayTeam, runTeam } from '../support/runTeam';

const samples = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../media/samples');

/** Those whose point it is to be warned of. */
const warned: Readonly<Record<string, readonly string[]>> = { 'round-table': ['experimental'], 'one-agent': ['mixed-modes', 'self-check'] };

describe('sample teams', () => {
  const topologies = new Set<string>();
  for (const name of readdirSync(samples)) {
    it(`${name}: is checked, run and replayed`, () => inCopyOf(path.join(samples, name), async (folder) => {
      const checked = await rolecallHere(folder, 'check', '.', '--format', 'json');
      assert.equal(checked.code, 0, checked.out);
      const codes = [...checked.out.matchAll(/"code": ?"([\w-]+)"/g)].map(([, code]) => code!);
      assert.deepEqual([...new Set(codes)].sort(), warned[name] ?? []);

      const { events, result, state } = await runTeam(folder, { task: 'industrial heat pumps in 2024', person: approver });
      assert.equal(result.status, 'completed', `${result.reason}: ${JSON.stringify(events.at(-1))}`);
      assert.deepEqual(events.flatMap(flagged), []);
      topologies.add(state.team.topology);
      const replayed = await replayTeam(folder, events);
      assert.ok(replayed.ok, replayed.ok ? '' : replayed.message);
    })).timeout(60_000);
  }

  for (const name of readdirSync(samples)) {
    it(`${name}: runs to its end for any task`, () => inCopyOf(path.join(samples, name), async (folder) => {
      for (const task of ['why are garden bees and old tractors worth keeping?', '氢能 "储能"\nsecond line {{ x }} $& \\d+ [a']) {
        const { events, result } = await runTeam(folder, { task, person: approver });
        assert.equal(result.status, 'completed', `${task}: ${result.reason}: ${JSON.stringify(events.at(-1))}`);
      }
    })).timeout(120_000);
  }

  it('show every topology', () => {
    assert.deepEqual([...topologies].sort(), ['blackboard', 'group_chat', 'hierarchy', 'pipeline', 'supervisor']);
  });
});

function flagged(event: RunEvent): readonly string[] {
  if (event.type === 'team.event') return flagged(event.event);
  return event.type === 'tool.returned' || event.type === 'model.requested' ? (event.flags ?? []).map((flag) => `${flag.source}: ${flag.passage}`) : [];
}
