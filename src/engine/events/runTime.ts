/** How much of the time that has passed is the run's own: not its pauses, its down time, or the time when all that is under way waits for people. Pure. */
import { PersistentMap } from '../shared/persistentMap';
import type { ApprovalKind } from '../shared/person';
import type { EventType, RunEvent } from './runEvent';

export interface RunTime {
  readonly lastAt: number;
  /** Milliseconds that are not the run's. */
  readonly pausedMs: number;
  readonly underWay: UnderWay;
  readonly isOver: boolean;
}

/** What the steps of a run are about. Steps that neither call nor ask are left out. */
interface UnderWay {
  readonly steps: PersistentMap<number, StepTime>;
  /** Questions to people that have no answer yet, those of sub-teams included. */
  readonly asked: number;
  /** Calls to models and tools, but those of a step that is asking somebody (may this tool be called?). */
  readonly working: number;
}

interface StepTime {
  readonly asked: ReadonlyMap<string, ApprovalKind>;
  readonly calls: readonly string[];
  /** In the team that does its work. */
  readonly inner: UnderWay;
}

const idle: UnderWay = { steps: PersistentMap.empty(), asked: 0, working: 0 };
const idleStep: StepTime = { asked: new Map(), calls: [], inner: idle };

export function startTime(at: number): RunTime {
  return { lastAt: at, pausedMs: 0, underWay: idle, isOver: false };
}

/** `event` is the run's own; what happens in its sub-teams lies within. */
export function foldTime(time: RunTime, event: RunEvent): RunTime {
  const passed = Math.max(0, event.at - time.lastAt);
  return {
    lastAt: event.at,
    pausedMs: time.pausedMs + lost(time, event, passed),
    underWay: change(time.underWay, event),
    isOver: event.type === 'run.finished' || (event.type !== 'run.resumed' && time.isOver),
  };
}

function lost({ isOver, underWay }: RunTime, event: RunEvent, passed: number): number {
  if (event.type === 'run.resumed') return event.pausedMs;
  const inner = innermost(event);
  // The down time that the run itself has told of before is not told of twice.
  if (inner.type === 'run.resumed') return Math.min(inner.pausedMs, passed);
  return !isOver && underWay.asked > 0 && underWay.working === 0 ? passed : 0;
}

function innermost(event: RunEvent): RunEvent {
  return event.type === 'team.event' ? innermost(event.event) : event;
}

type Changes = { readonly [T in EventType]?: (underWay: UnderWay, event: RunEvent<T>) => UnderWay };

/** What is not here takes nobody's time. */
const changes: Changes = {
  'team.event': (underWay, { step, event }) => ofStep(underWay, step, (one) => ({ ...one, inner: change(one.inner, event) })),
  'approval.requested': (underWay, { step, id, kind }) => ofStep(underWay, step, (one) => ({ ...one, asked: new Map(one.asked).set(id, kind) })),
  'approval.answered': (underWay, { step, id }) => ofStep(underWay, step, (one) => ({ ...one, asked: new Map([...one.asked].filter(([other]) => other !== id)) })),
  'model.requested': (underWay, { step, call }) => ofStep(underWay, step, (one) => withCall(one, String(call))),
  'model.responded': (underWay, { step, call }) => ofStep(underWay, step, (one) => withoutCall(one, String(call))),
  'model.failed': (underWay, { step, call }) => ofStep(underWay, step, (one) => withoutCall(one, String(call))),
  'tool.called': (underWay, { step, id }) => ofStep(underWay, step, (one) => withCall(one, `tool ${id}`)),
  'tool.returned': (underWay, { step, id }) => ofStep(underWay, step, (one) => withoutCall(one, `tool ${id}`)),
  'role.finished': (underWay, { step }) => ofStep(underWay, step, () => idleStep),
  // Whoever raises a limit, or has the run go on, answers the question about its end.
  'run.resumed': (underWay, event) => (event.anew === true || event.options?.limits !== undefined ? underWay.steps.keys().reduce(withoutEnd, underWay) : underWay),
};

function change(underWay: UnderWay, event: RunEvent): UnderWay {
  const fold = changes[event.type] as ((underWay: UnderWay, event: RunEvent) => UnderWay) | undefined;
  return fold === undefined ? underWay : fold(underWay, event);
}

function ofStep({ steps, asked, working }: UnderWay, step: number, change: (one: StepTime) => StepTime): UnderWay {
  const before = steps.get(step) ?? idleStep;
  const after = change(before);
  const isIdle = after.asked.size + after.calls.length + after.inner.steps.size === 0;
  return {
    steps: isIdle ? steps.without(step) : steps.with(step, after),
    asked: asked - askedIn(before) + askedIn(after),
    working: working - workingIn(before) + workingIn(after),
  };
}

function askedIn({ asked, inner }: StepTime): number {
  return asked.size + inner.asked;
}

function workingIn({ asked, calls, inner }: StepTime): number {
  return (asked.size === 0 ? calls.length : 0) + inner.working;
}

function withoutEnd(underWay: UnderWay, step: number): UnderWay {
  return ofStep(underWay, step, (one) => ({ ...one, asked: new Map([...one.asked].filter(([, kind]) => kind !== 'on_limit')) }));
}

function withCall(one: StepTime, call: string): StepTime {
  return one.calls.includes(call) ? one : { ...one, calls: [...one.calls, call] };
}

function withoutCall(one: StepTime, call: string): StepTime {
  return { ...one, calls: one.calls.filter((other) => other !== call) };
}
