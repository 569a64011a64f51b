/** A place in a run where one can stand: before something that a step is about to do, with all that was recorded until then. Types and comparisons only. */
import type { PromptMessage, ToolCall } from '../engine/events/runEvent';
import type { OuterStep, PausePhase } from '../engine/supervisor/stepGate';

export interface Position {
  readonly phase: PausePhase;
  readonly step: number;
  readonly role: string;
  /** For `rule`: the index in the rules of `of`; for `decided` by a route: the route's. */
  readonly index?: number;
  readonly of?: string;
  readonly call?: ToolCall;
  readonly prompt?: readonly PromptMessage[];
  /** Steps of the teams above, outermost first. */
  readonly within: readonly OuterStep[];
  /** Events of the run before it. */
  readonly seq: number;
}

/** Its thread: the step of the run itself that it is part of. */
export function threadOf({ within, step }: Pick<Position, 'within' | 'step'>): number {
  return within[0]?.step ?? step;
}

/** The roles above it, as a text that is equal for equal teams. */
export function teamPath({ within }: Pick<Position, 'within'>): string {
  return within.map(({ role }) => role).join('/');
}

/** The visit of a team that it is in: its steps and those above. */
export function isSameVisit(a: Pick<Position, 'within'>, b: Pick<Position, 'within'>): boolean {
  return a.within.length === b.within.length && a.within.every(({ step }, index) => step === b.within[index]!.step);
}
