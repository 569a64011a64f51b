// What an event costs to fold does not grow with what is open: a fan-out of thousands takes its time, not the square of it.
import assert from 'node:assert/strict';
import { foldRun } from '../../../src/engine/events/foldRun';
import type { RunEvent } from '../../../src/engine/events/runEvent';
import type { RunState } from '../../../src/engine/events/runState';
import { createRunFold } from '../../../src/engine/projections/foldRunView';
import { EventWriter } from '../../support/eventWriter';
import { sampleTeam } from '../../support/sampleTeam';

/** All subtasks are claimed before the first is worked on, all are answered, and then all are committed. */
function fanOut(count: number): readonly RunEvent[] {
  const team = sampleTeam();
  const writer = new EventWriter(team);
  writer.start('a');
  const steps = Array.from({ length: count }, (_, index) => writer.dispatch('collector', { by: 'route', route: 0, refused: [] }, { index }));
  for (const step of steps) writer.ask(step, 400, 'Search.');
  for (const { step } of steps) writer.respond(step, { output: {} }, { input: 400, output: 20 });
  for (const { step } of steps) writer.add({ type: 'output.proposed', step, attempt: 1, status: 'success', confidence: null, why: null });
  for (const { step, role } of steps) {
    writer.add({ type: 'approval.requested', step, id: `s${step}.after`, kind: 'after', role: role.id, question: 'May it?', what: null });
  }
  for (const { step } of steps) writer.add({ type: 'approval.answered', step, id: `s${step}.after`, answer: 'approve', by: 'person', waitedMs: 1 });
  for (const { step, role } of steps) {
    writer.add({ type: 'workspace.committed', step, by: role.id, versions: {}, status: 'success' });
    writer.add({ type: 'role.finished', step, outcome: 'committed' });
  }
  return writer.events;
}

/** Processor time in milliseconds: other processes do not count. The least of some runs: a collection of garbage is nobody's growth. */
function cost(work: () => void): number {
  const times = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

const folds: Readonly<Record<string, (events: readonly RunEvent[]) => void>> = {
  state: (events) => void events.reduce<RunState | null>(foldRun, null),
  view: (events) => createRunFold().apply(events),
};

describe('the cost of folding an event', () => {
  for (const [name, fold] of Object.entries(folds)) {
    it(`stays what it is in a fan-out eight times as large: ${name}`, () => {
      const [small, large] = [fanOut(500), fanOut(4000)];
      fold(small);
      const ratio = cost(() => fold(large)) / cost(() => fold(small));
      assert.ok(ratio < 8 * 4, `${ratio.toFixed(0)} times the time for 8 times the events`);
    }).timeout(60_000);
  }
});
