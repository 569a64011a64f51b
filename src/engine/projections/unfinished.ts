/** What of fan-outs and plans was not done when a run ended: how many subtasks are, and why the others are not. Pure. */
import type { Refused, RunEvent } from '../events/runEvent';
import { canonicalJson } from '../shared/json';
import { subtaskLabel } from './subtaskLabel';
import type { RunView, StepState, UnfinishedView } from './runView';
import { counted, shortened } from './words';

export interface UnfinishedOf {
  /** In their order. */
  readonly steps: readonly { readonly started: RunEvent<'role.started'>; readonly state: StepState; readonly why: string | null }[];
  /** Role by id of subtask: all that plans have asked for. */
  readonly planned: ReadonlyMap<string, string>;
  readonly passedOver: readonly Refused[];
  readonly limitReached: RunView['limitReached'];
}

type Step = UnfinishedOf['steps'][number];
type Left = UnfinishedView['left'][number];

/** Items that a list names. */
const mostShown = 8;

/** Empty: nothing was left. */
export function unfinishedOf(of: UnfinishedOf): readonly UnfinishedView[] {
  return [...fanOuts(of.steps), ...ofPlans(of), ...notStarted(of)];
}

/** `10 of 12 subtasks of finder are done, left: price (step 11, limit:tokens), …`. */
export function unfinishedText(unfinished: UnfinishedView): string {
  const { left } = unfinished;
  const shown = left.slice(0, mostShown).map(({ subtask, step: own, why }) => {
    const reason = [...(own === null ? [] : [`step ${own}`]), shortened(why, 80)].join(', ');
    return subtask === '' ? reason : `${subtask} (${reason})`;
  });
  const more = left.length > mostShown ? [`${left.length - mostShown} more`] : [];
  return `${unfinishedCount(unfinished)}, left: ${[...shown, ...more].join('; ')}.`;
}

/** `10 of 12 subtasks of finder are done`. */
export function unfinishedCount({ role, step, done, of }: UnfinishedView): string {
  const whose = role === null ? '' : ` of ${role}`;
  const where = step === null ? '' : ` (fan-out from step ${step})`;
  return `${done} of ${counted(of, 'subtask')}${whose} ${done === 1 ? 'is' : 'are'} done${where}`;
}

function isDone({ state }: Step): boolean {
  return state === 'committed' || state === 'partial';
}

function whyLeft({ state, why }: Step): string {
  return why ?? state;
}

/** What a later dispatch with the same input has done is not left. */
function fanOuts(steps: readonly Step[]): readonly UnfinishedView[] {
  const groups = new Map<number, Step[]>();
  for (const step of steps) {
    const { group, decision } = step.started;
    if (group !== undefined && decision.by === 'route') groups.set(group, [...(groups.get(group) ?? []), step]);
  }
  return [...groups].flatMap(([step, members]): readonly UnfinishedView[] => {
    const { role, decision } = members[0]!.started;
    const refused = decision.refused.filter((one) => decision.by === 'route' && one.route === decision.route && (one.why === 'calls' || one.why === 'input'));
    const left = members.filter((member) => !isDone(member) && !isDoneElsewhere(member, steps));
    if (left.length + refused.length === 0) return [];
    const items: readonly Left[] = [
      ...left.map((one) => ({ subtask: subtaskLabel(one.started.subtask), step: one.started.step, why: whyLeft(one) })),
      ...refused.map(({ why, detail }) => ({ subtask: '', step: null, why: detail ?? why })),
    ];
    const of = members.length + refused.length;
    return [{ role, step, done: of - items.length, of, left: items }];
  });
}

function isDoneElsewhere({ started }: Step, steps: readonly Step[]): boolean {
  const input = canonicalJson(started.subtask.input);
  return steps.some((other) => other.started.role === started.role && isDone(other) && canonicalJson(other.started.subtask.input) === input);
}

/** The last dispatch of a subtask counts. */
function ofPlans({ steps, planned, passedOver }: UnfinishedOf): readonly UnfinishedView[] {
  const dispatched = new Map(steps.flatMap((step) => (step.started.decision.by === 'plan' ? [[step.started.subtask.id, step] as const] : [])));
  const left = [...planned].flatMap(([id, role]): readonly Left[] => {
    const step = dispatched.get(id);
    const subtask = `${id} of ${role}`;
    if (step !== undefined) return isDone(step) ? [] : [{ subtask, step: step.started.step, why: whyLeft(step) }];
    const refused = passedOver.find((one) => one.subtask === id);
    return [{ subtask, step: null, why: refused === undefined ? 'its turn did not come' : `${refused.why}${refused.detail === undefined ? '' : `: ${refused.detail}`}` }];
  });
  return left.length === 0 ? [] : [{ role: 'the plan', step: null, done: planned.size - left.length, of: planned.size, left }];
}

/** A fan-out that is larger than the steps left is not started. */
function notStarted({ limitReached }: UnfinishedOf): readonly UnfinishedView[] {
  if (limitReached?.limit !== 'steps' || limitReached.wanted === undefined || limitReached.wanted < 2) return [];
  const { wanted, used, of } = limitReached;
  return [{ role: null, step: null, done: 0, of: wanted, left: [{ subtask: '', step: null, why: `a fan-out of ${wanted} is not begun with ${counted(Math.max(0, of - used), 'step')} left` }] }];
}
