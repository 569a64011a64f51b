/** Where a run can pause, and who is asked. Stepping is this port; no engine code knows that it is debugged. */
import type { PromptMessage, RunEvent, ToolCall } from '../events/runEvent';

/**
 * In the order in which a step comes to them: its decider has chosen; the role is about to begin; its prompt is built; a tool is about to be called; a rule, the
 * review is about to judge what was proposed; it is about to be committed.
 */
export type PausePhase = 'decided' | 'role' | 'prompt' | 'tool' | 'rule' | 'review' | 'commit';

/** A step of a run that this one works for. */
export interface OuterStep {
  readonly step: number;
  readonly role: string;
}

export interface PausePoint {
  readonly phase: PausePhase;
  readonly step: number;
  readonly role: string;
  /** For `rule`: the index in the rules of `of`; for `decided` by a route: the route's. */
  readonly index?: number;
  /** For `rule`: `team`, or the role's id. */
  readonly of?: string;
  /** For `tool`: what is about to be called. */
  readonly call?: ToolCall;
  /** For `prompt`: what no event holds yet. */
  readonly prompt?: readonly PromptMessage[];
  /** Outermost first; empty: the run works for no other. */
  readonly within: readonly OuterStep[];
  /** Everything up to now. */
  readonly lastEvent: RunEvent;
}

export interface StepGate {
  /** Resolves when the run may go on. Time spent here is not counted as the run's. `signal` aborts at stop. */
  at(point: PausePoint, signal: AbortSignal): Promise<void>;
}
