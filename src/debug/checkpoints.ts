/** Every place of a recorded run where it could have paused, in order: what a debugger walks through without running anything. Pure. */
import type { RunEvent } from '../engine/events/runEvent';
import { isObject } from '../engine/shared/json';
import type { Team } from '../engine/team/team';
import type { OuterStep } from '../engine/supervisor/stepGate';
import type { Position } from './position';

/** What is known of one run, or of one visit of a team within it, so far. */
interface Level {
  readonly within: readonly OuterStep[];
  team: Team | null;
  readonly roles: Map<number, string>;
  /** Conversations that have begun, by step. */
  readonly begun: Set<string>;
  /** Of the teams within, by the step that they do the work of. */
  readonly inner: Map<number, Level>;
}

/** Takes events as they come; holds what it has found. */
export class Checkpoints {
  readonly all: Position[] = [];
  private readonly top = level([]);
  private seen = 0;

  add(events: readonly RunEvent[]): void {
    for (const event of events) this.take(this.top, event, this.seen++);
  }

  private take(at: Level, event: RunEvent, seq: number): void {
    if (event.type === 'run.started') at.team = event.team;
    else if (event.type === 'run.resumed') at.team = event.team ?? at.team;
    else if (event.type === 'team.event') this.take(this.innerOf(at, event), event.event, seq);
    else this.takeWork(at, event, seq);
  }

  private takeWork(at: Level, event: RunEvent, seq: number): void {
    if (event.type === 'role.started') this.takeStart(at, event, seq);
    if (event.type === 'model.requested') this.takeRequest(at, event, seq);
    if (event.type === 'tool.called') this.put(at, event.step, seq, { phase: 'tool', call: { id: event.id, name: event.tool, arguments: isObject(event.arguments) ? event.arguments : null } });
    if (event.type === 'rule.checked') this.takeRules(at, event, seq);
    if (event.type === 'workspace.committed' && event.step !== null) this.put(at, event.step, seq, { phase: 'commit' });
  }

  private put({ within, roles }: Level, step: number, seq: number, place: Omit<Position, 'step' | 'role' | 'within' | 'seq'>): void {
    this.all.push({ ...place, step, role: roles.get(step) ?? '', within, seq });
  }

  private takeStart(at: Level, { step, role, decision, group = step }: RunEvent<'role.started'>, seq: number): void {
    at.roles.set(step, role);
    at.inner.delete(step);
    // A fan-out is decided on once.
    if (group === step) this.put(at, step, seq, { phase: 'decided', ...(decision.by === 'route' ? { index: decision.route } : {}) });
    this.put(at, step, seq + 1, { phase: 'role' });
  }

  private takeRequest(at: Level, { step, conversation, purpose, append }: RunEvent<'model.requested'>, seq: number): void {
    const key = `${step} ${conversation}`;
    if (at.begun.has(key) || !at.roles.has(step)) return;
    at.begun.add(key);
    if (purpose === 'work') this.put(at, step, seq, { phase: 'prompt', prompt: append });
    if (purpose === 'review') this.put(at, step, seq, { phase: 'review' });
  }

  private takeRules(at: Level, { step }: RunEvent<'rule.checked'>, seq: number): void {
    const role = at.roles.get(step);
    const own = at.team?.roles.find(({ id }) => id === role)?.rules ?? [];
    for (const index of (at.team?.rules ?? []).keys()) this.put(at, step, seq, { phase: 'rule', of: 'team', index });
    for (const index of own.keys()) this.put(at, step, seq, { phase: 'rule', of: role, index });
  }

  private innerOf(at: Level, { step, event }: RunEvent<'team.event'>): Level {
    const known = event.type === 'run.started' ? undefined : at.inner.get(step);
    const inner = known ?? level([...at.within, { step, role: at.roles.get(step) ?? '' }]);
    at.inner.set(step, inner);
    return inner;
  }
}

function level(within: readonly OuterStep[]): Level {
  return { within, team: null, roles: new Map(), begun: new Set(), inner: new Map() };
}
