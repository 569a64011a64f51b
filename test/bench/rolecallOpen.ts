// A process of the bench: opens a run that Rolecall has kept and works out its state, at its end or after a step. Its modules are loaded before the clock starts.
//
//   rolecallOpen <folder of the runs> <step, or end>
import { foldRun } from '../../src/engine/events/foldRun';
import type { RunState } from '../../src/engine/events/runState';
import { endOfStep } from '../../src/engine/supervisor/pastOfFork';
import { createRunLogs } from '../../src/node/runLog/runLogs';
import { tell } from './measure';

const [folder = '', step = 'end'] = process.argv.slice(2);
void measure();

async function measure(): Promise<void> {
  const cpu = process.cpuUsage();
  const from = performance.now();
  const { events } = await createRunLogs(folder).read('1');
  const count = step === 'end' ? events.length : endOfStep(events, Number(step));
  const state = events.slice(0, count).reduce<RunState | null>(foldRun, null);
  const openMs = performance.now() - from;
  const { user, system } = process.cpuUsage(cpu);
  tell({ openMs, cpuMs: (user + system) / 1000, findings: (state?.values['findings'] as readonly unknown[]).length });
}
