// What was said to each model of a run, word for word, as people are shown it.
import type { RunEvent } from '../../src/engine/events/runEvent';
import { createRunFold } from '../../src/engine/projections/foldRunView';
import { callText } from './callText';

export function promptTexts(events: readonly RunEvent[]): string {
  const fold = createRunFold();
  fold.apply(events);
  const view = fold.view!;
  const ofSteps = view.steps.flatMap((step) => [...step.beforehand, ...step.attempts.flatMap((attempt) => [...attempt.calls, ...attempt.reviewCalls])]);
  const calls = [...ofSteps, ...view.loose].toSorted((a, b) => a.seq - b.seq);
  return calls.map((call) => `===== step ${call.step}, call ${call.call}: ${call.role} (${call.purpose})\n${callText(view, call)}\n\n`).join('');
}
