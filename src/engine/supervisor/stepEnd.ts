/** How a step ends, and what that means for the run. Types and the card's `on_failure`; the work itself is StepRunner's. */
import type { CallError, Feedback, ReachedLimit, RunEvent } from '../events/runEvent';
import { sayProblem } from '../events/sayProblem';
import type { Role, Team } from '../team/team';
import type { Answer } from './askModel';
import type { Dispatch } from './nextStep';

/** `ended` also when the run fails with it: that is in the state then, and the next round acts on it. */
export type StepEnd = { readonly kind: 'ended' } | { readonly kind: 'limit'; readonly reached: ReachedLimit } | { readonly kind: 'stopped' }
  /** A person has to answer first: the step stays open. */
  | { readonly kind: 'waiting' };

/** Why a role could not bring its work to an end; what follows is its `on_failure`. */
export interface StepFailure {
  readonly what: 'approval' | 'role' | 'extend' | 'team' | 'model' | 'script' | 'contract' | 'rules' | 'review' | 'stale' | 'tools' | 'tokens' | 'tokens_per_call' | 'expression';
  readonly why: string;
  readonly hint?: string;
  readonly feedback: readonly Feedback[];
  /** What a person decided instead of the card. */
  readonly policy?: 'partial' | 'fail';
}

/** The work was cut short: the run ends, or the step has failed. */
export type Interrupted = { readonly kind: 'end'; readonly end: Exclude<StepEnd, { kind: 'ended' }> } | { readonly kind: 'failure'; readonly failure: StepFailure };

export function failure(what: StepFailure['what'], why: string, feedback: readonly Feedback[] = [], hint?: string): Interrupted {
  return { kind: 'failure', failure: { what, why, feedback, ...(hint === undefined ? {} : { hint }) } };
}

/** The first of several, as a sentence that says where it holds. */
export function firstProblem([first]: readonly Feedback[]): string {
  return first === undefined ? '' : sayProblem(first);
}

/** What it means that a model did not answer. `askedAgain`: what was wrong with its answer before, where there was one. */
export function unanswered(answer: Exclude<Answer, { kind: 'reply' }>, askedAgain: string | null = null): Interrupted {
  switch (answer.kind) {
    case 'stopped':
      return { kind: 'end', end: { kind: 'stopped' } };
    case 'limit':
      return { kind: 'end', end: { kind: 'limit', reached: answer.reached } };
    case 'failed':
      return callFailed(answer.error, askedAgain);
  }
}

/** In a recording of 0.1.0, where a request that was too large was its role's failure. `next`: what was recorded of the step. */
export function failedThen(next: RunEvent | undefined, { used, of }: ReachedLimit): StepFailure | null {
  const why = `the request would have ${used} input tokens, the limit is ${of}`;
  return next?.type === 'role.finished' && next.why === why ? { what: 'tokens_per_call', why, feedback: [] } : null;
}

/** A script that has nothing left is mostly one that does not count with being asked again. */
function callFailed({ kind, message, hint }: CallError, askedAgain: string | null): Interrupted {
  if (kind !== 'script') return failure('model', message, [], hint);
  return failure('script', askedAgain === null ? message : `${message} It was asked again, since ${askedAgain.replace(/\.$/, '')}.`, [], hint);
}

/**
 * The card's `on_failure`; in a fan-out its default is to skip. A script that has no reply left is a mistake in the script, which none of them hides.
 * A role that is itself the last resort cannot be handed on.
 */
export function policyOf(what: StepFailure['what'], team: Team, role: Role, dispatch: Dispatch, isParallel: boolean): Role['onFailure'] {
  if (what === 'script') return 'fail';
  const { mode, id } = role;
  const onFailure = isParallel && role.hasDefaultFailure === true ? 'skip' : role.onFailure;
  if (onFailure === 'escalate' && mode === 'plan') return 'fail';
  if (onFailure === 'on_limit' && (team.onLimit === 'ask' || dispatch.decision.by === 'limit' || id === team.onLimit)) return 'fail';
  return onFailure;
}
