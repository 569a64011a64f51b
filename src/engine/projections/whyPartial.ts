/** Of a run that ended as partial: the steps that it is partial for, beside what fan-outs and plans have left. Pure. */
import type { RunView, StepView } from './runView';
import { shortened } from './words';

/** Steps that are named. */
const mostShown = 8;

const notWhole: ReadonlySet<StepView['state']> = new Set(['partial', 'skipped', 'failed', 'escalated']);

/** `Not done in full: writer (step 4, skipped: still rejected after 1 revision), …`. Null: it is not partial, or all is said elsewhere. A role's last word counts. */
export function whyPartial({ status, steps, unfinished }: Pick<RunView, 'status' | 'steps' | 'unfinished'>): string | null {
  if (status !== 'partial') return null;
  const said = new Set(unfinished.flatMap(({ left }) => left.map(({ step }) => step)));
  const last = [...new Map(steps.map((step) => [step.role, step])).values()];
  const marked = last.filter(({ step, state }) => notWhole.has(state) && !said.has(step));
  if (marked.length === 0) return null;
  const shown = marked.slice(0, mostShown).map((one) => `${one.role} (step ${one.step}, ${sentence(one)})`);
  const more = marked.length > mostShown ? [`${marked.length - mostShown} more`] : [];
  return `Not done in full: ${[...shown, ...more].join('; ')}.`;
}

/** Where nobody had to end it, what the role itself says of its output. */
function sentence({ state, why, attempts }: StepView): string {
  const reason = why ?? (state === 'partial' ? (attempts.at(-1)?.proposal?.why ?? null) : null);
  return reason === null ? state : `${state}: ${shortened(reason, 120)}`;
}
