/** Progress as a line an event, for files, pipes and terminals that cannot be drawn on. */
import type { RunEvent } from '../../engine/events/runEvent';
import type { Team } from '../../engine/team/team';
import type { TextOutput } from '../cliHost';
import { describeEvent } from './describeEvent';
import type { Reporter } from './reporter';
import { plainLine } from './textWidth';

export function createLineReporter(output: TextOutput): Reporter {
  const roles = new Map<number, string>();
  const callers = new Map<string, string>();
  let team: Team | null = null;
  /** Remembers by call and by tool call who made them. */
  const callerOf = (event: RunEvent): string | null => {
    if (event.type === 'model.requested') return remember(`${event.step} ${event.call}`, event.role);
    if (event.type === 'model.responded' || event.type === 'model.failed') return callers.get(`${event.step} ${event.call}`) ?? null;
    if (event.type === 'tool.called') return remember(`${event.step} ${event.id}`, callers.get(`${event.step} ${event.call}`) ?? null);
    return event.type === 'tool.returned' ? (callers.get(`${event.step} ${event.id}`) ?? null) : null;
  };
  const remember = (key: string, caller: string | null): string | null => {
    if (caller !== null) callers.set(key, caller);
    return caller;
  };
  return {
    onEvents(events) {
      for (const event of events) {
        if (event.type === 'run.started') team = event.team;
        if (event.type === 'role.started') roles.set(event.step, event.role);
        output.write(`${plainLine(describeEvent(event, { team, roles, caller: callerOf(event) }))}\n`);
      }
    },
    note: (text) => output.write(`${plainLine(text)}\n`),
    end: () => undefined,
  };
}
