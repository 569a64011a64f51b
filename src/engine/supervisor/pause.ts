/** Asks the gate at a place where a run can pause, and keeps the time spent there out of the run's. */
import type { RunContext } from './runContext';
import type { PausePoint } from './stepGate';

export async function pause(context: RunContext, point: Omit<PausePoint, 'lastEvent' | 'within'>): Promise<void> {
  const { gate, recorder, clock, stop } = context;
  if (gate === null || stop.aborted || recorder.next(point.step) !== undefined) return;
  const from = clock.now();
  await stop.during((signal) => gate.at({ ...point, within: context.within, lastEvent: recorder.last }, signal));
  const pausedMs = clock.now() - from;
  if (pausedMs > 0) recorder.record({ type: 'run.resumed', pausedMs });
}
