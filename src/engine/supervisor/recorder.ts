/** The one place where events come into being: numbers them, folds them, hands them to listeners and the log. Holds the run's state and decides nothing. */
import { foldRun } from '../events/foldRun';
import type { EventBody, RunEvent } from '../events/runEvent';
import type { RunLogWriter } from '../events/runLog';
import type { RunState } from '../events/runState';
import type { Disposable } from '../shared/disposable';
import type { Json } from '../shared/json';
import type { Clock } from '../shared/ports';
import type { Redactor } from '../shared/redact';
import type { RunListener } from './engine';

export class Recorder {
  private readonly events: RunEvent[] = [];
  private readonly listeners = new Set<RunListener>();
  private folded: RunState | null = null;

  constructor(
    private readonly log: RunLogWriter,
    private readonly clock: Clock,
    private readonly redactor: Pick<Redactor, 'redactJson'>,
  ) {}

  /** As of the last event. */
  get state(): RunState {
    if (this.folded === null) throw new Error('a run has no state before run.started');
    return this.folded;
  }

  get last(): RunEvent {
    return this.events.at(-1)!;
  }

  /** Secrets are taken out here, before anything is folded, shown or written. */
  record(body: EventBody): RunEvent {
    const safe = this.redactor.redactJson(body as unknown as Json) as unknown as EventBody;
    const event = { seq: this.events.length + 1, at: this.clock.now(), ...safe } as RunEvent;
    this.folded = foldRun(this.folded, event);
    this.events.push(event);
    this.log.append([event]);
    for (const listener of this.listeners) listener.onEvents([event]);
    return event;
  }

  text(step: number, call: number, delta: string): void {
    for (const listener of this.listeners) listener.onText?.(step, call, delta);
  }

  listen(listener: RunListener): Disposable {
    if (this.events.length > 0) listener.onEvents([...this.events]);
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  }

  /** A step counts once it cannot be lost with the process. */
  async flush(): Promise<void> {
    await this.log.flush();
  }
}
