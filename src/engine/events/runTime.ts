/** How much of the time that has passed is the run's own: not its pauses, its down time, or the time when all that is under way waits for people. Pure. */
import type { ApprovalKind } from '../shared/person';
import type { EventType, RunEvent } from './runEvent';

export interface RunTime {
  readonly lastAt: number;
  /** Milliseconds that are not the run's. */
  readonly pausedMs: number;
  /** Questions to people that have no answer yet, those of sub-teams included, by id. */
  readonly asked: ReadonlyMap<string, { readonly place: string; readonly kind: ApprovalKind }>;
  /** Calls to models and tools that are under way: their place, then their number. */
  readonly calls: ReadonlySet<string>;
  readonly isOver: boolean;
}

export function startTime(at: number): RunTime {
  return { lastAt: at, pausedMs: 0, asked: new Map(), calls: new Set(), isOver: false };
}

/** `event` is the run's own; what happens in its sub-teams lies within. */
export function foldTime(time: RunTime, event: RunEvent): RunTime {
  const passed = Math.max(0, event.at - time.lastAt);
  const next = { ...underWay(time, event, ''), lastAt: event.at, pausedMs: time.pausedMs + lost(time, event, passed) };
  if (event.type === 'run.finished') return { ...next, isOver: true };
  return event.type === 'run.resumed' ? { ...next, isOver: false } : next;
}

function lost(time: RunTime, event: RunEvent, passed: number): number {
  if (event.type === 'run.resumed') return event.pausedMs;
  const inner = innermost(event);
  // The down time that the run itself has told of before is not told of twice.
  if (inner.type === 'run.resumed') return Math.min(inner.pausedMs, passed);
  return !time.isOver && onlyWaits(time) ? passed : 0;
}

function innermost(event: RunEvent): RunEvent {
  return event.type === 'team.event' ? innermost(event.event) : event;
}

/** A call whose step is asking somebody (may this tool be called?) is not working. */
function onlyWaits({ asked, calls }: RunTime): boolean {
  if (asked.size === 0) return false;
  const places = [...asked.values()].map(({ place }) => place);
  return [...calls].every((call) => places.some((place) => call.startsWith(place)));
}

type Changes = { readonly [T in EventType]?: (time: RunTime, event: RunEvent<T>, outer: string) => RunTime };

/** What is not here takes nobody's time. */
const changes: Changes = {
  'team.event': (time, event, outer) => underWay(time, event.event, `${outer}${event.step}/`),
  'approval.requested': (time, event, outer) => ({ ...time, asked: new Map(time.asked).set(event.id, { place: `${outer}${event.step}.`, kind: event.kind }) }),
  'approval.answered': (time, event) => ({ ...time, asked: without(time.asked, (_asked, id) => id === event.id) }),
  'model.requested': (time, event, outer) => withCall(time, `${outer}${event.step}.${event.call}`),
  'model.responded': (time, event, outer) => withoutCalls(time, (call) => call === `${outer}${event.step}.${event.call}`),
  'model.failed': (time, event, outer) => withoutCalls(time, (call) => call === `${outer}${event.step}.${event.call}`),
  'tool.called': (time, event, outer) => withCall(time, `${outer}${event.step}.tool ${event.id}`),
  'tool.returned': (time, event, outer) => withoutCalls(time, (call) => call === `${outer}${event.step}.tool ${event.id}`),
  'role.finished': (time, event, outer) => leave(time, `${outer}${event.step}`),
  // Whoever raises a limit, or has the run go on, answers the question about its end.
  'run.resumed': (time, event) => (event.anew === true || event.options?.limits !== undefined ? { ...time, asked: without(time.asked, ({ kind }) => kind === 'on_limit') } : time),
};

/** `outer`: `2/` within the team that does the work of step 2. */
function underWay(time: RunTime, event: RunEvent, outer: string): RunTime {
  const change = changes[event.type] as ((time: RunTime, event: RunEvent, outer: string) => RunTime) | undefined;
  return change === undefined ? time : change(time, event, outer);
}

function withCall(time: RunTime, call: string): RunTime {
  return { ...time, calls: new Set(time.calls).add(call) };
}

function withoutCalls(time: RunTime, gone: (call: string) => boolean): RunTime {
  return time.calls.size === 0 ? time : { ...time, calls: new Set([...time.calls].filter((call) => !gone(call))) };
}

function leave(time: RunTime, step: string): RunTime {
  const isOfIt = (place: string) => place.startsWith(`${step}.`) || place.startsWith(`${step}/`);
  return withoutCalls({ ...time, asked: without(time.asked, ({ place }) => isOfIt(place)) }, isOfIt);
}

function without(asked: RunTime['asked'], gone: (asked: { readonly place: string; readonly kind: ApprovalKind }, id: string) => boolean): RunTime['asked'] {
  return asked.size === 0 ? asked : new Map([...asked].filter(([id, one]) => !gone(one, id)));
}
