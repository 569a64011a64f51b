/** The run's state in a title and one line of why, with the place in a file where there is one. */
import { formatReached, nameOfLimit } from '../../engine/projections/format';
import type { HeldPlace } from '../../engine/projections/heldPlace';
import { unfinishedCount } from '../../engine/projections/unfinished';
import type { RunView, StepView } from '../../engine/projections/runView';
import type { SourceRef } from '../../engine/shared/source';
import { words } from '../words';
import type { ShownRun } from './panelModel';
import { sayRefused } from './sayRefused';
import type { RunState } from './shownState';

export interface RunLine {
  readonly state: RunState;
  readonly title: string;
  /** A link before the text. */
  readonly ref: SourceRef | null;
  readonly why: string;
}

/** `held`: where a debugger holds it; what a person is asked there comes first. */
export function runLine(view: RunView, run: Pick<ShownRun, 'live' | 'elsewhere'> | null, held: HeldPlace | null = null): RunLine {
  return held === null || held.why === 'approval' ? ownLine(view, run) : heldLine(held);
}

/** Said of a place that a debugger holds: `title` what comes next, `why` which breakpoint or wish stopped it there. */
function heldLine({ phase, role, step, tool, why, text, at }: HeldPlace): RunLine {
  const reason = text === '' ? words.paused.why[why] : text;
  return { state: 'held', title: words.paused.before[phase](role, tool ?? ''), ref: at, why: ` ${words.paused.place(reason, step)}` };
}

/** A run without an end that nobody goes on with was cut off. */
function ownLine(view: RunView, run: Pick<ShownRun, 'live' | 'elsewhere'> | null): RunLine {
  if (view.status === 'running' && run?.elsewhere === true) return { state: 'elsewhere', title: words.states.elsewhere, ref: null, why: words.elsewhereWhy };
  if (view.status === 'running' && run?.live !== true) return { state: 'interrupted', title: words.states.interrupted, ref: null, why: words.interruptedWhy };
  const [question] = view.waiting;
  if (question !== undefined) return { state: 'waiting', title: words.states.waiting, ref: null, why: view.waiting.length === 1 ? question.question : words.waitingFor(view.waiting.length) };
  const line = whyOf(view);
  // Who finished the work was not passed over on the way to anywhere.
  const isOver = view.status === 'partial' || view.status === 'failed';
  const why = isOver && view.passedOver.length > 0 ? words.ended.passedOver(line.why, view.passedOver.map(sayRefused).join('; ')) : line.why;
  return { state: view.status, title: words.states[view.status], ref: line.ref, why: withUnfinished(view, why) };
}

/** How much of its fan-outs and plans was done, where that is not all. */
function withUnfinished({ unfinished }: RunView, why: string): string {
  return [why, ...unfinished.map(unfinishedCount)].filter((text) => text !== '').join('; ');
}

function whyOf(view: RunView): Pick<RunLine, 'ref' | 'why'> {
  switch (view.status) {
    case 'running':
      return { ref: null, why: doing(view) };
    case 'failed':
      return { ref: view.where, why: view.message ?? view.reason ?? '' };
    case 'stopped':
      return { ref: null, why: view.message ?? words.ended.stopped(view.steps.length) };
    case 'completed':
    case 'partial':
    case 'waiting':
      return ended(view);
  }
}

function ended(view: RunView): Pick<RunLine, 'ref' | 'why'> {
  const { reason, team, limitReached } = view;
  if (reason === 'finish_when') {
    const condition = team.finishWhen[0];
    return condition === undefined ? { ref: null, why: reason } : { ref: condition.at, why: words.held(condition.text) };
  }
  if (reason?.startsWith('limit:')) return { ref: null, why: limitLine(limitReached, reason.slice('limit:'.length)) };
  if (reason === 'end') return { ref: null, why: view.message ?? words.ended.end };
  if (reason === 'quiescent') return { ref: null, why: words.ended.quiescent };
  return { ref: view.where, why: view.message ?? reason ?? '' };
}

function limitLine(reached: RunView['limitReached'], name: string): string {
  const said = nameOfLimit(name);
  return reached?.limit === name ? words.ended.limit(said, formatReached(reached)) : words.ended.limitOnly(said);
}

function doing(view: RunView): string {
  const running = view.steps.filter((step) => step.state === 'running');
  if (view.loose.some((call) => call.state === 'running' && call.purpose === 'choose')) return words.choosing;
  const [first] = running;
  if (first === undefined) return view.steps.length === 0 ? words.starting : words.between;
  if (running.length > 1) return inParallel(running);
  return words.doing(first.role, first.outcome);
}

function inParallel(running: readonly StepView[]): string {
  const roles = [...new Set(running.map((step) => step.role))];
  return roles.length === 1 ? words.parallel(running.length, roles[0]!) : words.parallelRoles(roles.join(', '));
}
