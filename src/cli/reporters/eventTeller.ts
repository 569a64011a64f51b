/** Tells events one after the other as lines of plain words: remembers what later ones need to be understood. */
import type { RunEvent } from '../../engine/events/runEvent';
import type { Team } from '../../engine/team/team';
import { describeEvent } from './describeEvent';
import { NewTokens } from './newTokens';

export class EventTeller {
  private readonly roles = new Map<number, string>();
  private readonly callers = new Map<string, string>();
  /** By step: the team that does its work. */
  private readonly within = new Map<number, EventTeller>();
  private readonly newTokens = new NewTokens();
  private team: Team | null = null;

  /** Without the line end. */
  tell(event: RunEvent): string {
    if (event.type === 'run.started' || (event.type === 'run.resumed' && event.team !== undefined)) this.team = event.team!;
    if (event.type === 'role.started') this.roles.set(event.step, event.role);
    const within = event.type === 'team.event' ? this.tellerOf(event).tell(event.event) : null;
    return describeEvent(event, { team: this.team, roles: this.roles, caller: this.callerOf(event), within, newTokens: this.newTokens.of(event) });
  }

  private tellerOf({ step, event }: RunEvent<'team.event'>): EventTeller {
    const known = this.within.get(step);
    if (known !== undefined && event.type !== 'run.started') return known;
    const fresh = new EventTeller();
    this.within.set(step, fresh);
    return fresh;
  }

  /** Remembers by call and by tool call who made them. */
  private callerOf(event: RunEvent): string | null {
    if (event.type === 'model.requested') return this.remember(`${event.step} ${event.call}`, event.role);
    if (event.type === 'model.responded' || event.type === 'model.failed') return this.callers.get(`${event.step} ${event.call}`) ?? null;
    if (event.type === 'tool.called') return this.remember(`${event.step} ${event.id}`, this.callers.get(`${event.step} ${event.call}`) ?? null);
    return event.type === 'tool.returned' ? (this.callers.get(`${event.step} ${event.id}`) ?? null) : null;
  }

  private remember(key: string, caller: string | null): string | null {
    if (caller !== null) this.callers.set(key, caller);
    return caller;
  }
}
