/** Progress as a line an event, for files, pipes and terminals that cannot be drawn on. */
import type { TextOutput } from '../cliHost';
import { EventTeller } from './eventTeller';
import type { Reporter } from './reporter';
import { plainLine } from './textWidth';

export function createLineReporter(output: TextOutput): Reporter {
  const teller = new EventTeller();
  return {
    recall: (events) => {
      for (const event of events) teller.tell(event);
    },
    onEvents(events) {
      for (const event of events) output.write(`${plainLine(teller.tell(event))}\n`);
    },
    note: (text) => output.write(`${plainLine(text)}\n`),
    end: () => undefined,
  };
}
