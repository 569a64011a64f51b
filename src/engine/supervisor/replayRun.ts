/** A run done again from its recording alone: it stands for every model, tool and person. No call is made; what does not fit is said. */
import type { EventBody, RunEvent } from '../events/runEvent';
import { nobody } from '../shared/person';
import { ok } from '../shared/result';
import type { EnginePorts, Replay, ReplayRun } from './engine';
import { openRun, type RunControl } from './openRun';
import { Diverged, Recorder, RecordingEnded } from './recorder';
import { runLoop } from './runLoop';
import { visitTeam } from './subTeam';

/** A recording that ends in the middle, or with a stop, is replayed as far as it goes. */
export async function replayRun(ports: EnginePorts, { events, team }: ReplayRun): Promise<Replay> {
  const again = events.map((event) => (event.type === 'run.started' && team !== undefined ? { ...event, team } : event));
  const recorder = new Recorder(null, ports.clock, ports.redactor, { events: again, mode: 'replay' });
  const done: RunEvent[] = [];
  recorder.listen({ onEvents: (more) => done.push(...more) });
  try {
    recorder.record({ type: 'run.started' } as EventBody);
    const control: RunControl = { stop: new AbortController().signal, gate: null, person: nobody, visitTeam };
    do {
      const context = await openRun({ ...ports, models: silentModels, tools: silentTools }, recorder, control);
      if ('problem' in context) return { ok: false, events: done, step: null, message: context.problem.message };
      await runLoop(context);
    } while (recorder.resumeIfRecorded());
  } catch (error) {
    if (!(error instanceof Diverged)) throw error;
    if (!(error instanceof RecordingEnded) || !recorder.finishInterrupted()) return { ok: false, events: done, step: error.step, message: error.message };
  }
  return { ok: true, events: done };
}

const silentModels: EnginePorts['models'] = {
  open: (entry) => Promise.resolve({ entry, call: () => Promise.reject(new Error('a replay makes no call')) }),
};

const silentTools: EnginePorts['tools'] = {
  open: ({ name }) => Promise.resolve(ok({ name, description: '', parameters: {}, effect: 'read', call: () => Promise.reject(new Error('a replay calls no tool')) })),
};
